import { join } from 'node:path';
import semver from 'semver';
import { predecessors } from '../../edits/migrate/predecessors.ts';
import { AuthgraftError } from '../../errors.ts';
import { gitRoot, upwards } from '../../host/files/folders.ts';
import { versionOf } from '../../host/framework/version.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { allDependencies, peekManifest } from '../../host/packages/manifest.ts';
import { workspaceOf, workspacePackages } from '../../host/packages/workspace.ts';
import { escapePattern } from '../../syntax/text.ts';

/** A wrapper of Auth.js from before ours. */
export interface Predecessor {
	/** `@auth/sveltekit` */
	name: string;
	/** The installed one, else that of the lock file, else the lowest that package.json allows. */
	version: string | undefined;
	/** Of `@auth/core` below it: it decides which session cookies people have. */
	core: string | undefined;
	/** Package.json lists it, be it that of the workspace. */
	listed: boolean;
	/** Where a file of the host imports it. */
	files: HostPath[];
}

/** What imports a package or a part of it; in types and comments with types, too. */
export const importsPackage = (text: string, name: string): boolean =>
	new RegExp(`(['"\`])${escapePattern(name)}(?:/[^'"\`\\n]*)?\\1`).test(text);

/** The predecessors that a host lists or imports. */
export function findPredecessors(
	host: Host,
	files: readonly HostPath[],
	read: (path: HostPath) => string | undefined,
): Predecessor[] {
	const workspace = workspaceOf(host.root);
	const ceiling = workspace?.root ?? gitRoot(host.root) ?? host.root;
	const above = [...upwards(host.root, ceiling)].map((folder) => allDependencies(peekManifest(folder) ?? {}));
	return predecessors[host.framework].flatMap((name) => {
		const importing = files.filter((path) => {
			const text = read(path);
			return text?.includes(name) && importsPackage(text, name);
		});
		const listing = above.find((dependencies) => Object.hasOwn(dependencies, name));
		const listed = listing !== undefined;
		if (!listed && importing.length === 0) return [];
		const manifest = { ...host.manifest, dependencies: listing ?? {}, devDependencies: {} };
		const version = (of: string) => versionOf(host.root, of, manifest, workspace, ceiling);
		return [
			{
				...{ name, listed, files: importing },
				version: version(name),
				// The one below it counts, the hoisted one where there is none.
				core: version(join(name, 'node_modules', '@auth/core')) ?? version('@auth/core'),
			},
		];
	});
}

/**
 * Packages of the workspace that the application depends on and that have a predecessor of their own: their code is not
 * the application's to move, and both would run side by side.
 * @throws AuthgraftError AG_REFUSED.
 */
export function refuseShared({ root, manifest, framework }: Host): void {
	const workspace = workspaceOf(root);
	const needed = allDependencies(manifest);
	for (const folder of workspace ? workspacePackages(workspace) : []) {
		const own = peekManifest(folder) ?? {};
		const name = predecessors[framework].find((one) => Object.hasOwn(allDependencies(own), one));
		if (folder === root || !name || typeof own.name !== 'string' || !Object.hasOwn(needed, own.name))
			continue;
		throw new AuthgraftError(
			'AG_REFUSED',
			`Nothing was changed: ${own.name} of the workspace, which this application depends on, has ${name} of its own`,
			`Take what it does for sign-in into the application, or out of ${name}, and run again.`,
		);
	}
}

/** Sessions of cores up to 0.18.0 have another cookie and another key. */
export function hasOldCookies({ name, version, core }: Predecessor): boolean {
	if (core !== undefined) return semver.lte(core, '0.18.0');
	const last = { '@auth/sveltekit': '0.3.11', '@auth/solid-start': '0.1.2' }[name];
	return last !== undefined && version !== undefined && semver.lte(version, last);
}

/** Whether the predecessor is older than a version. One whose version cannot be told is not. */
export const isBefore = ({ version }: Predecessor, other: string): boolean =>
	version !== undefined && semver.lt(version, other);
