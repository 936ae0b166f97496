import { join } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import {
	type HostPath,
	isRefusal,
	isWrite,
	type Plan,
	type RefuseChange,
	type WriteChange,
} from './change.ts';
import { type Checked, checkChanges } from './check.ts';
import { type Disk, realDisk } from './disk/index.ts';
import { realRoot } from './disk/paths.ts';
import { uninterrupted } from './disk/signals.ts';
import { fileChanged, halfDone, stoppedHalfway } from './failures.ts';
import { openEntry, removeEntry } from './journal/home.ts';
import {
	type Entry,
	JOURNAL_VERSION,
	type JournalFile,
	keepBytes,
	readJournal,
	sha256,
	stagings,
	writeJournal,
} from './journal/index.ts';
import { withLock } from './journal/lock.ts';
import { isSecret } from './mask.ts';
import { bring, moveIn, stage } from './place.ts';
import { checkSyntax } from './syntax.ts';

export interface Applied {
	/** Files that were written, in the plan's order. Empty when there was nothing to do. */
	written: WriteChange[];
	/** Refusals that `skipRefused` went past. */
	refused: RefuseChange[];
}

/**
 * Makes all changes of a plan, or none. What it did is kept under `.authgraft/`, for undo and for a kill.
 *
 * @throws AG_REFUSED when the plan holds refusals and `skipRefused` is not set
 * @throws AG_OUTSIDE_HOST, AG_FILE_CHANGED, AG_NOT_WRITABLE, AG_SYNTAX, AG_LOCKED; then the host is as it was
 */
export async function applyPlan(
	plan: Plan,
	{ disk = realDisk, skipRefused = false }: { disk?: Disk; skipRefused?: boolean } = {},
): Promise<Applied> {
	const refused = plan.changes.filter(isRefusal);
	if (refused.length > 0 && !skipRefused) throw refusedError(refused);
	const written = plan.changes.filter(isWrite).filter(({ before, after }) => before !== after);
	if (written.length === 0) return { written, refused };

	const root = realRoot(plan.root);
	// Once before anything is made in the host, so that a plan that can not be applied leaves no trace ...
	checkChanges(root, written);
	await checkSyntax(written);
	await uninterrupted(() =>
		withLock(root, disk, () => {
			const last = readJournal(root).at(-1);
			if (last && last.journal.state !== 'applied') throw stoppedHalfway(last.journal.command);
			// ... and once with nobody else at work.
			commit(disk, root, plan.command, checkChanges(root, written));
		}),
	);
	return { written, refused };
}

function commit(disk: Disk, root: string, command: string, checked: Checked[]): void {
	for (const folder of stagings(root)) removeEntry(disk, { folder });
	const entry: Entry = { ...openEntry(disk, root), journal: journalOf(command, checked) };
	const { journal } = entry;
	let committed = false;
	try {
		for (const { change } of checked) {
			if (change.before !== null) keepBytes(disk, entry, Buffer.from(change.before));
			keepBytes(disk, entry, Buffer.from(change.after));
		}
		disk.syncFolder(join(entry.folder, 'files'));
		stage(disk, root, entry, journal.files, 'after');
		writeJournal(disk, entry);
		committed = true;
		const [changed] = moveIn(disk, root, entry, journal.files, 'after');
		if (changed) throw fileChanged(changed.path, 'was changed while authgraft ran');
		journal.state = 'applied';
		writeJournal(disk, entry);
		prune(disk, root);
	} catch (error) {
		takeBack(disk, root, entry, committed, error);
		throw error;
	}
}

/** Plans that can be taken back one after the other. What is older would only keep secrets that were replaced since. */
const keptEntries = 20;

function prune(disk: Disk, root: string): void {
	for (const entry of readJournal(root).slice(0, -keptEntries)) removeEntry(disk, entry);
}

/** After a failure: the host as it was, the entry gone. When that fails too, the next command does it. */
function takeBack(disk: Disk, root: string, entry: Entry, committed: boolean, cause: unknown): void {
	try {
		if (committed) bring(disk, root, entry, entry.journal.files, 'before');
		removeEntry(disk, entry);
	} catch {
		if (committed) throw halfDone(cause);
	}
}

function journalOf(command: string, checked: Checked[]): Entry['journal'] {
	return {
		version: JOURNAL_VERSION,
		command,
		state: 'applying',
		at: new Date().toISOString(),
		folders: [...new Set<HostPath>(checked.flatMap(({ folders }) => folders))],
		files: checked.map(journalFile),
		undoing: [],
		installed: {},
	};
}

function journalFile({ change, target, mode }: Checked): JournalFile {
	const secret = isSecret(change);
	const created = secret ? 0o600 : 0o666 & ~process.umask();
	const { path, before, after } = change;
	return {
		path,
		target,
		secret,
		before: before === null || mode === null ? null : { sha256: sha256(Buffer.from(before)), mode },
		after: { sha256: sha256(Buffer.from(after)), mode: mode ?? created },
	};
}

function refusedError(refused: RefuseChange[]): AuthgraftError {
	const where = ({ path, line, reason }: RefuseChange) => `${path}${line ? `:${line}` : ''} (${reason})`;
	return new AuthgraftError(
		'AG_REFUSED',
		`authgraft does not know how to change ${refused.map(where).join(', ')}; the project is as it was`,
		'Paste the snippets shown by hand and run the command again, or pass --skip-refused to make the other changes.',
	);
}
