import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import type { HostPath } from './change.ts';
import { type Disk, errno, unless } from './disk/index.ts';
import { locate, plainFolder } from './disk/paths.ts';
import { about } from './failures.ts';
import { type Entry, type FileState, type JournalFile, keptBytes, sha256 } from './journal/index.ts';

/** The two states between which a plan and its undo move the host. */
export type Side = 'before' | 'after';

/** How a file of the journal stands in the host. */
export interface Standing {
	/** `changed`: neither what the plan found nor what it left; somebody else wrote it since. */
	side: Side | 'changed';
	/** null when there is no file, undefined when something else than a file stands there. */
	data: Buffer | null | undefined;
	stats?: Stats;
}

export function standing(root: string, file: JournalFile): Standing {
	const now = lookAt(root, file);
	if (now.data === undefined) return { ...now, side: 'changed' };
	const hash = now.data && sha256(now.data);
	if (hash === file.after.sha256) return { ...now, side: 'after' };
	const isBefore = hash === (file.before?.sha256 ?? null);
	return { ...now, side: isBefore ? 'before' : 'changed' };
}

function lookAt(root: string, file: JournalFile): { data: Buffer | null | undefined; stats?: Stats } {
	if (isElsewhere(root, file.target)) return { data: undefined };
	try {
		const path = join(root, file.target);
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (!stats) return { data: null };
		return stats.isFile() ? { data: readFileSync(path), stats } : { data: undefined };
	} catch (error) {
		if (errno(error) === 'ENOTDIR') return { data: null };
		throw error;
	}
}

/** A symbolic link was put on the way since the plan was applied: nothing is done through it. */
function isElsewhere(root: string, target: HostPath): boolean {
	try {
		return locate(root, target).target !== target;
	} catch (error) {
		if (error instanceof AuthgraftError && error.code === 'AG_OUTSIDE_HOST') return true;
		throw error;
	}
}

/**
 * Brings files of an entry to one side, all bytes first written beside the journal, then moved in. Files that
 * stand there already are left alone, and so are changed ones. Does it again from the start when it was killed.
 *
 * @returns the files that were changed by somebody else
 */
export function bring(
	disk: Disk,
	root: string,
	entry: Entry,
	files: JournalFile[],
	side: Side,
): JournalFile[] {
	stage(disk, root, entry, files, side);
	return moveIn(disk, root, entry, files, side);
}

/** First half of `bring`: writes what has to be moved. Touches nothing outside `.authgraft/`. */
export function stage(disk: Disk, root: string, entry: Entry, files: JournalFile[], side: Side): void {
	plainFolder(join(entry.folder, 'next'));
	for (const file of files) {
		const state = file[side];
		const now = standing(root, file);
		if (!state || now.side !== other(side)) continue;
		about(file.path, () => stageOne(disk, entry, file, state, now, side));
	}
	disk.syncFolder(join(entry.folder, 'next'));
}

function stageOne(
	disk: Disk,
	entry: Entry,
	file: JournalFile,
	state: FileState,
	now: Standing,
	side: Side,
): void {
	const next = nextOf(entry, file);
	// A mode that the user set since stays: an undo must not open an env file that was closed meanwhile.
	const mode = now.stats && modeOf(now.stats) !== file[other(side)]?.mode ? modeOf(now.stats) : state.mode;
	disk.writeFile(next, keptBytes(entry, state.sha256), { mode });
	const owner = lstatSync(next);
	if (now.stats && (now.stats.uid !== owner.uid || now.stats.gid !== owner.gid)) {
		// Run as root, say in a container, the file would end up as root's. Others may not give files away.
		unless(['EPERM', 'EINVAL'], () =>
			disk.chown(next, now.stats?.uid ?? owner.uid, now.stats?.gid ?? owner.gid),
		);
	}
}

/** Second half of `bring`: renames and deletions only. */
export function moveIn(
	disk: Disk,
	root: string,
	entry: Entry,
	files: JournalFile[],
	side: Side,
): JournalFile[] {
	if (side === 'after') makeFolders(disk, root, entry);
	const touched = new Set<string>();
	const changed: JournalFile[] = [];
	for (const file of files) {
		const now = standing(root, file).side;
		if (now === 'changed') changed.push(file);
		if (now !== other(side)) continue;
		const path = join(root, file.target);
		about(file.path, () => (file[side] ? disk.rename(nextOf(entry, file), path) : disk.unlink(path)));
		touched.add(dirname(path));
	}
	for (const folder of touched) disk.syncFolder(folder);
	if (side === 'before') removeFolders(disk, root, entry);
	return changed;
}

function makeFolders(disk: Disk, root: string, entry: Entry): void {
	for (const folder of entry.journal.folders) {
		const path = join(root, folder);
		if (existsSync(path) || isElsewhere(root, folder)) continue;
		about(folder, () => disk.mkdir(path));
		disk.syncFolder(dirname(path));
	}
}

/** Removes the folders that the plan created, where they are empty now. */
export function removeFolders(disk: Disk, root: string, entry: Entry): void {
	for (const folder of entry.journal.folders.toReversed()) {
		const path = join(root, folder);
		if (isElsewhere(root, folder) || !lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
		unless(['ENOTEMPTY', 'EEXIST'], () => disk.rmdir(path));
	}
}

const other = (side: Side): Side => (side === 'before' ? 'after' : 'before');
const modeOf = (stats: Stats): number => stats.mode & 0o7777;
const nextOf = (entry: Entry, file: JournalFile): string =>
	join(entry.folder, 'next', String(entry.journal.files.indexOf(file)));
