import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from '../../../host/files/folders.ts';
import { isObject } from '../../../host/packages/manifest.ts';

/** The `@auth/core` that the host's own code gets. */
export interface HostCore {
	/** Absolute, symbolic links resolved, so that the core finds its own dependencies in pnpm's store. */
	folder: string;
	version: string;
	peers: Record<string, string>;
}

/** Packages that bring a core along, for hosts that do not depend on it themselves. */
const carriers = ['@authgraft/runtime', '@auth/sveltekit', '@auth/solid-start'];

/**
 * Finds the core as Node.js does, by looking into each `node_modules` on the way up. Undefined where there is none, as
 * before the installation and with Plug'n'Play, or where its package.json is not to be read.
 */
export function findHostCore(root: string): HostCore | undefined {
	const folder = [root, ...carriers.flatMap((name) => installed(root, name) ?? [])]
		.map((place) => installed(place, '@auth/core'))
		.find((found) => found !== undefined);
	if (!folder) return undefined;
	try {
		const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		if (!isObject(manifest) || typeof manifest.version !== 'string') return undefined;
		const peers = isObject(manifest.peerDependencies) ? manifest.peerDependencies : {};
		// The version becomes a part of a file's name.
		if (!/^\d[\w.+-]{0,60}$/.test(manifest.version)) return undefined;
		return { folder, version: manifest.version, peers: ranges(peers) };
	} catch {
		return undefined;
	}
}

function installed(from: string, name: string): string | undefined {
	for (const folder of upwards(from, '')) {
		const place = join(folder, 'node_modules', name);
		if (existsSync(join(place, 'package.json'))) return realpathSync(place);
	}
	return undefined;
}

/** Ranges go into package.json and onto a command line: nothing but version numbers and operators. */
const ranges = (peers: Record<string, unknown>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(peers).filter(
			(entry): entry is [string, string] =>
				typeof entry[1] === 'string' && /^[\w.^~<>=|* -]{1,100}$/.test(entry[1]),
		),
	);
