import { opensRoute, routeSegments } from '../core/access/route-pattern.js';
import { withoutBase } from '../core/http/paths.js';
import type { Resolved } from '../core/types.js';

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
	const segments = plainSegments(routeId);
	const own = basePath.split('/').filter(Boolean);
	return own.every((segment, index) => segments[index] === segment);
}

/**
 * Whether a route is a page that nobody could sign in without. Its name decides: by the values of its parameters,
 * `/[org]/[page]` and `/[...path]` would be one wherever somebody asks for `/auth/signin`.
 *
 * A page that the configuration names by another address is one at that address alone: a localized one, which `reroute`
 * leads to a route without parameters, or `/en/signin` of `/[lang]/signin`.
 *
 * @param pathname what was asked for, as it is in the URL
 * @param signInPage of the rule
 * @param patterns of the rule: what one of them calls by its name is the rule's, whatever the configuration says of it
 */
export function isOwnPage(
	routeId: string,
	pathname: string,
	{ core, base, basePath, origin }: Pick<Resolved, 'core' | 'base' | 'basePath' | 'origin'>,
	signInPage: string | undefined,
	patterns: readonly string[] = [],
): boolean {
	const { signIn, signOut, error, verifyRequest } = core.pages ?? {};
	const pathOf = (page: string | undefined) => {
		const url = page ? new URL(page, origin) : null;
		// Elsewhere it is nothing that we could guard.
		return url?.origin === origin ? [withoutBase(url.pathname, base)] : [];
	};
	const configured = [signIn, signOut, error, verifyRequest].flatMap(pathOf);
	const isRules = (page: string) => patterns.some((pattern) => isNameOf(pattern, page, routeId));
	const named = [...pathOf(signInPage), ...configured.filter((page) => !isRules(page))];
	const endpoints = ['signin', 'signout', 'error', 'verify-request'].map(
		(action) => `${basePath.slice(base.length)}/${action}`,
	);
	if ([...named, ...endpoints].some((page) => opensRoute(page, routeId, true))) return true;
	const asked = routeSegments(withoutBase(pathname, base));
	return named.some((page) => {
		const wanted = routeSegments(page);
		const last = wanted.at(-1);
		if (last === undefined || wanted.join('/') !== asked.join('/')) return false;
		return (
			!/\[(?![xu]\+)/i.test(routeId) || opensRoute(`/${last}`, `/${routeSegments(routeId).at(-1)}`, true)
		);
	});
}

/** Whether a rule is about a page, and not about all that lies below another one. `/` is everything, and no page. */
function isNameOf(pattern: string, page: string, routeId: string): boolean {
	const name = plainSegments(pattern).join('/');
	return name !== '' && (name === plainSegments(page).join('/') || opensRoute(pattern, routeId, true));
}

/** Without groups and optional parameters. */
const plainSegments = (path: string): string[] =>
	routeSegments(path).filter((segment) => !/^(\(.*\)|\[\[.*\]\])$/.test(segment));
