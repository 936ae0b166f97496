import { readFileSync } from 'node:fs';

/** Folder of this package, with trailing slash. The bundle lies two folders deep as well: dist/cli. */
export const packageRoot = new URL('../../', import.meta.url);

export const readManifest = (): { version: string } =>
	JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string };
