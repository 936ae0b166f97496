import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { upwards } from './folders.ts';
import type { PackageManager } from './host.ts';
import { isObject, peekManifest } from './manifest.ts';

/**
 * Which manager a lock file belongs to. The order decides between several at one level (5% of hosts): a
 * package-lock.json is what a stray `npm install` leaves behind, so it comes late; a deno.lock appears when any
 * script is run with deno.
 */
const lockFiles: readonly [name: string, manager: PackageManager][] = [
	['pnpm-lock.yaml', 'pnpm'],
	['bun.lock', 'bun'],
	['bun.lockb', 'bun'],
	['yarn.lock', 'yarn'],
	['package-lock.json', 'npm'],
	['npm-shrinkwrap.json', 'npm'],
	['deno.lock', 'deno'],
];

export interface FoundPackageManager {
	packageManager: PackageManager;
	/** Lock files of other managers at the nearest level that has any, relative to the host. */
	otherLockFiles: string[];
}

/**
 * The `packageManager` or `devEngines.packageManager` field, then the nearest lock file upwards, then the program
 * that runs us, then npm. User agent first would make every `npx authgraft` an npm project (row 32).
 *
 * @param ceiling the workspace's or repository's root, where the search ends
 * @param userAgent `npm_config_user_agent`: `pnpm/11.1.0 npm/? node/v24.21.0`
 */
export function findPackageManager(
	root: string,
	ceiling: string,
	userAgent = process.env.npm_config_user_agent,
): FoundPackageManager {
	const folders = [...upwards(root, ceiling)];
	const locks = folders
		.map((folder) =>
			lockFiles.filter(([name]) => existsSync(join(folder, name))).map((lock) => [folder, ...lock] as const),
		)
		.find((level) => level.length > 0);
	const packageManager =
		firstDefined(folders, fieldOf) ?? locks?.[0]?.[2] ?? known(userAgent?.split('/')[0]) ?? 'npm';
	return {
		packageManager,
		otherLockFiles: (locks ?? [])
			.filter(([, , manager]) => manager !== packageManager)
			.map(([folder, name]) => relative(root, join(folder, name)).split(sep).join('/')),
	};
}

/** `"pnpm@11.1.0+sha512.…"`, `{ "name": "pnpm" }` or a list of the latter. */
function fieldOf(folder: string): PackageManager | undefined {
	const manifest = peekManifest(folder);
	if (typeof manifest?.packageManager === 'string') return known(manifest.packageManager.split('@')[0]);
	const engines = isObject(manifest?.devEngines) ? manifest.devEngines.packageManager : undefined;
	const first = Array.isArray(engines) ? engines[0] : engines;
	return isObject(first) ? known(first.name) : undefined;
}

const known = (name: unknown): PackageManager | undefined =>
	lockFiles.find(([, manager]) => manager === name)?.[1];

function firstDefined<T, R>(items: T[], pick: (item: T) => R | undefined): R | undefined {
	for (const item of items) {
		const picked = pick(item);
		if (picked !== undefined) return picked;
	}
	return undefined;
}
