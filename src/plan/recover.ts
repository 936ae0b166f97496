import { existsSync } from 'node:fs';
import { AuthgraftError } from '../errors.ts';
import type { HostPath } from './change.ts';
import { type Disk, errno, realDisk } from './disk/index.ts';
import { homeOf, realRoot } from './disk/paths.ts';
import { uninterrupted } from './disk/signals.ts';
import { halfDone } from './failures.ts';
import { removeEntry } from './journal/home.ts';
import {
	type Entry,
	entryNumbers,
	type JournalFile,
	readJournal,
	stagings,
	writeJournal,
} from './journal/index.ts';
import { withLock } from './journal/lock.ts';
import { bring, removeFolders, standing } from './place.ts';

/** What became of a run that was killed. */
export interface Recovery {
	/** Its changes are all there, or none of them. */
	outcome: 'finished' | 'rolled back';
	/** What was killed: an apply, or the undo of one. */
	run: 'apply' | 'undo';
	/** The command line of the plan, `init`. */
	command: string;
	/** Files of the run that stand as the outcome says. */
	files: HostPath[];
	/** Files that somebody changed since the kill. They were left alone. */
	left: HostPath[];
}

/**
 * Cleans up after a run that was killed; to be called at the start of every command. When all its files had
 * been moved it is finished, otherwise they go back, byte for byte, as do modes and folders. Reads only when
 * there is nothing to clean up.
 *
 * @returns null when no run was killed, or only before or after it touched the host
 * @throws AG_JOURNAL_INVALID, AG_LOCKED, AG_NOT_WRITABLE
 */
export async function recover(
	root: string,
	{ disk = realDisk }: { disk?: Disk } = {},
): Promise<Recovery | null> {
	const real = realRoot(root);
	if (!hasLeftovers(real) && !needsRecovery(real)) return null;
	return uninterrupted(() =>
		withLock(real, disk, () => {
			for (const folder of stagings(real)) removeEntry(disk, { folder });
			const last = readJournal(real).at(-1);
			return last && last.journal.state !== 'applied' ? settle(disk, real, last) : null;
		}),
	);
}

function markApplied(disk: Disk, entry: Entry): void {
	entry.journal.state = 'applied';
	entry.journal.undoing = [];
	writeJournal(disk, entry);
}

/**
 * Whether a run was killed while it moved files, so that `recover` will write into the host. Reads only.
 *
 * @throws AG_JOURNAL_INVALID
 */
export function needsRecovery(root: string): boolean {
	const last = readJournal(realRoot(root)).at(-1);
	return last !== undefined && last.journal.state !== 'applied';
}

/** A kill before the first file was moved, or after the last, leaves something in our own folder only. */
function hasLeftovers(root: string): boolean {
	if (!existsSync(homeOf(root))) return false;
	return entryNumbers(root).length === 0 || stagings(root).length > 0;
}

function settle(disk: Disk, root: string, entry: Entry): Recovery {
	const { journal } = entry;
	const run = journal.state === 'undoing' ? 'undo' : 'apply';
	const files =
		run === 'undo' ? journal.files.filter(({ target }) => journal.undoing.includes(target)) : journal.files;
	const [from, to] = run === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const);

	const finished = files.every((file) => standing(root, file).side === to);
	const left: JournalFile[] = [];
	try {
		if (!finished) left.push(...bring(disk, root, entry, files, from));
		else if (run === 'undo') removeFolders(disk, root, entry);
		// The entry stays exactly when the plan's changes stand in the host.
		if (finished === (run === 'apply')) markApplied(disk, entry);
		else removeEntry(disk, entry);
	} catch (error) {
		// Not one of the errors that say that the host is as it was.
		const isSystem = error instanceof AuthgraftError ? error.code === 'AG_NOT_WRITABLE' : errno(error);
		throw isSystem ? halfDone(error) : error;
	}
	return {
		outcome: finished ? 'finished' : 'rolled back',
		run,
		command: journal.command,
		files: files.filter((file) => !left.includes(file)).map(({ path }) => path),
		left: left.map(({ path }) => path),
	};
}
