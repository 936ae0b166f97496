import { routeSegments } from '../core/access/route-pattern.js';

/**
 * Whether a route was made for the auth path, as `src/routes/auth/signin` is. A catch-all such as `[...path]`
 * matches every URL and is no sign-in page.
 *
 * @param routeId `event.route.id`
 * @param basePath path of the endpoints without the host's base
 */
export function hasOwnRoute(routeId: string | null, basePath: string): boolean {
	if (routeId === null) return false;
	// `[[lang]]/auth/signin` was made for it, too.
	const segments = routeSegments(routeId).filter((segment) => !/^(\(.*\)|\[\[.*\]\])$/.test(segment));
	const own = basePath.split('/').filter(Boolean);
	return own.every((segment, index) => segments[index] === segment);
}
