import { basename } from 'node:path';
import type { Host } from '../../host/host.ts';
import { cancelled } from '../terminal/failure.ts';
import { paint, say } from '../terminal/output.ts';

interface Ended {
	exitCode: number | undefined;
	/** Both streams. */
	output: string;
}

/** What Yarn 2 and newer read: on a build server they keep the lock file as it is, otherwise. */
const thawYarn = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' };

/** What `npx --workspace …` hands down would make another npm work on that workspace instead of on the host. */
const ofNpx = [
	'npm_config_workspace',
	'npm_config_workspaces',
	'npm_config_include_workspace_root',
	'npm_config_local_prefix',
	'npm_config_call',
	'npm_config_package',
];

const environment = () => ({
	...thawYarn,
	...Object.fromEntries(ofNpx.map((name) => [name, undefined])),
});

/** Runs a package manager in the host; what it says goes to stderr as it comes. */
export async function run(host: Host, file: string, args: string[], interrupt: AbortSignal): Promise<Ended> {
	// After ts-morph the package that takes longest to load; whoever only asks for the command does not pay.
	const { execa } = await import('execa');
	say(paint('dim', `$ ${[basename(file), ...args].join(' ')}`));
	const isColoured = process.stderr.isTTY === true && !process.env.NO_COLOR;
	const result = await execa(file, args, {
		cwd: host.root,
		env: { ...environment(), ...(isColoured ? { FORCE_COLOR: '1' } : {}) },
		stdin: 'ignore',
		// Shown, and kept to be looked through when it fails.
		stdout: [process.stderr, 'pipe'],
		stderr: [process.stderr, 'pipe'],
		all: true,
		cancelSignal: interrupt,
		reject: false,
	});
	// On Ctrl-C a terminal signals the child as well, which may then end first and look like a failure.
	if (interrupt.aborted || result.signal === 'SIGINT') throw cancelled();
	return { exitCode: result.exitCode, output: result.all ?? '' };
}

/**
 * Asks a package manager something, without showing it.
 * @param patience in milliseconds.
 * @returns both streams; undefined where it could not be started, or took too long.
 */
export async function ask(
	host: Host,
	file: string,
	args: string[],
	patience: number,
	interrupt: AbortSignal,
): Promise<string | undefined> {
	const { execa } = await import('execa');
	const result = await execa(file, args, {
		...{ cwd: host.root, env: environment(), stdin: 'ignore', all: true, reject: false },
		...{ cancelSignal: interrupt, timeout: patience, maxBuffer: 1_000_000 },
	});
	if (interrupt.aborted || result.signal === 'SIGINT') throw cancelled();
	return result.exitCode === undefined ? undefined : result.all;
}
