import { type Allow, isAllowed } from '../../core/access/is-allowed.js';
import { forbidden, noStore } from '../../core/http/responses.js';
import type { UserSession } from '../../core/types.js';
import { isServerFunction, requestedPage, routerRedirect, signInLocation } from '../location.js';
import { resolvedOf, sessionOf } from '../request-state.js';
import { requestEvent } from '../session.js';
import type { SolidAuthInput, SolidEvent } from '../types.js';
import { keepPrivate } from './keep-private.js';

/**
 * Whom {@link requireUser} lets pass, and where it sends others.
 *
 * Specification: section 4.1 (protecting routes, 1).
 */
export interface RequireUserOptions {
	/**
	 * Where to come back to after signing in, such as `location.pathname` of the page. Another site is ignored.
	 * Default: the request's own page, or for an action the page it was sent from.
	 */
	from?: string | undefined;
	/** Where to send people who are not signed in. Default: the config's sign-in page. */
	signInPage?: string;
	/** Who may pass, besides being signed in: `hasRole('admin')`. Others get 403, and so does everybody when it throws. */
	allow?: Allow<SolidEvent>;
}

/**
 * The session, or a redirect to the sign-in page. **The guard that holds**: call it in every `"use server"` function
 * that needs a person. No middleware sees which page a server function is called for.
 *
 * ```ts
 * export const guardAdmin = query(async (from: string) => {
 *   'use server';
 *   return requireUser(getRequestEvent(), authConfig, { from, allow: hasRole('admin') });
 * }, 'guard-admin');
 * ```
 *
 * Call this function there, and not a query that wraps it: on the server, the router's `query` swallows the redirect,
 * returns undefined, and the caller goes on. Say the condition there, too: a browser decides what arguments are.
 *
 * In an API route use {@link auth} and return a Response: SolidStart does not answer what is thrown there.
 *
 * Specification: section 4.1 (protecting routes, 1).
 *
 * @param event of an API route, a middleware, or `getRequestEvent()` inside a server function
 * @param config the same value that {@link SolidAuth} got
 * @param options whom to let pass besides, and the way back. In a server function its caller decides what arguments are:
 *   take nothing but `from` over from them
 * @returns the session, whose `user` is there
 * @throws Response, when nobody is signed in: a redirect that queries and actions of both majors follow; to a script that
 *   reads data, without `from`, an `Error` with `status: 401`, since only the page's own guard knows where to come back
 *   to. When `allow` does not let somebody pass, an `Error` with `status: 403`
 * @throws TypeError outside of a request, and whatever the application's own config function throws
 */
export async function requireUser(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	options: RequireUserOptions = {},
): Promise<UserSession> {
	const current = requestEvent(event);
	const session = await sessionOf(current, config);
	const resolved = await resolvedOf(current, config);
	keepPrivate(current, resolved);
	const isCalled = isServerFunction(new URL(current.request.url).pathname, resolved);
	if (session?.user) {
		if (await isAllowed(session, current, options.allow, resolved.logger)) return session as UserSession;
		throw forbid(current, isCalled);
	}
	if (isCalled && typeof options.from !== 'string' && isRead(current.request))
		throw errorResponse(401, 'Unauthorized');
	// Whoever calls a server function decides what its arguments are. What a query throws then, SolidStart puts into a
	// cookie, together with the form that was sent.
	const from = typeof options.from === 'string' ? options.from : requestedPage(current.request, resolved);
	throw routerRedirect(resolved, signInLocation(resolved, { from }, options.signInPage), 302);
}

/**
 * Whether a script reads data. Before people are taken to a page, the router in the browser asks for what that page
 * preloads, and the only address that comes along is that of the page they leave: a redirect would bring them back there.
 * The page's own guard knows better.
 */
const isRead = ({ method, headers }: Request): boolean =>
	method === 'GET' && headers.has('x-server-instance');

function forbid({ request, response }: SolidEvent, isCalled: boolean): Response {
	const isScript = request.headers.has('x-server-instance');
	if (isCalled && !isScript) return forbidden(request);
	// A page that is rendered now: nobody else says 403 there. In a single flight it is the action's own answer.
	if (!isScript) setStatus(response, 403);
	return errorResponse(403, 'Forbidden');
}

/**
 * Never an Error: for that SolidStart puts the form that was sent into a cookie. The router and SolidStart's handler
 * both take `customBody` for what was really thrown, so that pages and browsers get an Error nevertheless.
 */
function errorResponse(status: 401 | 403, message: string): Response {
	const customBody = (): Error => {
		const error = Object.assign(new Error(message), { status });
		// It would be sent to the browser.
		delete error.stack;
		return error;
	};
	return Object.assign(new Response(null, { status, headers: noStore }), { customBody });
}

/** Once the response has begun, SolidStart 1 throws. */
function setStatus(response: object, status: number): void {
	try {
		Object.assign(response, { status });
	} catch {}
}
