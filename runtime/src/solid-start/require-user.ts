import type { UserSession } from '../core/types.js';
import { requestedPage, routerRedirect, signInLocation } from './location.js';
import { resolvedOf, sessionOf } from './request-state.js';
import { requestEvent } from './session.js';
import type { SolidAuthInput, SolidEvent } from './types.js';

export interface RequireUserOptions {
	/**
	 * Where to come back to after signing in, such as `location.pathname` of the page. Another site is ignored.
	 * Default: the request's own page; when people navigate in the browser that is the page they come from.
	 */
	from?: string | undefined;
	/** Where to send people who are not signed in. Default: the config's sign-in page. */
	signInPage?: string;
}

/**
 * The session, or a redirect to the sign-in page. **The guard that holds**: call it in every `"use server"` function
 * that needs a person. No middleware sees which page a server function is called for.
 *
 * ```ts
 * export const requirePerson = query(async (from: string) => {
 *   'use server';
 *   return requireUser(getRequestEvent(), authConfig, { from });
 * }, 'require-person');
 * ```
 *
 * Call this function there, and not a query that wraps it: on the server, the router's `query` swallows the redirect,
 * returns undefined, and the caller goes on.
 *
 * In an API route use {@link auth} and return a Response: SolidStart does not answer what is thrown there.
 *
 * Specification: section 4.1 (protecting routes, 1).
 *
 * @throws Response, a redirect that queries and actions of both majors follow, when nobody is signed in
 * @throws TypeError outside of a request, and whatever the application's own config function throws
 */
export async function requireUser(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	options: RequireUserOptions = {},
): Promise<UserSession> {
	const current = requestEvent(event);
	const session = await sessionOf(current, config);
	if (session?.user) return session as UserSession;
	const resolved = await resolvedOf(current, config);
	// Whoever calls a server function decides what its arguments are. What a query throws then, SolidStart puts into a
	// cookie, together with the form that was sent.
	const from = typeof options.from === 'string' ? options.from : requestedPage(current.request, resolved);
	throw routerRedirect(resolved, signInLocation(resolved, { from }, options.signInPage), 302);
}
