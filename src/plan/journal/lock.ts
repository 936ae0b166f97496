import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import { type Disk, errno, unless } from '../disk/index.ts';
import { HOME, homeOf, plainFile } from '../disk/paths.ts';
import { about } from '../failures.ts';
import { closeHome, emptyHome, hideHome, openHome } from './home.ts';

/** A lock whose text is not readable yet is believed for this long: its owner writes it at once. */
const UNREADABLE_FOR = 2_000;

/**
 * Where the system does not say when a process started, its number alone is believed for this long: Windows soon gives it to
 * another one. No run holds a lock longer, since nothing but files is written meanwhile.
 */
const NUMBER_FOR = 10 * 60_000;

/**
 * Runs `work` while no other authgraft process changes this host. Afterwards `.authgraft/` is removed when it
 * holds no entry.
 *
 * `work` is synchronous: nothing else of this process can run meanwhile, so a lock with our own pid is an old one.
 *
 * @throws AG_LOCKED naming the process that holds the lock. A lock of a dead process is taken over
 * @throws AG_NOT_WRITABLE when `.authgraft/` can not be made
 */
export function withLock<T>(root: string, disk: Disk, work: () => T): T {
	about(`${HOME}/lock`, () => acquire(root, disk));
	try {
		about(`${HOME}/.gitignore`, () => hideHome(disk, root));
		return about(HOME, work);
	} finally {
		release(root, disk);
	}
}

function acquire(root: string, disk: Disk): void {
	const lock = join(homeOf(root), 'lock');
	const text = Buffer.from(`${process.pid} ${startOf(process.pid)}\n`);
	for (let attempt = 1; ; attempt++) {
		openHome(disk, root);
		try {
			disk.writeFile(lock, text, { mode: 0o600, exclusive: true });
			return;
		} catch (error) {
			// ENOENT: a process that just ended removed the folder.
			const again = attempt < 5 && ['EEXIST', 'ENOENT'].includes(errno(error) ?? '');
			if (!again) {
				closeHome(disk, root);
				throw error;
			}
			if (errno(error) === 'EEXIST') takeOver(disk, lock);
		}
	}
}

/** Moves a stale lock aside. Returns when the lock may be tried again, throws AG_LOCKED when it is alive. */
function takeOver(disk: Disk, lock: string): void {
	const owner = readOwner(lock);
	if (owner === undefined) return;
	if (owner.alive) throw locked(owner.pid);
	const aside = `${lock}.${process.pid}`;
	// Between reading and moving, another process may have taken the stale lock over. Then what we moved is its
	// living lock, and goes back.
	unless(['ENOENT'], () => disk.rename(lock, aside));
	const moved = readOwner(aside);
	if (moved?.alive) {
		unless(['ENOENT'], () => disk.rename(aside, lock));
		throw locked(moved.pid);
	}
	unless(['ENOENT'], () => disk.unlink(aside));
}

/** Who holds a lock; undefined when it is gone. */
function readOwner(lock: string): { pid: number | undefined; alive: boolean } | undefined {
	try {
		const [, pid, start] = /^(\d+) (\S+)\n$/.exec(readFileSync(plainFile(lock), 'utf8')) ?? [];
		if (pid === undefined || start === undefined) {
			return { pid: undefined, alive: ageOf(lock) < UNREADABLE_FOR };
		}
		return { pid: Number(pid), alive: isAlive(Number(pid), start, ageOf(lock)) };
	} catch (error) {
		if (errno(error) === 'ENOENT') return undefined;
		throw error;
	}
}

const ageOf = (lock: string): number => Date.now() - statSync(lock).mtimeMs;

function isAlive(pid: number, start: string, age: number): boolean {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
	} catch (error) {
		// EPERM: it lives, under another user.
		if (errno(error) === 'ESRCH') return false;
	}
	const known = startOf(pid);
	if (start !== '-' && known !== '-') return start === known;
	// Another user's process may be hidden from us, too: then the number has to do.
	return age < NUMBER_FOR;
}

/**
 * When a process started, as Linux counts it: tells a process from a later one with the same number, which is
 * common in containers, where numbers are small. `-` where the system does not say.
 */
function startOf(pid: number): string {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field is the name in brackets and may hold anything; the start is field 22.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
	} catch {
		return '-';
	}
}

function release(root: string, disk: Disk): void {
	try {
		emptyHome(disk, root);
		unless(['ENOENT'], () => disk.unlink(join(homeOf(root), 'lock')));
		closeHome(disk, root);
	} catch (error) {
		// What stays is a lock without a living owner, which the next process takes over.
		if (errno(error) === undefined) throw error;
	}
}

function locked(pid: number | undefined): AuthgraftError {
	const who = pid === undefined ? '' : ` (process ${pid})`;
	return new AuthgraftError(
		'AG_LOCKED',
		`Another authgraft${who} is changing this project`,
		`Wait until it is done. If there is no such process, remove ${HOME}/lock.`,
	);
}
