import { accessSync, constants, statSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { gitRoot, upwards } from '../../host/files/folders.ts';

/**
 * The file that a name stands for, from PATH as a shell would find it, but never one of the project: npx puts the
 * project's `node_modules/.bin` in front, and a dependency that brings a program named `npm` must not stand in for it.
 *
 * @param root the host; the `node_modules/.bin` of it and of the folders above, up to its repository's root, are left
 *   out, and so are relative folders in PATH
 */
export function findProgram(name: string, root: string, env = process.env): string | undefined {
	const local = [...upwards(root, gitRoot(root) ?? '')].map((folder) => join(folder, 'node_modules', '.bin'));
	const folders = foreignFolders(env.PATH ?? env.Path ?? '', local);
	const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
	return folders
		.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
		.find((file) => isProgram(file));
}

/**
 * The folders of PATH but for those given. Windows and macOS take `C:\App` and `c:\app` for one.
 *
 * @param path as the environment has it
 */
export function foreignFolders(
	path: string,
	local: readonly string[],
	platform: NodeJS.Platform = process.platform,
): string[] {
	const { delimiter, isAbsolute, normalize, parse, sep } = platform === 'win32' ? win32 : posix;
	const same = (folder: string) => (platform === 'linux' ? folder : folder.normalize('NFC').toLowerCase());
	const own = new Set(local.map(same));
	const plain = (folder: string) =>
		folder.endsWith(sep) && folder !== parse(folder).root ? folder.slice(0, -1) : folder;
	return path
		.split(delimiter)
		.map((folder) => plain(normalize(folder)))
		.filter((folder) => isAbsolute(folder) && !own.has(same(folder)));
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}
