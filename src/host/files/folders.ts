import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { realFolder } from './real-folder.ts';
import { shellWord } from './shell.ts';

/** Folders that hold no source of the application, whatever lies in them. */
export const skippedFolders = new Set([
	'node_modules',
	'.git',
	'dist',
	'build',
	'.svelte-kit',
	'.output',
	'.vinxi',
	'.vercel',
	'.netlify',
]);

/** The folder itself and each one above it, up to and including `ceiling`. */
export function* upwards(folder: string, ceiling: string): Generator<string> {
	for (;;) {
		yield folder;
		const above = dirname(folder);
		if (folder === ceiling || above === folder) return;
		folder = above;
	}
}

/** The nearest folder that holds `.git`, as a folder or (in a linked work tree, a submodule) as a file. */
export function gitRoot(folder: string): string | undefined {
	for (const above of upwards(folder, '')) {
		if (existsSync(join(above, '.git'))) return above;
	}
	return undefined;
}

/** A folder as a person would type it after `--cwd` and `cd`: relative when it lies below, quoted when it must be. */
export function showFolder(folder: string): string {
	const way = relative(process.cwd(), folder);
	const shown = way === '' ? '.' : way.startsWith('..') ? folder : way;
	return shellWord(shown.startsWith('-') ? `./${shown}` : shown);
}

/** ` --cwd apps/web` where a command has to name the host, since the person stands elsewhere; else nothing. */
export const cwdOption = (root: string): string =>
	realFolder(process.cwd()) === root ? '' : ` --cwd ${showFolder(root)}`;
