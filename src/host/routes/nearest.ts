import { distance } from '../../distance.ts';
import type { Route } from './route.ts';

/** Up to three paths of routes that a pattern without a route may have meant, the nearest first. */
export function nearestRoutes(routes: Route[], pattern: string): string[] {
	const wanted = plain(pattern);
	const paths = [...new Set(routes.map(({ path }) => path))];
	return paths
		.map((path) => ({ path, distance: distanceTo(wanted, plain(path)) }))
		.filter(({ distance: far }) => far <= Math.max(2, wanted.length / 3))
		.sort((a, b) => a.distance - b.distance || a.path.length - b.path.length)
		.slice(0, 3)
		.map(({ path }) => path);
}

/** What stands below a path, or ends like it (`/settings` of `/account/settings`), is near however long it is. */
function distanceTo(wanted: string, path: string): number {
	if (wanted !== '/' && path !== '/' && (path.startsWith(`${wanted}/`) || path.endsWith(wanted))) return 1;
	return distance(wanted, path);
}

/** Case, brackets and a slash too many are what people get wrong. */
const plain = (path: string): string =>
	`/${path
		.toLowerCase()
		.replace(/[[\]]|\.{3}/g, '')
		.split(/[\\/]+/)
		.filter((segment) => segment !== '' && !/^\(.*\)$/.test(segment))
		.join('/')}`.slice(0, 200);
