import { existsSync } from 'node:fs';
import { exec } from '../process/exec.ts';

/**
 * Installs packages of Debian and its kin where that can be done unasked. Says nothing of success: look for the program.
 *
 * @param choices sets of packages; the first set that installs is enough
 */
export async function installSystemPackages(...choices: string[][]): Promise<void> {
	if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
	// `sudo -n` never asks: it works at once or not at all.
	const [file, before]: [string, string[]] =
		process.getuid?.() === 0
			? ['apt-get', []]
			: ['sudo', ['-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']];
	const options = { stream: true, timeout: 600_000, env: { DEBIAN_FRONTEND: 'noninteractive' } };
	const run = async (...args: string[]) => {
		const done = await exec(file, [...before, ...args], options).catch((error: Error) => error);
		return !(done instanceof Error) && done.code === 0;
	};
	if (!(await run('update'))) return;
	for (const names of choices) {
		if (await run('install', '-y', '--no-install-recommends', ...names)) return;
	}
}
