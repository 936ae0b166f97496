import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostPath } from './change.ts';
import { type Disk, errno, realDisk } from './disk/index.ts';
import { isHostPath, realRoot } from './disk/paths.ts';
import { uninterrupted } from './disk/signals.ts';
import { keepBytes, readJournal, sha256, writeJournal } from './journal/index.ts';
import { withLock } from './journal/lock.ts';

/**
 * What the applied plans, and the installs after them, left: SHA-256 by path, the last state of each.
 *
 * @throws AG_JOURNAL_INVALID
 */
export function leftByUs(root: string): Map<HostPath, string> {
	const left = new Map<HostPath, string>();
	for (const { journal } of readJournal(realRoot(root))) {
		for (const { path, target, after } of journal.files) {
			left.set(path, after.sha256);
			// git names the file behind a symbolic link.
			left.set(target, after.sha256);
		}
		for (const [path, hash] of Object.entries(journal.installed)) left.set(path, hash);
	}
	return left;
}

/** Whether a file stands exactly as we left it. Pass `left` when asking for many. */
export function isOurs(root: string, path: HostPath, left = leftByUs(root)): boolean {
	const hash = left.get(path);
	return hash !== undefined && hash === hashOf(root, path);
}

/**
 * Notes how files stand after our install step, so that they count as ours: lock files, and a package.json that
 * the package manager wrote again. A file of the last plan is noted as what that plan left, so that undo still
 * takes it back. Paths outside the host and missing files are passed over, as is everything when no plan is applied.
 *
 * @throws AG_JOURNAL_INVALID, AG_LOCKED, AG_NOT_WRITABLE
 */
export async function recordInstalled(
	root: string,
	files: HostPath[],
	{ disk = realDisk }: { disk?: Disk } = {},
): Promise<void> {
	const real = realRoot(root);
	if (readJournal(real).length === 0) return;
	await uninterrupted(() =>
		withLock(real, disk, () => {
			const entry = readJournal(real).at(-1);
			if (entry?.journal.state !== 'applied') return;
			for (const path of files.filter(isHostPath)) {
				const data = dataOf(real, path);
				if (!data) continue;
				const file = entry.journal.files.find((one) => one.path === path);
				if (file) {
					keepBytes(disk, entry, data);
					file.after.sha256 = sha256(data);
				} else {
					entry.journal.installed[path] = sha256(data);
				}
			}
			writeJournal(disk, entry);
		}),
	);
}

const hashOf = (root: string, path: HostPath): string | undefined => {
	const data = dataOf(root, path);
	return data && sha256(data);
};

function dataOf(root: string, path: HostPath): Buffer | undefined {
	try {
		return readFileSync(join(root, path));
	} catch (error) {
		if (errno(error) === undefined) throw error;
		return undefined;
	}
}
