import type { RequestEvent } from '@sveltejs/kit';
import { answerEndpoint, type Endpoint, isPageAction, matchEndpoint } from '../core/endpoints/index.js';
import { isCaching, privately, tellShared } from '../core/http/caching.js';
import { serializeCookie } from '../core/http/cookies.js';
import { noStore, serverError } from '../core/http/responses.js';
import { asError, createLogger } from '../core/log.js';
import type { Resolved, SetCookie } from '../core/types.js';
import type { ConfigFor } from './config-for.js';
import { hasOwnRoute } from './own-route.js';
import { marked } from './prerendered.js';
import { closeQueue, keepOnLocals, type RequestState, sessionOf, startState } from './request-state.js';
import { resolveSafely } from './safe-resolve.js';
import type { AuthHandle } from './types.js';

/**
 * Makes the auth hook. Whatever happens in it is answered: SvelteKit calls hooks for paths that cannot be
 * decoded (`/dashboard%`) outside its own try block, where one thrown value ends the whole server.
 */
export function createHandle(configFor: ConfigFor): AuthHandle {
	return async ({ event, resolve }) => {
		let state: RequestState;
		try {
			const given = configFor(event);
			const { config, resolve: resolveConfig } = given instanceof Promise ? await given : given;
			const building = config.building === true;
			state = startState(event, { resolved: building ? null : resolveConfig(), building });
			keepOnLocals(event);
		} catch (error) {
			// The application's config function failed. Its pages still work, signed out; guards stay shut.
			createLogger({}).error(asError(error));
			startState(event, { resolved: null, building: false });
			keepOnLocals(event);
			return isDefaultAuthPath(event) ? serverError() : resolveSafely(event, resolve);
		}

		const { resolved } = state;
		if (!resolved) return resolveSafely(event, (given) => resolve(given, marked));
		// A response of a request that the server makes to itself reaches no browser.
		if (event.isSubRequest) state.open = false;
		try {
			const known = resolved.accounts?.wellKnown(resolved, event.url.pathname);
			if (known) return known;
			const endpoint = endpointOf(event, resolved);
			if (endpoint && !belongsToApplication(event, endpoint, resolved)) {
				return await answer(event, resolved, endpoint, state);
			}
		} catch (error) {
			resolved.logger.error(asError(error));
			return serverError();
		}
		const response = await resolveSafely(event, resolve);
		return finish(event, response, state, resolved);
	};
}

/**
 * The core's own page where a rule guards the application's: a route such as `/auth/[page]`, which is no sign-in page by
 * its name. Sent to sign in there, people would go round in circles. Null where there is none.
 */
export function answerPage(
	event: RequestEvent,
	resolved: Resolved,
	state: RequestState,
): Promise<Response> | null {
	const endpoint = endpointOf(event, resolved);
	return endpoint && isPageAction(endpoint) ? answer(event, resolved, endpoint, state) : null;
}

async function answer(
	event: RequestEvent,
	resolved: Resolved,
	endpoint: Endpoint,
	state: RequestState,
): Promise<Response> {
	const query = event.url.searchParams;
	// What a POST sets decides: a refresh in the same answer would bring the old session back.
	if (event.request.method === 'POST') closeQueue(event);
	const response = await answerEndpoint(resolved, endpoint, event.request, query, () =>
		sessionOf(event, state),
	);
	return finish(event, response, state, resolved);
}

/** Data requests and remote functions carry a path that is not the one they are about. */
function endpointOf(event: RequestEvent, { basePath, accounts }: Resolved): Endpoint | null {
	if (event.isDataRequest || event.isRemoteRequest) return null;
	return matchEndpoint(event.url.pathname, basePath, accounts);
}

/** Whether the application has a page of its own at this endpoint, and this request is for that page. */
function belongsToApplication(
	event: RequestEvent,
	endpoint: Endpoint,
	{ basePath, base }: Resolved,
): boolean {
	if (!isPageAction(endpoint) || !hasOwnRoute(event.route.id, basePath.slice(base.length))) return false;
	const { method, headers } = event.request;
	// On the way to a provider's sign-out, and back.
	const query = event.url.searchParams;
	if (endpoint.action === 'signout' && (query.has('state') || query.has('leave'))) return false;
	if (method === 'GET' || method === 'HEAD') return true;
	// Form actions of that page. The endpoint has no use for a sign-in without a provider.
	return endpoint.action === 'signin' || headers.get('x-sveltekit-action') === 'true';
}

function isDefaultAuthPath(event: RequestEvent): boolean {
	return /^\/auth\//.test(event.url.pathname) && event.route.id === null;
}

function takeQueue(state: RequestState): SetCookie[] {
	const { queue } = state;
	state.open = false;
	state.queue = [];
	return queue;
}

/** Adds cookies to a response, whose headers may be immutable, and keeps it out of caches where it is for one person. */
function finish(
	event: RequestEvent,
	response: Response,
	state: RequestState,
	{ logger }: Resolved,
): Response {
	const cookies = takeQueue(state);
	if (cookies.length === 0 && !state.guarded) return response;
	const headers = new Headers(response.headers);
	for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie));
	// With cookies, too: a shared cache that stored the page would hand one person's session to the next.
	for (const [name, given] of response.headers) {
		if (!isCaching(name)) continue;
		const value = privately(name, given);
		if (value === null) headers.delete(name);
		else headers.set(name, value);
		if (state.guarded) tellShared(logger, event.route.id ?? event.url.pathname, name, given);
	}
	if (state.guarded && !headers.has('cache-control')) headers.set('cache-control', noStore['cache-control']);
	const { status, statusText } = response;
	// What opens a socket (101) cannot be made anew, and no cache keeps it.
	return status < 200 ? response : new Response(response.body, { status, statusText, headers });
}
