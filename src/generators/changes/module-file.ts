import type { Host } from '../../host/host.ts';

/** The file `name.ts` or `name.js` of a folder that exists, else the one for the host's language. */
export function moduleFile(host: Host, base: string): string {
	const existing = ['ts', 'js'].map((extension) => `${base}.${extension}`).find((path) => host.exists(path));
	return existing ?? `${base}.${host.language}`;
}
