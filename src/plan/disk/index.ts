import {
	chownSync,
	closeSync,
	constants,
	fchmodSync,
	fsyncSync,
	mkdirSync,
	openSync,
	renameSync,
	rmdirSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { patient } from './patience.ts';

/**
 * Every operation by which apply, undo and recover change the disk; nothing in this folder writes past it.
 * All of them are synchronous, so that no other code of this process runs between two of them. The tests
 * hand in a Disk that dies or fails at the n-th call.
 */
export interface Disk {
	/** Makes one folder; its parent exists. `mode` is subject to the umask. */
	mkdir(path: string, mode?: number): void;
	/**
	 * Writes a whole file and waits until it lies on the medium. `mode` is exact, whatever the umask.
	 * `exclusive` throws EEXIST when there is a file already.
	 */
	writeFile(path: string, data: Uint8Array, options: { mode: number; exclusive?: boolean }): void;
	/** Moves a file over whatever is there, in one step. */
	rename(from: string, to: string): void;
	unlink(path: string): void;
	/** Removes one folder; throws ENOTEMPTY when something lies in it. */
	rmdir(path: string): void;
	chown(path: string, uid: number, gid: number): void;
	/** Waits until the names in a folder (files moved in or out) lie on the medium. */
	syncFolder(path: string): void;
}

/** Never through a link: a project may put one where we write. Windows has no such flag, and asks for a right to make links. */
const writing = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

export const realDisk: Disk = {
	mkdir(path, mode = 0o777) {
		mkdirSync(path, { mode });
	},
	writeFile(path, data, { mode, exclusive = false }) {
		const file = openSync(path, writing | (exclusive ? constants.O_EXCL : constants.O_TRUNC), mode);
		try {
			// Opening applies the umask, and leaves the mode of a file that is there already alone.
			fchmodSync(file, mode);
			writeFileSync(file, data);
			fsyncSync(file);
		} catch (error) {
			// Half a file that was to be the only one would be in everybody's way.
			if (exclusive) unlinkSync(path);
			throw error;
		} finally {
			closeSync(file);
		}
	},
	rename: (from, to) => patient(() => renameSync(from, to)),
	unlink: (path) => patient(() => unlinkSync(path)),
	rmdir: (path) => patient(() => rmdirSync(path)),
	chown: chownSync,
	syncFolder(path) {
		// Windows can not open folders.
		if (process.platform === 'win32') return;
		const folder = openSync(path, 'r');
		try {
			fsyncSync(folder);
		} finally {
			closeSync(folder);
		}
	},
};

/** `ENOENT`, `EACCES`, ...: the system's name of a failed file operation, or undefined for other errors. */
export function errno(error: unknown): string | undefined {
	if (!(error instanceof Error) || !('code' in error)) return undefined;
	return 'syscall' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs a file operation and lets the named failures pass in silence. */
export function unless(names: string[], operation: () => void): void {
	try {
		operation();
	} catch (error) {
		const name = errno(error);
		if (name === undefined || !names.includes(name)) throw error;
	}
}
