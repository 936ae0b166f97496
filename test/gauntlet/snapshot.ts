import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A file, folder or link as it stands. */
export interface Entry {
	/** `file 644`, `folder 755`, `link`: kind and permission bits. */
	kind: string;
	/** Content of a file, target of a link; empty for a folder. */
	bytes: Buffer;
}

export type Snapshot = Map<string, Entry>;

/** Everything in a folder but `.git`, read in full. */
export function snapshot(root: string): Snapshot {
	const entries: Snapshot = new Map();
	const walk = (folder: string) => {
		for (const name of readdirSync(join(root, folder)).sort()) {
			const path = folder === '' ? name : `${folder}/${name}`;
			if (path === '.git') continue;
			const absolute = join(root, path);
			const stats = lstatSync(absolute);
			const mode = (stats.mode & 0o7777).toString(8);
			if (stats.isSymbolicLink())
				entries.set(path, { kind: 'link', bytes: Buffer.from(readlinkSync(absolute)) });
			else if (stats.isDirectory()) {
				entries.set(path, { kind: `folder ${mode}`, bytes: Buffer.alloc(0) });
				walk(path);
			} else entries.set(path, { kind: `file ${mode}`, bytes: readFileSync(absolute) });
		}
	};
	walk('');
	return entries;
}

export interface Difference {
	path: string;
	/** Bytes that differ; 0 when only the kind or the mode does, or when a folder or an empty file came or went. */
	bytes: number;
}

/** What differs between two states, path by path. */
export function differences(before: Snapshot, after: Snapshot): Difference[] {
	const paths = new Set([...before.keys(), ...after.keys()]);
	return [...paths].sort().flatMap((path) => {
		const [was, is] = [before.get(path), after.get(path)];
		if (was && is && was.kind === is.kind && was.bytes.equals(is.bytes)) return [];
		return [{ path, bytes: differingBytes(was?.bytes, is?.bytes) }];
	});
}

function differingBytes(was: Buffer = Buffer.alloc(0), is: Buffer = Buffer.alloc(0)): number {
	let count = Math.abs(was.length - is.length);
	for (let index = 0; index < Math.min(was.length, is.length); index++) if (was[index] !== is[index]) count++;
	return count;
}
