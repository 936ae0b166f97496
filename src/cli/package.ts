import { existsSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this package, with trailing slash. The bundle lies two folders deep as well: dist/cli. */
export const packageRoot = new URL('../../', import.meta.url);

interface Manifest {
	version: string;
	homepage: string;
}

export const readManifest = (): Manifest =>
	JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as Manifest;

/** Address of what the documents, which are not in the published package, say about a code. */
export const docsOf = (file: 'errors.md' | 'doctor.md', code: string): string =>
	`${readManifest().homepage.split('#', 1)[0]}/blob/main/docs/${file}#${code.toLowerCase()}`;

/**
 * The runtime that belongs to this command line. A published one names its own version; one that runs from a checkout
 * installs the runtime of that checkout, as packed by its build.
 */
export function runtimeSpec(): string {
	if (existsSync(new URL('runtime/package.json', packageRoot))) {
		// Package managers take `/` on Windows as well, and no string of package.json has to escape it.
		return `file:${fileURLToPath(new URL('dist/authgraft-runtime.tgz', packageRoot)).split(sep).join('/')}`;
	}
	const { version } = readManifest();
	return `^${version}`;
}
