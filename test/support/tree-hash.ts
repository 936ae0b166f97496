import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const generated = new Set(['node_modules', '.svelte-kit', 'build', '.output', '.nitro', '.vinxi', '.git']);

/** SHA-256 of every file below `folder` by its path, without what tools generate. */
export async function treeHash(folder: string, below = ''): Promise<Record<string, string>> {
	const hashes: Record<string, string> = {};
	for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
		// A test may link to the packages of another host.
		if (generated.has(entry.name) && !entry.isFile()) continue;
		const path = below ? `${below}/${entry.name}` : entry.name;
		if (entry.isDirectory()) {
			Object.assign(hashes, await treeHash(folder, path));
		} else {
			hashes[path] = createHash('sha256')
				.update(await readFile(join(folder, path)))
				.digest('hex');
		}
	}
	return hashes;
}
