import { accessSync, constants, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isReserved, isSameName } from '../names.ts';
import type { HostPath, WriteChange } from './change.ts';
import { errno } from './disk/index.ts';
import { locate } from './disk/paths.ts';
import { about, fileChanged, notUtf8, notWritable } from './failures.ts';

/** A change that may be made: its file stands as the plan found it, and can be replaced. */
export interface Checked {
	change: WriteChange;
	target: HostPath;
	/** Permission bits of the file that stands there; null when there is none. */
	mode: number | null;
	/** Folders that have to be made first, outermost first. */
	folders: HostPath[];
}

/**
 * Checks every change against the disk. Reads only.
 *
 * @throws AG_OUTSIDE_HOST, AG_FILE_CHANGED, AG_NOT_WRITABLE, each naming the first file at fault
 * @throws Error when the plan itself is wrong: two changes of one file, or text that UTF-8 can not carry
 */
export function checkChanges(root: string, changes: WriteChange[]): Checked[] {
	const checked = changes.map((change) => about(change.path, () => checkChange(root, change)));
	const targets = new Set<HostPath>();
	for (const { target } of checked) {
		if (targets.has(target)) throw new Error(`The plan changes ${target} twice.`);
		targets.add(target);
	}
	return checked;
}

function checkChange(root: string, change: WriteChange): Checked {
	if (!isUtf8Text(change.after)) throw new Error(`The plan has text for ${change.path} that is not Unicode.`);
	const { target, absolute } = locate(root, change.path);
	const stats = statOf(absolute);
	if (change.before === null) {
		if (stats) throw fileChanged(change.path, 'exists by now; it did not when the plan was made');
	} else {
		if (!stats) throw fileChanged(change.path, 'is gone; it was there when the plan was made');
		if (!stats.isFile()) throw fileChanged(change.path, 'is not a regular file');
		checkText(change.path, readFileSync(absolute), change.before);
		// A rename would replace a read-only file without a question. Its owner closed it on purpose.
		checkAccess(absolute, constants.W_OK, change.path, 'the file is read-only');
	}
	const folders = missingFolders(root, absolute, change.path);
	if (!stats) checkNames(root, [...folders, target], change.path);
	return { change, target, mode: stats ? stats.mode & 0o7777 : null, folders };
}

function checkText(path: HostPath, data: Buffer, before: string): void {
	if (data.equals(Buffer.from(before))) return;
	if (!isUtf8(data)) throw notUtf8(path);
	throw fileChanged(path, 'was changed since the plan was made');
}

/** Walks up to the first folder that exists, and makes sure that names can be added to it. */
function missingFolders(root: string, absolute: string, path: HostPath): HostPath[] {
	const missing: HostPath[] = [];
	let folder = dirname(absolute);
	while (folder !== root && !statOf(folder)) {
		missing.unshift(hostPath(root, folder));
		folder = dirname(folder);
	}
	if (!statSync(folder).isDirectory())
		throw notWritable(path, `${hostPath(root, folder)} is a file, not a folder`);
	const name = folder === root ? 'the project folder' : `the folder ${hostPath(root, folder)}`;
	checkAccess(folder, constants.W_OK | constants.X_OK, path, `${name} is read-only`);
	return missing;
}

/** A new name must not make a repository that Windows and macOS cannot check out. */
function checkNames(root: string, made: readonly HostPath[], path: HostPath): void {
	for (const one of made) {
		const name = basename(one);
		if (isReserved(name))
			throw notWritable(path, `Windows has no file of the name ${name}`, 'Choose another name.');
	}
	// Below a new folder nothing stands yet.
	const [first = path] = made;
	const [name, folder] = [basename(first), dirname(first)];
	const twin = readdirSync(join(root, folder)).find((other) => other !== name && isSameName(other, name));
	if (twin === undefined) return;
	throw notWritable(
		path,
		`${folder === '.' ? '' : `${folder}/`}${twin} is there, which is the same file on Windows and macOS`,
		`Rename ${twin} or remove it, then run the command again.`,
	);
}

function checkAccess(absolute: string, mode: number, path: HostPath, cause: string): void {
	try {
		accessSync(absolute, mode);
	} catch (error) {
		if (errno(error) === undefined) throw error;
		throw notWritable(path, cause);
	}
}

function statOf(absolute: string): Stats | undefined {
	try {
		return lstatSync(absolute, { throwIfNoEntry: false });
	} catch (error) {
		if (errno(error) === 'ENOTDIR') return undefined;
		throw error;
	}
}

const hostPath = (root: string, absolute: string): HostPath => relative(root, absolute).split(sep).join('/');

/** Bytes that survive being read as text and written again. */
const isUtf8 = (data: Buffer): boolean => Buffer.from(data.toString()).equals(data);

/** Text that survives being written and read again: half a surrogate pair would not. */
const isUtf8Text = (text: string): boolean => Buffer.from(text).toString() === text;
