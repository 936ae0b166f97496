import { join } from 'node:path';
import type { Host } from '../host.ts';
import { plainFile } from './locked.ts';
import { isObject, peekManifest } from './manifest.ts';

/**
 * The version of a package that npm has installed although nothing asks for it: no package.json of the project lists it, and
 * none of the installed packages needs it. (Some may take it where it is there: `vite` does so with `@types/node`.) npm 11 takes such
 * ones away with the next install, npm 10 keeps them. Undefined for all others, and where that cannot be told.
 */
export function installedByChance(
	{ root, workspaceRoot, packageManager }: Pick<Host, 'root' | 'workspaceRoot' | 'packageManager'>,
	name: string,
): string | undefined {
	if (packageManager !== 'npm') return undefined;
	const top = workspaceRoot ?? root;
	const place = join(top, 'node_modules');
	const version = peekManifest(join(place, name))?.version;
	const packages = lockedPackages(join(place, '.package-lock.json'));
	if (typeof version !== 'string' || !packages) return undefined;
	const asking = [peekManifest(root), peekManifest(top), ...Object.values(packages)];
	return asking.some((manifest) => isObject(manifest) && asksFor(manifest, name)) ? undefined : version;
}

/** What npm has written down of the packages that lie there: their manifests, without what nobody needs. */
function lockedPackages(file: string): Record<string, unknown> | undefined {
	try {
		const lock: unknown = JSON.parse(plainFile(file) ?? '');
		return isObject(lock) && isObject(lock.packages) ? lock.packages : undefined;
	} catch {
		return undefined;
	}
}

function asksFor(manifest: Record<string, unknown>, name: string): boolean {
	const lists = (field: string) => isObject(manifest[field]) && Object.hasOwn(manifest[field], name);
	const { peerDependenciesMeta: meta } = manifest;
	const peer = isObject(meta) ? meta[name] : undefined;
	return (
		['dependencies', 'devDependencies', 'optionalDependencies'].some(lists) ||
		(lists('peerDependencies') && !(isObject(peer) && peer.optional === true))
	);
}
