import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { upwards } from '../files/folders.ts';
import type { Host, PackageManager } from '../host.ts';
import { isObject, peekManifest } from './manifest.ts';
import { findPnp } from './pnp.ts';
import { isMember, workspaceAt } from './workspace.ts';

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
	/** Lock files of other managers between the host and the level that decides, relative to the host. */
	otherLockFiles: string[];
}

/**
 * The `packageManager` or `devEngines.packageManager` field, then the lock file, then the program that runs us, then
 * npm. User agent first would make every `npx authgraft` an npm project (docs/failure-checklist.md, row 32).
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
	const levels = folders.map(locksIn);
	const deciding = decidingLevel(root, ceiling, levels);
	const packageManager =
		firstDefined(folders, fieldOf) ??
		levels[deciding]?.[0]?.manager ??
		known(userAgent?.split('/')[0]) ??
		'npm';
	return {
		packageManager,
		otherLockFiles: levels
			.slice(0, deciding + 1)
			.flat()
			.filter(({ manager }) => manager !== packageManager)
			.map(({ file }) => relative(root, file).split(sep).join('/')),
	};
}

interface Lock {
	file: string;
	manager: PackageManager;
}

const locksIn = (folder: string): Lock[] =>
	lockFiles
		.map(([name, manager]) => ({ file: join(folder, name), manager }))
		.filter(({ file }) => existsSync(file));

/**
 * The nearest level with a lock file decides; but for a member of a workspace it is the workspace's root, where every
 * manager keeps the lock file of all: what lies in the member was left behind by a stray install. A deno.lock alone
 * decides only where no other manager has a lock file. -1 when there is none.
 */
function decidingLevel(root: string, ceiling: string, levels: Lock[][]): number {
	const decides = (level: Lock[]) => level.some(({ manager }) => manager !== 'deno');
	const top = levels.length - 1;
	const workspace = root === ceiling ? undefined : workspaceAt(ceiling);
	if (workspace && isMember(workspace, root) && decides(levels[top] ?? [])) return top;
	const nearest = levels.findIndex(decides);
	return nearest === -1 ? levels.findIndex((level) => level.length > 0) : nearest;
}

/** What a person should hear of the package manager before anything is written: a sentence each. */
export function packageManagerWarnings({
	root,
	workspaceRoot,
	generation,
	packageManager,
	otherLockFiles,
}: Host): string[] {
	const others = otherLockFiles.filter((file) => !file.endsWith('deno.lock'));
	const warnings: string[] = [];
	if (others.length > 0)
		warnings.push(
			`This is taken for a project of ${packageManager}, but there is ${others.join(' and ')} too: delete what is left over, or name the manager in "packageManager" of package.json.`,
		);
	if (packageManager === 'yarn' && findPnp(root, workspaceRoot ?? root)) {
		warnings.push(
			`Yarn's Plug'n'Play is on (.pnp.cjs), and ${generation.plugAndPlayFault}: put "nodeLinker: node-modules" into .yarnrc.yml and run yarn install.`,
		);
	}
	return warnings;
}

/** Whether this is Yarn 2 or newer, which corepack brings; `npm install --global yarn` brings Yarn 1. */
export function isYarnBerry(root: string, ceiling: string): boolean {
	return [...upwards(root, ceiling)].some((folder) => {
		const field = peekManifest(folder)?.packageManager;
		if (typeof field === 'string' && /^yarn@[2-9]/.test(field)) return true;
		return existsSync(join(folder, '.yarnrc.yml')) || lockOfBerry(join(folder, 'yarn.lock'));
	});
}

function lockOfBerry(file: string): boolean {
	try {
		return /^__metadata:/m.test(readFileSync(file, 'utf8'));
	} catch {
		return false;
	}
}

/** `"pnpm@11.1.0+sha512.…"`, `{ "name": "pnpm" }` or a list of the latter. */
function fieldOf(folder: string): PackageManager | undefined {
	const manifest = peekManifest(folder);
	if (typeof manifest?.packageManager === 'string') return known(manifest.packageManager.split('@')[0]);
	const engines = isObject(manifest?.devEngines) ? manifest.devEngines.packageManager : undefined;
	const named = (Array.isArray(engines) ? engines : [engines]).filter(isObject);
	return firstDefined(named, ({ name }) => known(name));
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
