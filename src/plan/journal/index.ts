import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../change.ts';
import { type Disk, errno } from '../disk/index.ts';
import { HOME, homeOf, isHostPath, plainFile, plainFolder } from '../disk/paths.ts';
import { journalInvalid, notOurs } from '../failures.ts';
import { findKey, isSigned, sealed, signature, unsealed, userKey } from './key.ts';

/*
 * .authgraft/journal/0001/   one applied plan
 *   journal.json             what it did, signed with the user's key. The entry counts only while this file is there
 *   files/<sha256>           the bytes of every touched file, before and after, sealed with the user's key
 *   next/<n>                 the n-th file, on its way into the host
 */

export const JOURNAL_VERSION = 2;

export interface FileState {
	sha256: string;
	/** Permission bits, `0o644`. */
	mode: number;
}

export interface JournalFile {
	/** As the plan names it. */
	path: HostPath;
	/** Where it really lies: differs from `path` behind a symbolic link. */
	target: HostPath;
	secret: boolean;
	/** null when the plan created the file. */
	before: FileState | null;
	after: FileState;
}

export interface Journal {
	version: typeof JOURNAL_VERSION;
	command: string;
	/** `applying` and `undoing` on disk without a living process mean that it was killed: see recover.ts. */
	state: 'applying' | 'applied' | 'undoing';
	/** When it was applied, ISO 8601. */
	at: string;
	/** Folders that the plan created, outermost first. */
	folders: HostPath[];
	files: JournalFile[];
	/** While undoing: targets of the files that are taken back. The others stay because the user changed them. */
	undoing: HostPath[];
	/** SHA-256 of files that the install after the plan left, lock files first of all. */
	installed: Record<HostPath, string>;
}

export interface Entry {
	number: number;
	/** Absolute path of its folder. */
	folder: string;
	journal: Journal;
}

export const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const journalFolder = (root: string): string => join(homeOf(root), 'journal');
const journalFile = (folder: string): string => join(folder, 'journal.json');

export const entryFolder = (root: string, number: number): string =>
	join(journalFolder(root), String(number).padStart(4, '0'));

/** Numbers of all entries, committed or not, lowest first. */
export function entryNumbers(root: string): number[] {
	try {
		const folder = plainFolder(journalFolder(root));
		const numbers = readdirSync(folder)
			.filter((name) => /^\d{4,15}$/.test(name))
			.map(Number);
		for (const number of numbers) plainFolder(entryFolder(root, number));
		return numbers.sort((a, b) => a - b);
	} catch (error) {
		if (errno(error) === 'ENOENT') return [];
		throw error;
	}
}

/** Folders of entries that were never committed, or half removed. */
export const stagings = (root: string): string[] =>
	entryNumbers(root)
		.map((number) => entryFolder(root, number))
		.filter((folder) => !existsSync(journalFile(folder)));

/**
 * The committed entries, oldest first. All but the last are applied.
 *
 * @throws AG_JOURNAL_INVALID when one can not be read or was written by a newer authgraft
 */
export function readJournal(root: string): Entry[] {
	const entries: Entry[] = [];
	for (const number of entryNumbers(root)) {
		const folder = entryFolder(root, number);
		const text = readIfThere(journalFile(folder));
		if (text !== undefined) entries.push({ number, folder, journal: parse(nameOf(number), text) });
	}
	const pending = entries.slice(0, -1).find((entry) => entry.journal.state !== 'applied');
	if (pending) throw journalInvalid(nameOf(pending.number), 'is unfinished, but was followed by others');
	return entries;
}

/** A journal as its file has it: with the proof that this user wrote it. */
export function journalText(journal: Journal, key = userKey()): string {
	// As it will be read: numbers among the keys of an object change places on the way.
	const plain: Journal = JSON.parse(JSON.stringify(journal));
	return `${JSON.stringify({ ...plain, signature: signature(key, JSON.stringify(plain)) }, null, '\t')}\n`;
}

/** Replaces the entry's journal.json in one step. The first call commits the entry. */
export function writeJournal(disk: Disk, entry: Entry): void {
	const file = journalFile(entry.folder);
	disk.writeFile(`${file}.tmp`, Buffer.from(journalText(entry.journal)), { mode: 0o600 });
	disk.rename(`${file}.tmp`, file);
	disk.syncFolder(entry.folder);
}

/** Keeps bytes in the entry under their hash. */
export function keepBytes(disk: Disk, entry: Entry, data: Uint8Array): void {
	const folder = plainFolder(join(entry.folder, 'files'));
	disk.writeFile(join(folder, sha256(data)), sealed(userKey(), data), { mode: 0o600 });
}

/** Bytes that `keepBytes` kept. Throws AG_JOURNAL_INVALID when they are gone or damaged. */
export function keptBytes(entry: Entry, hash: string): Buffer {
	const name = `journal/${basename(entry.folder)}/files/${hash}`;
	const kept = readIfThere(join(entry.folder, 'files', hash));
	if (kept === undefined) throw journalInvalid(name, 'is gone');
	const data = unsealed(findKey(), kept);
	if (data === undefined || sha256(data) !== hash) throw journalInvalid(name, 'was changed or is damaged');
	return data;
}

function readIfThere(file: string): Buffer | undefined {
	try {
		return readFileSync(plainFile(file));
	} catch (error) {
		if (errno(error) === 'ENOENT') return undefined;
		throw error;
	}
}

const nameOf = (number: number): string => `journal/${String(number).padStart(4, '0')}/journal.json`;

function parse(name: string, text: Buffer): Journal {
	let value: unknown;
	try {
		value = JSON.parse(text.toString());
	} catch {
		throw journalInvalid(name, 'is not JSON');
	}
	if (!isObject(value) || typeof value.version !== 'number') throw journalInvalid(name, 'has no version');
	if (value.version > JOURNAL_VERSION) {
		throw new AuthgraftError(
			'AG_JOURNAL_INVALID',
			`${HOME}/${name} has format ${value.version}; this authgraft knows ${JOURNAL_VERSION}`,
			'Use the authgraft version that wrote it, most likely the newest: npx authgraft@latest.',
		);
	}
	const { signature: given, ...journal } = value;
	if (!isSigned(findKey(), JSON.stringify(journal), given)) throw notOurs(name);
	if (!isJournal(journal)) throw journalInvalid(name, 'is damaged');
	return journal;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isPath = (value: unknown): value is HostPath => typeof value === 'string' && isHostPath(value);
const isPaths = (value: unknown): value is HostPath[] => Array.isArray(value) && value.every(isPath);
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isState = (value: unknown): value is FileState =>
	isObject(value) &&
	isHash(value.sha256) &&
	Number.isInteger(value.mode) &&
	(value.mode as number) >= 0 &&
	(value.mode as number) <= 0o7777;

const isFile = (value: unknown): value is JournalFile =>
	isObject(value) &&
	isPath(value.path) &&
	isPath(value.target) &&
	typeof value.secret === 'boolean' &&
	(value.before === null || isState(value.before)) &&
	isState(value.after);

const isJournal = (value: Record<string, unknown>): value is Record<string, unknown> & Journal =>
	typeof value.command === 'string' &&
	['applying', 'applied', 'undoing'].includes(value.state as string) &&
	typeof value.at === 'string' &&
	isPaths(value.folders) &&
	Array.isArray(value.files) &&
	value.files.every(isFile) &&
	isPaths(value.undoing) &&
	isObject(value.installed) &&
	Object.entries(value.installed).every(([path, hash]) => isHostPath(path) && isHash(hash));
