import {
	lstatSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	type Stats,
	statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import type { Host, HostPath } from '../host.ts';
import { tooDeepAt } from './nesting.ts';

/** No source, config or env file that a person wrote is this long; a longer one is data or a bundle. */
const maxBytes = 1024 * 1024;

/** The three ways to look into a host. Nothing outside `root` can be reached, by `..` or by symbolic links. */
export type HostFiles = Pick<Host, 'read' | 'exists' | 'list'>;

/**
 * @param root absolute path, symbolic links resolved
 */
export function createFiles(root: string): HostFiles {
	// Without a slash at its end, as the paths below it are compared.
	const place: Place = { root: resolve(root), folders: new Map() };
	return {
		read: (path) => readText(place, path),
		exists: (path) => locate(place, path) !== undefined,
		list: (path) => listFolder(place, path),
	};
}

interface Place {
	root: string;
	/** Absolute paths of folders that are there, and where they really lie. */
	folders: Map<string, string>;
}

/**
 * What a look into a host finds; undefined where it cannot look: a folder in place of the file, no permission, no UTF-8
 * text, a bundle, a link that leaves the project. For what a command is merely curious about: nothing is decided by such
 * a file, and whatever else goes wrong is thrown all the same.
 * @param look calls `read`, `exists` or `list`.
 */
export function ifReadable<T>(look: () => T): T | undefined {
	try {
		return look();
	} catch (error) {
		if (error instanceof AuthgraftError && unreadable.includes(error.code)) return undefined;
		throw error;
	}
}

const unreadable: readonly string[] = ['AG_NOT_READABLE', 'AG_OUTSIDE_HOST'];

function readText(place: Place, path: HostPath): string | undefined {
	const file = locate(place, path);
	if (file === undefined) return undefined;
	const bytes = readable(path, () => {
		const stat = statSync(file);
		// A pipe would be waited for without end, a folder is no text.
		if (!stat.isFile())
			throw notReadable(path, stat.isDirectory() ? 'it is a folder' : 'it is no regular file');
		if (stat.size > maxBytes) {
			throw notReadable(path, `it has ${(stat.size / maxBytes).toFixed(1)} MB, and files end at 1 MB here`);
		}
		return readFileSync(file);
	});
	return decode(path, bytes);
}

function decode(path: HostPath, bytes: Buffer): string {
	let text: string;
	try {
		// ignoreBOM keeps the mark in the text, so that an edit can write it back.
		text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw notReadable(path, 'it is not UTF-8', 'Save the file as UTF-8, then run the command again.');
	}
	const line = tooDeepAt(text);
	if (line !== undefined) throw notReadable(path, `its brackets nest hundreds deep in line ${line}`);
	if (text.includes('\0')) {
		throw notReadable(path, 'it holds NUL bytes', 'Save the file as UTF-8 text, then run the command again.');
	}
	return text;
}

function listFolder(place: Place, path: HostPath): string[] {
	const folder = locate(place, path);
	if (folder === undefined) return [];
	// The order of readdir differs between file systems; a plan must not.
	return readable(path, () => (statSync(folder).isDirectory() ? readdirSync(folder).sort() : []));
}

/** Absolute path behind a host path, or undefined where there is nothing. Throws when it lies outside `root`. */
function locate(place: Place, path: HostPath): string | undefined {
	const { root } = place;
	const absolute = resolve(root, path);
	if (isAbsolute(path) || path.includes('\0') || !isInside(root, absolute)) {
		throw outside(path, `${path} lies outside the project ${root}.`);
	}
	const real = readable(path, () => realPath(place, absolute));
	if (real === undefined) {
		refuseDanglingLink(root, path, absolute);
		// The folder that a new file would be made in may be a link that leaves the host, too.
		if (absolute !== root) locate(place, relative(root, dirname(absolute)).replaceAll(sep, '/'));
		return undefined;
	}
	if (!isInside(root, real)) {
		throw outside(path, `${path} is a symbolic link, or lies behind one, that leaves the project: ${real}.`);
	}
	return real;
}

/**
 * Where a path at or below the root really lies, undefined where there is nothing. Node asks for each folder on the way every time;
 * a command looks hundreds of times into the same few.
 */
function realPath(place: Place, absolute: string): string | undefined {
	const known = place.folders.get(absolute);
	if (known !== undefined) return known;
	const folder = absolute === place.root ? undefined : realPath(place, dirname(absolute));
	if (folder === undefined && absolute !== place.root) return undefined;
	const named = folder === undefined ? absolute : join(folder, basename(absolute));
	const stat = statOfName(named);
	if (stat === undefined) return undefined;
	const real = folder === undefined || stat.isSymbolicLink() ? realpathIfThere(named) : named;
	if (real !== undefined && stat.isDirectory()) place.folders.set(absolute, real);
	return real;
}

function statOfName(absolute: string): Stats | undefined {
	try {
		return lstatSync(absolute, { throwIfNoEntry: false });
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}

function realpathIfThere(absolute: string): string | undefined {
	try {
		return realpathSync(absolute);
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}

/** "Nothing there" would make a generator create the file, which writes through the link to who knows where. */
function refuseDanglingLink(root: string, path: HostPath, absolute: string): void {
	let target: string;
	try {
		if (!lstatSync(absolute).isSymbolicLink()) return;
		target = resolve(dirname(absolute), readlinkSync(absolute));
	} catch {
		return;
	}
	if (!isInside(root, target)) {
		throw outside(path, `${path} is a symbolic link that leaves the project: ${target}.`);
	}
	throw notReadable(path, `it is a symbolic link to ${target}, where nothing is`);
}

/** Runs a read and gives its failure a name that a person knows: the path, and why (EACCES, ELOOP, ...). */
function readable<T>(path: HostPath, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof AuthgraftError) throw error;
		const reason =
			(error as NodeJS.ErrnoException).code === 'EACCES' ? 'permission is denied' : String(error);
		throw notReadable(path, reason, 'Check the permissions of the file and of the folders above it.');
	}
}

export const isMissing = (error: unknown): boolean =>
	['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Whether `path` is `folder` or lies in it. Both absolute. */
export function isInside(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const notReadable = (path: HostPath, reason: string, hint = 'Put a readable text file in its place.') =>
	new AuthgraftError('AG_NOT_READABLE', `${path || '.'} cannot be read: ${reason}.`, hint);

const outside = (path: HostPath, message: string) =>
	new AuthgraftError(
		'AG_OUTSIDE_HOST',
		message,
		`authgraft touches files of one project only. Replace ${path} by a real file or folder inside it, or change the option that names it.`,
	);
