import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Project } from './specification.ts';

/* What the documents that name tests are held against. */

export const root = join(import.meta.dirname, '../..');

/** The text of a file of this repository. */
export function read(path: string): string | undefined {
	const file = join(root, path);
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const isTestFile = (path: string) =>
	/^(?:src|runtime\/src|scripts|test\/(?:edits|cli|conformance|e2e|support))\/.+\.test\.ts$/.test(path);

/** Suites: files with tests that the test files of real hosts call, directly or through each other. */
const suites = new Set(
	globSync('test/e2e/*.test.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
);
for (const path of suites) {
	for (const [, imported = ''] of (read(path) ?? '').matchAll(/from '(\.[^']+)'/g))
		suites.add(posix.join(posix.dirname(path), imported));
}

export const thisRepository: Pick<Project, 'read' | 'isRun'> = {
	read,
	isRun: (path) => isTestFile(path) || suites.has(path),
};
