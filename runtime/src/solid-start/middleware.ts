import { withCors } from '../core/http/cors.js';
import { isAllowedOrigin } from '../core/http/same-origin.js';
import { wantsDocument } from '../core/http/wants-document.js';
import { knownSession } from './known-session.js';
import { findEndpoint, isEndpoint, isServerFunction } from './location.js';
import { rememberEvent, resolvedOf, sessionOf, settledSession } from './request-state.js';
import { tellSoon } from './settings.js';
import type { SolidAuthInput, SolidEvent } from './types.js';

/**
 * A function for `createMiddleware({ onRequest: [...] })`. It answers, or lets the request through.
 *
 * Specification: section 4.1 (protecting routes, 2).
 *
 * @param event the request's event, `FetchEvent` of either major
 */
export type SolidMiddleware = (event: SolidEvent) => Promise<Response | undefined>;

/** By `locals`, which is the same object for every middleware of a request. */
const configs = new WeakMap<object, SolidAuthInput>();

/** What {@link authMiddleware} was made with, or undefined when it has not run. */
export function configOf({ locals }: Pick<SolidEvent, 'locals'>): SolidAuthInput | undefined {
	return configs.get(locals);
}

/**
 * Puts `event.locals.auth()` on every request, and reads the session of page views before the page begins to
 * stream: a refreshed cookie would come too late from a query further down.
 *
 * ```ts
 * // src/middleware.ts
 * export default createMiddleware({ onRequest: [authMiddleware(authConfig), protect('/dashboard')] });
 * ```
 *
 * Specification: section 4.1 (protecting routes, 2).
 *
 * @param config the same value that {@link SolidAuth} got
 * @returns a function that never throws
 */
export function authMiddleware(config: SolidAuthInput): SolidMiddleware {
	tellSoon(config);
	return async (event) => {
		configs.set(event.locals, config);
		rememberEvent(event);
		// Asked for again each time: signing in within the request changes the answer.
		const auth = () => sessionOf(event, config);
		Object.assign(event.locals, { auth, [knownSession]: () => settledSession(event.request, config) });
		if (event.request.method === 'OPTIONS') return preflightOf(event, config);
		const known = await wellKnown(event, config);
		if (known) return known;
		if (await isPageView(event, config)) await sessionOf(event, config);
		return undefined;
	};
}

/** Where password managers look for a page. Every other path costs a comparison. */
async function wellKnown(event: SolidEvent, config: SolidAuthInput): Promise<Response | null> {
	const { pathname } = new URL(event.request.url);
	if (!pathname.startsWith('/.well-known/')) return null;
	const resolved = await resolvedOf(event, config).catch(() => null);
	return resolved?.accounts?.wellKnown(resolved, pathname) ?? null;
}

/** SolidStart has no route for what browsers ask before a page of another origin calls an endpoint. */
async function preflightOf(event: SolidEvent, config: SolidAuthInput): Promise<Response | undefined> {
	const { request } = event;
	const resolved = await resolvedOf(event, config).catch(() => null);
	const endpoint = resolved && findEndpoint(new URL(request.url).pathname, resolved);
	if (!endpoint || !isAllowedOrigin(request.headers, resolved.allowedOrigins)) return undefined;
	return withCors(request, resolved.allowedOrigins, async () => new Response());
}

async function isPageView(event: SolidEvent, config: SolidAuthInput): Promise<boolean> {
	const { request } = event;
	if (request.method !== 'GET' || !request.headers.has('cookie') || !wantsDocument(request)) return false;
	try {
		const resolved = await resolvedOf(event, config);
		const { pathname } = new URL(request.url);
		return !isServerFunction(pathname, resolved) && !isEndpoint(request, pathname, resolved);
	} catch {
		// Whoever asks for the session will log it.
		return false;
	}
}
