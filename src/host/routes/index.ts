import type { Host } from '../host.ts';
import type { Route } from './route.ts';
import { readSolidStartRoutes } from './solid-start/index.ts';
import { openSources, type Sources } from './sources.ts';
import { readSvelteKitRoutes } from './sveltekit/index.ts';

/*
 * Loads ts-morph: import this folder by `await import()`.
 */

export { coverage, matchRoutes, partlyMatched } from './match.ts';
export { nearestRoutes } from './nearest.ts';
export { readRemoteFunctions } from './remote-functions.ts';
export type { Layout, PageOption, RemoteFunction, Route } from './route.ts';
export { openSources, type Sources } from './sources.ts';
export { readUses } from './uses.ts';

/**
 * The places of a host that can be asked for by URL, sorted by path. Files are parsed, never run, and nothing throws:
 * what cannot be read is listed all the same, and said in `notes`.
 *
 * @param sources to share what was read with `readRemoteFunctions` and `readUses`
 */
export function readRoutes(
	host: Host,
	sources: Sources = openSources(host),
): { routes: Route[]; notes: string[] } {
	const before = sources.notes.length;
	const routes =
		host.framework === 'sveltekit' ? readSvelteKitRoutes(sources) : readSolidStartRoutes(sources);
	const byPath = (a: Route, b: Route) => compare(a.path, b.path) || compare(a.id, b.id);
	return { routes: routes.sort(byPath), notes: sources.notes.slice(before) };
}

/** By code unit: the order of a report must not depend on the machine's language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
