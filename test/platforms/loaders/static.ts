import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

/** What a platform serves itself, before it asks the function: a file of the build, by its path. */
export function staticFile(folder: string, target: string): Uint8Array | undefined {
	const file = join(resolve(folder), decoded(target.split('?')[0] ?? ''));
	const isInside = file.startsWith(resolve(folder) + sep);
	return isInside && existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return '';
	}
}
