import { readEnv } from '../../edits/env/index.ts';
import { ifReadable } from '../../host/files/index.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { Host } from '../../host/host.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination } from '../diagnosis.ts';
import { inImage } from './image.ts';

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
	const secret = files.filter((file) => host.exists(file) && holdsSecret(host, file));
	const found = [...inImage(host, secret)];
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
