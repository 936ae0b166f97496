import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { skippedFolders } from './folders.ts';

/** A scan gives up after so many entries: a host may hold anything, and nothing that we scan for lies deep. */
const maxEntries = 4000;
const maxDepth = 6;

/** Names of the files below a folder, nearest first. Links are not followed, unreadable folders passed over. */
export function* readFiles(root: string): Generator<string> {
	for (const entry of entries(root)) if (entry.isFile()) yield entry.name;
}

/** Paths of the files below a folder of a project, relative to the project and with `/`, nearest first. */
export function* readPaths(root: string, folder: string): Generator<string> {
	for (const entry of entries(join(root, folder)))
		if (entry.isFile()) yield relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
}

/**
 * Absolute paths of the folders below a folder, nearest first.
 * @param depth how many folders down
 */
export function* readFolders(root: string, depth = maxDepth): Generator<string> {
	for (const entry of entries(root, depth)) if (entry.isDirectory()) yield join(entry.parentPath, entry.name);
}

function* entries(root: string, levels = maxDepth): Generator<Dirent> {
	let seen = 0;
	let level = [root];
	for (let depth = 0; depth < levels && level.length > 0; depth++) {
		const next: string[] = [];
		for (const folder of level) {
			for (const entry of readEntries(folder)) {
				if (++seen > maxEntries) return;
				if (entry.isDirectory() && skippedFolders.has(entry.name)) continue;
				yield entry;
				if (entry.isDirectory()) next.push(join(folder, entry.name));
			}
		}
		level = next;
	}
}

/** A folder without read permission must not crash the scan (docs/failure-checklist.md, row 55). */
function readEntries(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
