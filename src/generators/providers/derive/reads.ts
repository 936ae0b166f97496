import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { upwards } from '../../../host/files/folders.ts';
import { isObject } from '../../../host/packages/manifest.ts';

/** What a package is called, so that no name leads out of node_modules. */
const packageName = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/** The core has five dependencies and three peers, which have next to none. */
const mostPackages = 60;

/**
 * The folders that a core's modules are loaded from: its own, and those of its dependencies, which lie beside it or
 * further up. With pnpm those are links, and Node.js asks about both ends.
 *
 * @throws Error when a link in one of them leads out of them all: `--permission` would follow it
 */
export function readableFolders(core: string): string[] {
	const folders = new Set([core]);
	const links = new Set<string>();
	for (const folder of folders) {
		if (folders.size > mostPackages) break;
		for (const name of dependencies(folder)) {
			const place = [...upwards(folder, '')]
				.map((above) => join(above, 'node_modules', name))
				.find((file) => existsSync(join(file, 'package.json')));
			if (!place) continue;
			const real = realpathSync(place);
			// A link of that name may lead anywhere; where packages are kept, the name is part of the path.
			if (!real.endsWith(join(sep, 'node_modules', name))) continue;
			folders.add(real);
			if (real !== place) links.add(place);
		}
	}
	const all = [...folders];
	const isInside = (file: string) => all.some((folder) => file.startsWith(folder + sep));
	for (const link of all.flatMap(linksIn)) {
		if (!isInside(realpathSync(link))) throw new Error('a link in it leads elsewhere');
	}
	return [...all, ...links].map((folder) => folder + sep);
}

function dependencies(folder: string): string[] {
	try {
		const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		if (!isObject(manifest)) return [];
		const { dependencies, peerDependencies, optionalDependencies } = manifest;
		return [dependencies, peerDependencies, optionalDependencies]
			.flatMap((list) => (isObject(list) ? Object.keys(list) : []))
			.filter((name) => packageName.test(name));
	} catch {
		return [];
	}
}

/** Of the whole tree, links to nothing left out. */
const linksIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isSymbolicLink())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((file) => existsSync(file) && lstatSync(file).isSymbolicLink());
