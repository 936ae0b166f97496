import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Disk, errno, unless } from '../disk/index.ts';
import { homeOf, plainFile } from '../disk/paths.ts';
import { type Entry, entryFolder, entryNumbers } from './index.ts';

/** Makes our folder: for the owner only, because the backups hold env files. */
export function openHome(disk: Disk, root: string): void {
	const home = homeOf(root);
	if (!existsSync(home)) unless(['EEXIST'], () => disk.mkdir(home, 0o700));
}

/** Makes the folder invisible to git, without an edit of the user's own .gitignore. */
export function hideHome(disk: Disk, root: string): void {
	const file = join(homeOf(root), '.gitignore');
	// A kill may have left it empty.
	if (lstatSync(plainFile(file), { throwIfNoEntry: false })?.size !== 2) {
		disk.writeFile(file, Buffer.from('*\n'), { mode: 0o600 });
	}
}

/** Removes what is in our folder when it holds no entry. The lock goes after it, see lock.ts. */
export function emptyHome(disk: Disk, root: string): void {
	if (entryNumbers(root).length > 0) return;
	const home = homeOf(root);
	unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.rmdir(join(home, 'journal')));
	const ignore = join(home, '.gitignore');
	if (lstatSync(ignore, { throwIfNoEntry: false })?.isFile()) disk.unlink(ignore);
	// Stale locks that a process was killed over while it moved them aside.
	for (const name of readdirSync(home)) {
		if (/^lock\.\d+$/.test(name)) unless(['ENOENT'], () => disk.unlink(join(home, name)));
	}
}

/** Removes our folder when it is empty. */
export function closeHome(disk: Disk, root: string): void {
	const home = homeOf(root);
	if (!existsSync(home) || readdirSync(home).length > 0) return;
	unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => disk.rmdir(home));
}

/** Makes the folders of a new entry. It counts for nothing until its journal.json is written. */
export function openEntry(disk: Disk, root: string): { number: number; folder: string } {
	const number = (entryNumbers(root).at(-1) ?? 0) + 1;
	const folder = entryFolder(root, number);
	unless(['EEXIST'], () => disk.mkdir(join(homeOf(root), 'journal'), 0o700));
	disk.mkdir(folder, 0o700);
	disk.mkdir(join(folder, 'files'), 0o700);
	disk.mkdir(join(folder, 'next'), 0o700);
	for (const parent of [join(homeOf(root), 'journal'), homeOf(root), root]) disk.syncFolder(parent);
	return { number, folder };
}

/**
 * Removes an entry. It counts no longer once journal.json is gone, which is the first step: a kill leaves it
 * there or gone, never damaged. What the system does not let us remove, the next `recover` removes.
 */
export function removeEntry(disk: Disk, entry: Pick<Entry, 'folder'>): void {
	try {
		unless(['ENOENT'], () => disk.unlink(join(entry.folder, 'journal.json')));
		if (existsSync(entry.folder)) removeTree(disk, entry.folder);
	} catch (error) {
		if (errno(error) === undefined) throw error;
	}
}

function removeTree(disk: Disk, folder: string): void {
	for (const child of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, child.name);
		if (child.isDirectory()) removeTree(disk, path);
		else disk.unlink(path);
	}
	disk.rmdir(folder);
}
