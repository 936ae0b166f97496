import { join } from 'node:path';
import semver from 'semver';
import { AuthgraftError } from '../../errors.ts';
import { upwards } from '../files/folders.ts';
import { frameworkNames } from '../generations.ts';
import type { Host, PackageManifest } from '../host.ts';
import { lockedVersion } from '../packages/locked.ts';
import { allDependencies, peekManifest } from '../packages/manifest.ts';
import type { Workspace } from '../packages/workspace.ts';
import { type FoundFramework, frameworkPackages } from './applications.ts';

export interface FoundVersion {
	/** `3.2.0` */
	version: string;
	major: number;
	/** What is installed does not fit what is declared: one sentence, or undefined. */
	warning: string | undefined;
}

/**
 * The installed version decides, because it is the one that will run; without node_modules the one of the lock file, and
 * without that the lowest version that the range allows. Throws AG_HOST_UNSUPPORTED when neither tells (`latest`, `workspace:*`, a git address).
 *
 * @param ceiling the topmost folder that may hold hoisted packages of this host
 */
export function findVersion(
	root: string,
	found: FoundFramework,
	workspace: Workspace | undefined,
	ceiling: string,
): FoundVersion {
	const name = frameworkPackages[found.framework];
	const range = plainRange(found.range, name, workspace);
	const installed = installedVersion(root, name, ceiling);
	if (installed !== undefined) {
		const fits = range === undefined || semver.satisfies(installed, range, { includePrerelease: true });
		return {
			version: installed,
			major: semver.major(installed),
			warning: fits
				? undefined
				: `${name} ${installed} is installed, but package.json asks for ${found.range}: install the dependencies again.`,
		};
	}
	const locked = lockedFor(root, { name, declared: found.range, ceiling }, range);
	if (locked !== undefined) return { version: locked, major: semver.major(locked), warning: undefined };
	const lowest = range === undefined ? null : semver.minVersion(range);
	if (lowest === null) {
		throw new AuthgraftError(
			'AG_HOST_UNSUPPORTED',
			`Which ${frameworkNames[found.framework]} this is cannot be told from "${name}": "${found.range}", and it is not installed.`,
			'Install the dependencies of the project first, then run the command again.',
		);
	}
	return { version: lowest.version, major: lowest.major, warning: undefined };
}

/** The version of another package of the host, by the same rules; undefined when it is not listed or cannot be told. */
export function versionOf(
	root: string,
	name: string,
	manifest: PackageManifest,
	workspace: Workspace | undefined,
	ceiling: string,
): string | undefined {
	const installed = installedVersion(root, name, ceiling);
	if (installed !== undefined) return installed;
	const declared = allDependencies(manifest)[name];
	const range = declared === undefined ? undefined : plainRange(declared, name, workspace);
	const locked = declared === undefined ? undefined : lockedFor(root, { name, declared, ceiling }, range);
	if (locked !== undefined) return locked;
	return range === undefined ? undefined : semver.minVersion(range)?.version;
}

/** Major of the host's Svelte, as far as it can be told. */
export const svelteMajor = ({ svelte }: Pick<Host, 'svelte'>): number | undefined =>
	svelte === undefined ? undefined : semver.major(svelte);

/** A lock file that is older than package.json does not count. */
function lockedFor(
	root: string,
	asked: Parameters<typeof lockedVersion>[1],
	range: string | undefined,
): string | undefined {
	const version = lockedVersion(root, asked);
	const fits =
		version !== undefined &&
		(range === undefined || semver.satisfies(version, range, { includePrerelease: true }));
	return fits ? version : undefined;
}

function installedVersion(root: string, name: string, ceiling: string): string | undefined {
	for (const folder of upwards(root, ceiling)) {
		const manifest = peekManifest(join(folder, 'node_modules', name));
		if (typeof manifest?.version === 'string' && semver.valid(manifest.version)) return manifest.version;
	}
	return undefined;
}

/** A range that semver can read: catalogs looked up, `workspace:` and `npm:` stripped. Undefined: cannot be told. */
function plainRange(declared: string, name: string, workspace: Workspace | undefined): string | undefined {
	let range = declared.trim();
	if (range.startsWith('catalog:')) {
		range = workspace?.catalogs[range.slice('catalog:'.length).trim() || 'default']?.[name] ?? '';
	}
	range = range.replace(/^workspace:/, '').replace(/^npm:.*@/, '');
	// Anything fits `*`, and its lowest version, 0.0.0, would be a wrong answer.
	if (semver.validRange(range) === null || semver.satisfies('0.0.0', range)) return undefined;
	return range;
}
