import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import type { Host } from '../host/host.ts';
import { cancelled } from './failure.ts';

export const lockFiles = [
	'package-lock.json',
	'pnpm-lock.yaml',
	'yarn.lock',
	'bun.lock',
	'bun.lockb',
	'deno.lock',
];

interface Step {
	file: string;
	args: string[];
}

/** What has to run behind the edits; also what a person is told to run when it fails or is not wanted. */
function steps(host: Host): Step[] {
	const install: Step = { file: host.packageManager, args: ['install'] };
	// npm takes SvelteKit's generated node_modules/$app for a package nobody asked for, and removes it.
	const sync: Step = { file: 'svelte-kit', args: ['sync'] };
	return host.framework === 'sveltekit' ? [install, sync] : [install];
}

const runner: Record<Host['packageManager'], string> = {
	npm: 'npx',
	pnpm: 'pnpm exec',
	yarn: 'yarn',
	bun: 'bunx',
	deno: 'deno run -A npm:',
};

/** The commands to finish by hand, as one line for a shell in the host's folder. */
export const installCommand = (host: Host): string =>
	steps(host)
		.map(({ file, args }) =>
			[...(file === 'svelte-kit' ? [runner[host.packageManager]] : []), file, ...args].join(' '),
		)
		.join(' && ');

/** Whether packages that our changes rely on are still to be installed. */
export const needsInstall = (host: Host): boolean =>
	['@auth/core', '@authgraft/runtime'].some((name) => !isInstalled(host.root, name));

function isInstalled(root: string, name: string): boolean {
	// Workspaces hoist: the package may lie in a node_modules further up.
	for (let folder = root; ; folder = join(folder, '..')) {
		if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return true;
		if (folder === join(folder, '..')) return false;
	}
}

/**
 * Installs, and lets SvelteKit generate its types again. Output goes to stderr as it comes.
 * @throws AuthgraftError AG_INSTALL_FAILED (with the command that finishes by hand), AG_CANCELLED when interrupted.
 */
export async function install(host: Host, interrupt: AbortSignal): Promise<void> {
	// After ts-morph the package that takes longest to load; whoever only asks for the command does not pay.
	const { execa } = await import('execa');
	for (const { file, args } of steps(host)) {
		const result = await execa(file, args, {
			cwd: host.root,
			// A dependency that brings a program named like a package manager must not stand in for it.
			preferLocal: file === 'svelte-kit',
			localDir: host.root,
			stdin: 'ignore',
			stdout: process.stderr,
			stderr: process.stderr,
			cancelSignal: interrupt,
			reject: false,
		});
		// On Ctrl-C a terminal signals the child as well, which may then end first and look like a failure.
		if (interrupt.aborted || result.signal === 'SIGINT') throw cancelled();
		if (result.failed)
			throw failed(host, `${file} ${args.join(' ')}`, result.code === 'ENOENT', result.exitCode);
	}
}

function failed(host: Host, command: string, missing: boolean, exitCode: number | undefined): AuthgraftError {
	const why = missing ? 'is not installed here' : `ended with exit code ${exitCode ?? 'unknown'}`;
	return new AuthgraftError(
		'AG_INSTALL_FAILED',
		`The files are in place, but "${command}" ${why}`,
		`Finish by hand in ${host.root}: ${installCommand(host)}\nOr take the files back: authgraft undo`,
	);
}
