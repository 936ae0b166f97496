import { AuthgraftError } from '../errors.ts';
import type { HostPath } from './change.ts';
import { type Disk, realDisk } from './disk/index.ts';
import { realRoot } from './disk/paths.ts';
import { uninterrupted } from './disk/signals.ts';
import { fileChanged, halfDone, stoppedHalfway } from './failures.ts';
import { removeEntry } from './journal/home.ts';
import { type Entry, type JournalFile, keptBytes, readJournal, writeJournal } from './journal/index.ts';
import { withLock } from './journal/lock.ts';
import { bring, type Standing, standing } from './place.ts';
import { textDiff } from './preview.ts';

/** A file that the user changed after the plan. Undo leaves it. */
export interface Left {
	path: HostPath;
	/** `replaced`: a folder or a link stands there now, or on the way there. */
	reason: 'changed' | 'deleted' | 'replaced';
	/** From what we left to what stands there, as a unified diff. For secret files it says only that they differ. */
	diff: string;
}

export interface Undone {
	/** The command line of the plan, `init`. */
	command: string;
	/** Nothing was written: this is what an undo would do. */
	dryRun: boolean;
	/** Files that got their bytes and mode from before the plan. */
	restored: HostPath[];
	/** Files that the plan had created. They are gone, and so are its folders that became empty. */
	removed: HostPath[];
	left: Left[];
}

/**
 * Takes the last applied plan back, or with `dryRun` says what that would do.
 *
 * @throws AG_NOTHING_TO_UNDO when no plan is left
 * @throws AG_JOURNAL_INVALID, AG_LOCKED, AG_NOT_WRITABLE; then the host is as it was
 */
export async function undoLast(
	root: string,
	{ dryRun = false, disk = realDisk }: { dryRun?: boolean; disk?: Disk } = {},
): Promise<Undone> {
	const real = realRoot(root);
	let survey = look(real);
	if (!dryRun) {
		survey = await uninterrupted(() =>
			withLock(real, disk, () => {
				const found = look(real);
				takeBack(disk, real, found);
				return found;
			}),
		);
	}
	return report(survey, dryRun);
}

interface Survey {
	entry: Entry;
	/** Files that stand as the plan left them. */
	ours: JournalFile[];
	/** Files that do not, with the text that the plan left. Those that stand as before the plan are no matter. */
	changed: { file: JournalFile; after: Buffer; now: Standing }[];
}

function look(root: string): Survey {
	const entry = readJournal(root).at(-1);
	if (!entry) throw nothingToUndo();
	if (entry.journal.state !== 'applied') throw stoppedHalfway(entry.journal.command);
	const survey: Survey = { entry, ours: [], changed: [] };
	for (const file of entry.journal.files) {
		const now = standing(root, file);
		if (now.side === 'after') survey.ours.push(file);
		if (now.side === 'changed') {
			survey.changed.push({ file, now, after: keptBytes(entry, file.after.sha256) });
		}
	}
	return survey;
}

function takeBack(disk: Disk, root: string, { entry, ours }: Survey): void {
	const { journal } = entry;
	let marked = false;
	try {
		journal.undoing = ours.map(({ target }) => target);
		journal.state = 'undoing';
		writeJournal(disk, entry);
		marked = true;
		const [changed] = bring(disk, root, entry, ours, 'before');
		if (changed) throw fileChanged(changed.path, 'was changed while authgraft ran');
	} catch (error) {
		if (marked) putBack(disk, root, entry, ours, error);
		throw error;
	}
	removeEntry(disk, entry);
}

/** After a failure: the host as the plan left it. When that fails too, the next command does it. */
function putBack(disk: Disk, root: string, entry: Entry, files: JournalFile[], cause: unknown): void {
	try {
		bring(disk, root, entry, files, 'after');
		entry.journal.state = 'applied';
		entry.journal.undoing = [];
		writeJournal(disk, entry);
	} catch {
		throw halfDone(cause);
	}
}

async function report({ entry, ours, changed }: Survey, dryRun: boolean): Promise<Undone> {
	const left: Left[] = [];
	for (const { file, after, now } of changed) {
		const { path, secret } = file;
		if (now.data === undefined) {
			left.push({ path, reason: 'replaced', diff: '' });
			continue;
		}
		const diff = await textDiff({
			path,
			secret,
			before: after.toString(),
			after: now.data?.toString() ?? null,
		});
		left.push({ path, reason: now.data ? 'changed' : 'deleted', diff });
	}
	return {
		command: entry.journal.command,
		dryRun,
		restored: ours.filter(({ before }) => before !== null).map(({ path }) => path),
		removed: ours.filter(({ before }) => before === null).map(({ path }) => path),
		left,
	};
}

const nothingToUndo = (): AuthgraftError =>
	new AuthgraftError(
		'AG_NOTHING_TO_UNDO',
		'There is no applied plan in this project that could be taken back',
		'Run undo in the project that authgraft changed, or pass its folder with --cwd.',
	);
