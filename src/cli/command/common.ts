import { type OptionsOf, text, textOr, toggle } from './flags.ts';

/** What has to be known before, or although, the arguments could not be read. */
export const jsonFlag = '--json';
export const verboseFlag = '--verbose';

const cwd = (help: string) => textOr('--cwd <dir>', help, '.');
const json = (help: string) => toggle(jsonFlag, help);

export const verbose = toggle(verboseFlag, 'print stack traces');

const first = [
	cwd('the project to work on'),
	toggle('-y, --yes', 'never ask: take the defaults for what no flag says'),
	toggle('--dry-run', 'print the full diff and write nothing'),
	json('print plan and result as JSON on stdout'),
	toggle('--no-install', 'do not install packages'),
] as const;
const last = [toggle('--allow-dirty', 'go on although git has uncommitted changes'), verbose] as const;

/** Flags of every command that changes something, in the order of the help text. */
export const common = [
	...first,
	toggle('--skip-refused', 'apply the rest when a file cannot be edited'),
	...last,
] as const;

/** The same for one that does all of it or nothing. */
export const allOrNothing = [...first, ...last] as const;

export type CommonOptions = OptionsOf<typeof common>;

/** For commands whose result can be tried. */
export const verifyFlag = toggle('--verify', 'then build and start the project, and sign in');

/** Flags of a command that only reads and tells; `verbose` stands last in each. */
export const looking = [cwd('the project to look at'), json('print the list as JSON on stdout')] as const;

/** For commands that edit the auth module. */
export const moduleFlag = text(
	'--module <file>',
	'the file that configures sign-in, where there are several',
);
