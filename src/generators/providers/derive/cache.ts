import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../host/packages/manifest.ts';
import { checkDerivation } from './check.ts';
import type { Derivation } from './index.ts';

/** Counted up when `index.ts` finds out more, so that older caches are made anew. */
const format = 2;

const folderOf = (root: string): string => join(root, 'node_modules', '.cache', 'authgraft');
const fileOf = (root: string, version: string): string => join(folderOf(root), `providers-${version}.json`);

/** What was derived before from this version, if it is still to be read and as it should be. */
export function readCache(root: string, version: string): Derivation | undefined {
	try {
		const file = fileOf(root, version);
		if (lstatSync(file).size > 500_000) return undefined;
		const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
		return isObject(value) && value.format === format ? checkDerivation(value) : undefined;
	} catch {
		return undefined;
	}
}

/** Keeps a derivation for the next run. Where nothing can be written, that one derives again. */
export function writeCache(root: string, version: string, derivation: Derivation): void {
	const file = fileOf(root, version);
	const staged = `${file}.${process.pid}`;
	const trying = (action: () => void): void => {
		try {
			action();
		} catch {}
	};
	trying(() => {
		// A link leads out of the host, and no folder means that nothing is installed.
		if (!lstatSync(join(root, 'node_modules')).isDirectory()) return;
		mkdirSync(folderOf(root), { recursive: true });
		writeFileSync(staged, JSON.stringify({ format, ...derivation }), { flag: 'wx' });
		renameSync(staged, file);
	});
	trying(() => rmSync(staged, { force: true }));
}
