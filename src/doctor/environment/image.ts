import { globMatcher } from '../../host/files/globs.ts';
import { ifReadable } from '../../host/files/index.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { carried } from './stages.ts';

/**
 * `COPY . .` takes the env files along, unless .dockerignore names them. What a stage alone has that nothing is started
 * from stays on the machine that builds.
 * @param files env files that are there, with secrets in them
 */
export function inImage(host: Host, files: readonly string[]): Diagnosis[] {
	const dockerfile = ['Dockerfile', 'Containerfile'].find((name) => host.exists(name));
	const text = dockerfile && ifReadable(() => host.read(dockerfile));
	if (!dockerfile || !text) return [];
	const ignore = ifReadable(() => host.read('.dockerignore')) ?? '';
	const left = carried(
		text,
		files.filter((file) => !isIgnored(ignore, file)),
	);
	const [first] = left;
	if (!first) return [];
	return [
		diagnosis('env-in-image', {
			title: `${left.map(({ file }) => file).join(' and ')} ${left.length === 1 ? 'is' : 'are'} copied into the image`,
			cause: 'Whoever gets the image has the secrets of your machine, and the application may run with them.',
			evidence: [{ file: dockerfile, line: first.line }],
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
