import { localPath, locationFor, safeTarget, withQuery } from '../core/http/redirects.js';
import { noStore } from '../core/http/responses.js';
import type { Resolved } from '../core/types.js';

/** Everything that begins with it is a server function, `/_serverless` too. */
const serverFunctions = '/_server';

/** A path without the application's base. */
export function withoutBase(pathname: string, base: string): string {
	return pathname === base || pathname.startsWith(`${base}/`) ? pathname.slice(base.length) || '/' : pathname;
}

/** Whether SolidStart takes a path for server functions: then it says nothing about the page. */
export function isServerFunction(pathname: string, { base }: Pick<Resolved, 'base'>): boolean {
	return withoutBase(pathname, base).startsWith(serverFunctions);
}

/** Whether a path belongs to the auth endpoints. */
export function isEndpointPath(
	pathname: string,
	{ basePath, base }: Pick<Resolved, 'base' | 'basePath'>,
): boolean {
	const [path, own] = [withoutBase(pathname, base), basePath.slice(base.length)];
	return path === own || path.startsWith(`${own}/`);
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
	const page = resolved.base === '' && !isEndpointPath(pathname, resolved);
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
