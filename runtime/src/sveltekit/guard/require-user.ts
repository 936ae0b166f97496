import { error as kitError, redirect as kitRedirect, type RequestEvent } from '@sveltejs/kit';
import { type Allow, isAllowed } from '../../core/access/is-allowed.js';
import { createLogger } from '../../core/log.js';
import type { UserSession } from '../../core/types.js';
import { type RequestState, sessionOf, stateOf } from '../request-state.js';
import { signInLocation } from './refuse.js';
import { wantsPage } from './wants-page.js';

/**
 * Whom {@link requireUser} lets pass, and where it sends others.
 *
 * Specification: section 4.2 (page-level protection).
 */
export interface RequireUserOptions {
	/** Where to send people who are not signed in. Default: the config's sign-in page. */
	signInPage?: string;
	/** Who may pass, besides being signed in: `hasRole('admin')`. Others get 403, and so does everybody when it throws. */
	allow?: Allow<RequestEvent>;
}

/**
 * The session, or the end of the request: the guard for a page's own `load`, a form action, an endpoint and, above all,
 * a **remote function**, which no path rule can see.
 *
 * ```ts
 * // +page.server.ts
 * export const load = async (event) => {
 *   const { user } = await requireUser(event);
 *   return { orders: await ordersOf(user.email) };
 * };
 * // orders.remote.ts: the first statement
 * export const getOrders = query(async () => {
 *   const { user } = await requireUser(getRequestEvent());
 * ```
 *
 * Put it into every page's `load`: that of a layout is not run for each of them.
 *
 * Specification: section 4.2 (page-level protection).
 *
 * @param event of a `load`, an action or an endpoint, or `getRequestEvent()` in a remote function
 * @param options whom to let pass besides, and where to sign in
 * @returns the session, whose `user` is there
 * @throws SvelteKit's redirect to the sign-in page for pages, with the way back; its error 401 for programs,
 *   and its error 403 for people who are signed in and not allowed
 * @throws Error when the auth hook has not run, or while prerendering: a prerendered page is the same for everybody
 */
export async function requireUser(
	event: RequestEvent,
	options: RequireUserOptions = {},
): Promise<UserSession> {
	const state = stateOf(event);
	if (!state)
		throw new Error('requireUser() ran without the auth hook. Export its `handle` from src/hooks.server');
	if (state.building)
		throw new Error(
			'requireUser() ran while prerendering. Set `export const prerender = false` for this route',
		);
	state.guarded = true;
	const session = await sessionOf(event, state);
	if (!session?.user) return turnAway(event, state, options.signInPage);
	const { logger = createLogger({}) } = state.resolved ?? {};
	if (await isAllowed(session, event, options.allow, logger)) return session as UserSession;
	return kitError(403, 'Forbidden');
}

function turnAway(event: RequestEvent, { resolved }: RequestState, page = resolved?.signInPage): never {
	if (!page) return kitError(500, 'Internal Error');
	// Nothing but a page's `load` gets an event with `depends`; what else reads is an endpoint.
	const isEndpoint = !('depends' in event);
	return wantsPage(event, isEndpoint)
		? kitRedirect(303, signInLocation(event, page))
		: kitError(401, 'Unauthorized');
}
