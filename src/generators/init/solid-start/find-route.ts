import type { Host, HostPath } from '../../../host/host.ts';

/** Folders deeper than this are not searched: no real project nests so far, and a loop of links would never end. */
const maxDepth = 24;
const extension = /\.[cm]?[jt]sx?$/;

/**
 * The file that serves a route of a SolidStart host: `signin.tsx`, `signin/index.tsx`, `signin/(form).tsx`, and all of
 * them inside groups, since `(auth)/signin.tsx` serves /signin too.
 * @param segments of the path, as text or as a pattern (for `[...x]`).
 */
export function findRoute(
	host: Host,
	segments: (string | RegExp)[],
	folder: HostPath = host.paths.routes,
	depth = maxDepth,
): HostPath | undefined {
	const [next, ...rest] = segments;
	if (depth === 0) return undefined;
	for (const entry of host.list(folder)) {
		const path = `${folder}/${entry}`;
		// What stands in parentheses is no part of the path.
		const name = entry.replace(extension, '').replace(/\([^)]*\)/g, '');
		const isNext = next !== undefined && (typeof next === 'string' ? name === next : next.test(name));
		if (extension.test(entry)) {
			if (next === undefined ? name === '' || name === 'index' : isNext && rest.length === 0) return path;
			continue;
		}
		const found =
			name === ''
				? findRoute(host, segments, path, depth - 1)
				: isNext
					? findRoute(host, rest, path, depth - 1)
					: undefined;
		if (found) return found;
	}
	return undefined;
}
