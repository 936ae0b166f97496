import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostPath } from './change.ts';
import { errno } from './disk/index.ts';

/**
 * Remembers files that another program is about to write, such as a package manager its lock file.
 *
 * @returns brings their bytes back, and removes those that were not there
 */
export function rememberFiles(root: string, paths: readonly HostPath[]): () => void {
	const before = paths.map((path) => ({ file: join(root, path), data: readIfThere(join(root, path)) }));
	return () => {
		for (const { file, data } of before) {
			const now = readIfThere(file);
			if (data === undefined) rmSync(file, { force: true });
			else if (!now?.equals(data)) writeFileSync(file, data);
		}
	};
}

function readIfThere(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch (error) {
		if (errno(error) === 'ENOENT') return undefined;
		throw error;
	}
}
