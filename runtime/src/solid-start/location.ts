import { type Endpoint, matchEndpoint } from '../core/endpoints/index.js';
import { withoutBase } from '../core/http/paths.js';
import { localPath, locationFor, safeTarget, withQuery } from '../core/http/redirects.js';
import { noStore } from '../core/http/responses.js';
import type { Resolved } from '../core/types.js';

/** Everything that begins with it is a server function, `/_serverless` too. */
const serverFunctions = '/_server';

/** Whether SolidStart takes a path for server functions: then it says nothing about the page. */
export function isServerFunction(pathname: string, { base }: Pick<Resolved, 'base'>): boolean {
	return withoutBase(pathname, base).startsWith(serverFunctions);
}

/** Whether a path lies where the auth endpoints do. What else the application has there is its own. */
function isBelowEndpoints(
	pathname: string,
	{ basePath, base }: Pick<Resolved, 'base' | 'basePath'>,
): boolean {
	const [path, own] = [withoutBase(pathname, base), basePath.slice(base.length)];
	return path === own || path.startsWith(`${own}/`);
}

/** SolidStart answers API routes with and without the application's base, and a proxy may have cut it off. */
export function findEndpoint(
	pathname: string,
	{ basePath, base, accounts }: Pick<Resolved, 'base' | 'basePath' | 'accounts'>,
): Endpoint | null {
	const own = basePath.slice(base.length);
	return matchEndpoint(pathname, basePath, accounts) ?? matchEndpoint(pathname, own, accounts);
}

/** What a server or a proxy may take for a way out: `/api/auth/callback/..%2f..%2fusers`. */
const leadsAway = /%(?:25|2e|2f|5c)|\.\.|\\/i;

/**
 * Whether a request is for one of the auth endpoints, so that our handlers answer it. With another method it is for a
 * page of the application, and with another name for whatever lies there.
 */
export function isEndpoint(
	{ method }: Pick<Request, 'method'>,
	pathname: string,
	resolved: Resolved,
): boolean {
	if (!['GET', 'HEAD', 'POST'].includes(method) || leadsAway.test(pathname)) return false;
	return findEndpoint(pathname, resolved) !== null;
}

/**
 * A redirect to throw from a server function: the one form that both majors follow with and without JavaScript.
 * Made by hand, since importing the router on the server fails in SolidStart 1 and in development.
 *
 * @param target a path of this site, or a URL
 */
export function routerRedirect(resolved: Resolved, target: string, status: 302 | 303): Response {
	const { location } = locationFor(target, resolved);
	const headers = { Location: forRouter(resolved, location), ...noStore };
	return new Response(null, { status, headers });
}

/**
 * The router in the browser takes paths for its own: it puts its base in front and looks for a page, which the
 * endpoints are not. Full URLs it leaves to the browser.
 */
function forRouter(resolved: Resolved, location: string): string {
	if (!location.startsWith('/')) return location;
	const { pathname } = new URL(location, resolved.origin);
	const page = resolved.base === '' && !isBelowEndpoints(pathname, resolved);
	return page ? location : `${resolved.origin}${location}`;
}

/** The sign-in page with the wanted page and what went wrong. */
export function signInLocation(
	{ signInPage, origin }: Resolved,
	{ from, ...params }: { from?: string | null; error?: string; code?: string } = {},
	page = signInPage,
): string {
	const wanted = safeTarget(from, origin, '');
	// Another site, or nothing: then sign-in ends where it ends by default.
	return withQuery(page, { ...params, ...(wanted.startsWith('/') && { redirectTo: wanted }) });
}

/** The page that a request is about: its own URL, or for a server function the page that called it. */
export function requestedPage(request: Request, resolved: Resolved): string | null {
	const url = new URL(request.url);
	if (!isServerFunction(url.pathname, resolved)) return localPath(url);
	return request.headers.get('referer');
}
