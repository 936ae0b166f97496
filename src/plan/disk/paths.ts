import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../change.ts';
import { errno } from './index.ts';

/** Our folder in the host: journal, backups, lock. */
export const HOME = '.authgraft';

/** Where a path of a plan really lies, all symbolic links followed. */
export interface Location {
	/** Relative to the real root, with `/`. Equals the path unless a symbolic link is on the way. */
	target: HostPath;
	absolute: string;
}

/**
 * Follows a host path to where it really lies. Folders and the file itself may be missing.
 *
 * @param root real path of the host (see `realRoot`)
 * @throws AG_OUTSIDE_HOST when the path, or a symbolic link on it, leaves the host or enters our own folder
 */
export function locate(root: string, path: HostPath): Location {
	if (!isHostPath(path)) throw outside(path, 'is not a path inside the project');
	let known = join(root, path);
	const missing: string[] = [];
	while (!present(known)) {
		missing.unshift(known.slice(dirname(known).length).replace(sep, ''));
		known = dirname(known);
	}
	const absolute = join(follow(known, path), ...missing);
	const target = relative(root, absolute).split(sep).join('/');
	if (!isHostPath(target)) throw outside(path, 'is a symbolic link that leaves the project');
	if (target === HOME || target.startsWith(`${HOME}/`)) throw outside(path, `lies in ${HOME}, which is ours`);
	// What stands there is run by git, whatever the project says of it.
	if (target.split('/').some(isGit)) throw outside(path, 'lies in the folder of git');
	return { target, absolute };
}

/** Characters that some file systems leave out of names. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** `.git` as file systems take it that ignore case, or blanks and dots at the end, or that keep short names. */
const isGit = (part: string): boolean =>
	/^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(part.replace(ignorable, ''));

/** `a/b/c`: relative, `/` only, no empty, `.` or `..` part. */
export function isHostPath(path: string): boolean {
	if (path === '' || isAbsolute(path) || /[\\\0]|^[A-Za-z]:/.test(path)) return false;
	return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** The host's root with symbolic links followed, so that paths can be compared with it. */
export const realRoot = (root: string): string => realpathSync(root);

/** Our folder, made sure not to be a link or a file that somebody put in its place. */
export function homeOf(root: string): string {
	const home = join(root, HOME);
	if (lstatSync(home, { throwIfNoEntry: false })?.isDirectory() === false) {
		throw outside(HOME, 'is not a folder');
	}
	return home;
}

/**
 * A folder of ours below `.authgraft`, made sure not to be a link: a project may bring one along that leads anywhere.
 *
 * @throws AG_OUTSIDE_HOST; nothing when it is not there
 */
export function plainFolder(path: string): string {
	if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) throw planted(path);
	return path;
}

/** The same for a file. */
export function plainFile(path: string): string {
	if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw planted(path);
	return path;
}

function planted(path: string): AuthgraftError {
	const inside = path
		.slice(path.lastIndexOf(`${sep}${HOME}${sep}`) + 1)
		.split(sep)
		.join('/');
	return new AuthgraftError(
		'AG_OUTSIDE_HOST',
		`${inside} is a link, or not what authgraft puts there; nothing was read, written or removed through it`,
		`The project brought it along. Look where it leads, then remove the folder ${HOME}.`,
	);
}

/** There is something by this name, even if it is a link that leads nowhere. */
function present(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch (error) {
		// A file where a folder should be: whoever writes there reports it.
		if (errno(error) === 'ENOTDIR') return false;
		throw error;
	}
}

function follow(absolute: string, path: HostPath): string {
	try {
		return realpathSync(absolute);
	} catch (error) {
		if (errno(error) === 'ENOENT' || errno(error) === 'ELOOP') {
			throw outside(path, 'is a symbolic link that leads nowhere');
		}
		throw error;
	}
}

function outside(path: HostPath, why: string): AuthgraftError {
	return new AuthgraftError(
		'AG_OUTSIDE_HOST',
		`${path} ${why}; authgraft writes nothing there`,
		'Replace the link by a real file or folder, or run authgraft in the project that it leads to.',
	);
}
