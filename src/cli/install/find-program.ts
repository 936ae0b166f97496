import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, normalize } from 'node:path';
import { gitRoot, upwards } from '../../host/files/folders.ts';

/**
 * The file that a name stands for, from PATH as a shell would find it, but never one of the project: npx puts the
 * project's `node_modules/.bin` in front, and a dependency that brings a program named `npm` must not stand in for it.
 *
 * @param root the host; the `node_modules/.bin` of it and of the folders above, up to its repository's root, are left
 *   out, and so are relative folders in PATH
 */
export function findProgram(name: string, root: string, env = process.env): string | undefined {
	const local = new Set(
		[...upwards(root, gitRoot(root) ?? '')].map((folder) => join(folder, 'node_modules', '.bin')),
	);
	const folders = (env.PATH ?? env.Path ?? '')
		.split(delimiter)
		.map((folder) => normalize(folder).replace(/(?<=.)[\\/]$/, ''))
		.filter((folder) => isAbsolute(folder) && !local.has(folder));
	const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
	return folders
		.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
		.find((file) => isProgram(file));
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}
