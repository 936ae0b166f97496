import type { Host } from '../../../host/host.ts';

/** Folders deeper than this are not searched: no real project nests so far, and a loop of links would never end. */
const maxDepth = 24;

/**
 * The folder that already serves a path, groups seen through: `/signin` is served by `src/routes/(auth)/signin` too,
 * and SvelteKit refuses to start when two folders serve one path.
 * @param route `/signin`
 * @returns the folder, or undefined when the path is free.
 */
export function findRouteFolder(host: Host, route: string): string | undefined {
	const search = (folder: string, rest: string[], depth: number): string | undefined => {
		const names = host.list(folder);
		if (rest.length === 0 && names.some((name) => /^\+(?:page|server)\b/.test(name))) return folder;
		if (depth === 0) return undefined;
		for (const name of names) {
			const group = /^\(.+\)$/.test(name);
			if (!group && name !== rest[0]) continue;
			const found = search(`${folder}/${name}`, group ? rest : rest.slice(1), depth - 1);
			if (found) return found;
		}
		return undefined;
	};
	return search(host.paths.routes, route.split('/').filter(Boolean), maxDepth);
}
