import { readEnv } from '../../edits/env/index.ts';
import { globMatcher } from '../../host/files/globs.ts';
import { ifReadable } from '../../host/files/index.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination } from '../diagnosis.ts';

/** Env files that hold what nobody else may know. Examples and files of tests are meant to be read. */
const names = [
	'.env',
	'.env.local',
	'.env.production',
	'.env.production.local',
	'.env.development',
	'.env.development.local',
];

/** Whether git, or an image, carries secrets along. */
export function repository({ host, environment }: HostContext): Examination {
	const folder = environment.files[0]?.file.replace(/[^/]+$/, '') ?? '';
	const files = names.map((name) => folder + name);
	const found = [...inImage(host, files)];
	if (!host.git)
		return {
			found,
			unanswered: [{ check: 'env-committed', state: 'skipped', why: 'there is no git repository' }],
		};
	const tracked = host.git.tracked(files);
	const left = files.filter((file) => !tracked.includes(file));
	found.push(
		...tracked.filter((file) => holdsSecret(host, file)).map(committed),
		...host.git.everTracked(left).map(inHistory),
	);
	return { found, unanswered: [] };
}

const holdsSecret = (host: Host, file: string): boolean =>
	Object.entries(readEnv(ifReadable(() => host.read(file)) ?? '')).some(
		([name, value]) =>
			value !== '' &&
			/SECRET|PASSWORD|TOKEN|API_KEY|PRIVATE_KEY/.test(name) &&
			!/^(?:VITE|PUBLIC)_/.test(name),
	);

const committed = (file: string): Diagnosis =>
	diagnosis('env-committed', {
		title: `${file} is in git, with secrets in it`,
		cause: 'Everybody who can read the repository has them, also in its history.',
		evidence: [{ file }],
		mend: {
			text: 'Take it out of the index, ignore it, and make new secrets: these are known.',
			command: `git rm --cached ${shellWord(file)}`,
		},
	});

const inHistory = (file: string): Diagnosis =>
	diagnosis('env-in-history', {
		// It may have held nothing, or what has been replaced since.
		likely: true,
		title: `${file} was in git once, and its history still has it`,
		cause: 'Whoever clones the repository finds what stood in it.',
		evidence: [{ file }],
		mend: {
			text: 'Make new secrets for all that stood in it, if you have not.',
			command: `git log --all --oneline -- ${shellWord(file)}`,
		},
	});

/** `COPY . .` takes the env files along, unless .dockerignore names them. */
function inImage(host: Host, files: readonly string[]): Diagnosis[] {
	const dockerfile = ['Dockerfile', 'Containerfile'].find((name) => host.exists(name));
	const text = dockerfile && ifReadable(() => host.read(dockerfile));
	if (!dockerfile || !text) return [];
	const line = text
		.split(/\r?\n/)
		.findIndex((one) => /^\s*(?:COPY|ADD)\s+(?:--\S+\s+)*\.\/?\s+\S+\s*$/i.test(one));
	const copied = /--from=/.test(text.split(/\r?\n/)[line] ?? '')
		? []
		: files.filter((file) => host.exists(file));
	if (line === -1 || copied.length === 0) return [];
	const ignore = ifReadable(() => host.read('.dockerignore')) ?? '';
	const left = copied.filter((file) => !isIgnored(ignore, file) && holdsSecret(host, file));
	if (left.length === 0) return [];
	return [
		diagnosis('env-in-image', {
			title: `${left.join(' and ')} ${left.length === 1 ? 'is' : 'are'} copied into the image`,
			cause: 'Whoever gets the image has the secrets of your machine, and the application may run with them.',
			evidence: [{ file: dockerfile, line: line + 1 }],
			fix: [ignoring(host)],
			mend: { text: 'Name them in .dockerignore.', snippet: '.env*\n!.env.example' },
		}),
	];
}

/** As Docker reads the file: the last rule that matches counts. */
function isIgnored(text: string, file: string): boolean {
	let ignored = false;
	for (const row of text.split(/\r?\n/)) {
		const rule = row.trim();
		if (rule === '' || rule.startsWith('#')) continue;
		const pattern = rule
			.replace(/^!/, '')
			.replace(/^\.?\//, '')
			.replace(/\/$/, '');
		const matches =
			globMatcher(pattern, { inDoubt: false })(file) ||
			globMatcher(`${pattern}/**`, { inDoubt: false })(file);
		if (matches) ignored = !rule.startsWith('!');
	}
	return ignored;
}

/** The env files among what an image does not get. */
function ignoring(host: Host): Change {
	const path = '.dockerignore';
	const before = ifReadable(() => host.read(path));
	const rules = '.env*\n!.env.example\n';
	const shared = { path, summary: 'keeps the env files out of images' };
	if (before === undefined)
		return { ...shared, kind: 'create', before: null, after: `node_modules\n${rules}` };
	return {
		...shared,
		kind: 'modify',
		before,
		after: `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${rules}`,
	};
}
