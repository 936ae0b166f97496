import { copyFile, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../bootstrap.mjs';

/** Copies the work tree, so that no mutant ever stands in it. Packages are linked, the runtime's to its copy. */
export async function copyWorkTree(files: string[], folder: string): Promise<void> {
	const folders = new Set(files.map((path) => dirname(join(folder, path))));
	for (const path of folders) await mkdir(path, { recursive: true });
	// A file that is deleted and not yet committed is still listed.
	for (const path of files) await copyFile(join(root, path), join(folder, path)).catch(unlessGone);
	const modules = join(root, 'node_modules');
	for (const name of await readdir(modules)) {
		if (name.startsWith('.')) continue;
		for (const part of name.startsWith('@') ? await readdir(join(modules, name)) : ['']) {
			const path = join('node_modules', name, part);
			await mkdir(dirname(join(folder, path)), { recursive: true });
			const target = name === '@authgraft' ? join(folder, part) : join(root, path);
			await symlink(target, join(folder, path), 'junction');
		}
	}
}

function unlessGone(error: NodeJS.ErrnoException): void {
	if (error.code !== 'ENOENT') throw error;
}
