import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endGroups } from './group.ts';

/**
 * Runs something in a new temporary folder and leaves nothing behind, neither processes nor files, however it ends:
 * done, failed or stopped by Ctrl-C. Call `process.exit` with the result, since what was stopped may still wait for
 * something.
 *
 * @param name stands in the folder's name
 * @param run resolves with the exit code
 * @param whenStopped the exit code after a signal
 */
export async function tidily(
	name: string,
	run: (folder: string) => Promise<number>,
	whenStopped: () => number = () => 130,
): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), `authgraft-${name}-`));
	const stopped = new Promise<number>((resolve) => {
		// Not once: npm and the terminal may both send the signal, and the second must not cut the tidy-up short.
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => resolve(whenStopped()));
		}
	});
	try {
		return await Promise.race([stopped, run(folder)]);
	} finally {
		await endGroups();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
