import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from '../../bootstrap.mjs';

/** Where a wrong condition does harm, and no file, network or screen is in the way of a test. */
export const rooms = [
	'src/edits',
	'src/plan',
	'src/syntax',
	'runtime/src/core/access',
	'runtime/src/core/http',
	'runtime/src/core/jwt',
	'runtime/src/sveltekit/guard',
	'runtime/src/solid-start/guard',
] as const;

const isTest = (path: string) => path.endsWith('.test.ts');
const isHelper = (path: string) => /\/testing\/|\.testing\.ts$|\.test\.helper\.ts$|\.d\.ts$/.test(path);
/** They run formatters, git or processes that are killed (see vitest.config.ts). */
const slow = /^src\/(generators\/init\/new-files\..*|plan\/recover|host\/git)\.test\.ts$/;
/** With more of them a mutant that survives takes long. */
const mostTests = 16;

/** All files of the work tree that git knows or would take, from the repository's root. */
export const workTree = (): string[] =>
	execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: root,
		encoding: 'utf8',
	})
		.split('\0')
		// A link in its place is not ignored as the folder is.
		.filter((path) => path !== '' && path !== 'node_modules');

export const sourcesOf = (room: string, files: string[]): string[] =>
	files
		.filter((path) => path.startsWith(`${room}/`) && path.endsWith('.ts') && !isTest(path) && !isHelper(path))
		.sort();

/** Finds the tests that load a file, directly or not. */
export function testFinder(files: string[], read = (path: string) => readFileSync(join(root, path), 'utf8')) {
	const code = files.filter((path) => /^(runtime\/)?src\/.*\.ts$/.test(path));
	const known = new Set(code);
	const importers = new Map<string, string[]>();
	for (const path of code)
		for (const { fileName } of ts.preProcessFile(read(path)).importedFiles) {
			const target = posix.join(posix.dirname(path), fileName).replace(/\.js$/, '.ts');
			if (fileName.startsWith('.') && known.has(target))
				importers.set(target, [...(importers.get(target) ?? []), path]);
		}
	/** Those of the same room first, the nearest first. */
	return (source: string, room: string): string[] => {
		const tests: string[] = [];
		const seen = new Set([source]);
		let level = [source];
		while (level.length > 0) {
			level = level.flatMap((path) => importers.get(path) ?? []).filter((path) => !seen.has(path));
			level = [...new Set(level)].sort();
			for (const path of level) {
				seen.add(path);
				if (isTest(path) && !slow.test(path)) tests.push(path);
			}
		}
		const isNear = (path: string) => path.startsWith(`${room}/`);
		return [...tests.filter(isNear), ...tests.filter((path) => !isNear(path))].slice(0, mostTests);
	};
}
