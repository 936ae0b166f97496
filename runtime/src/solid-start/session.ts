import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import { asError, createLogger } from '../core/log.js';
import { readToken } from '../core/session/jwt.js';
import { currentCookies, eventOf, resolvedOf, sessionOf } from './request-state.js';
import type { GetSessionResult, SolidAuthConfig, SolidAuthInput, SolidEvent } from './types.js';

/**
 * Reads the session of a request. A refreshed cookie is sent along where {@link authMiddleware} has seen the request; a
 * request alone cannot carry cookies back, so without it nothing is refreshed: there, use {@link auth}. Null for a WebSocket
 * that another site's page opens.
 *
 * Specification: section 4.1 (`getSession`), section 7.
 *
 * @param request the one of the event
 * @param options the same object that {@link SolidAuth} got; one look-up a request, however often it is asked
 * @returns null without a valid session. Never throws: what is wrong is logged
 */
export function getSession(request: Request, options: SolidAuthConfig): GetSessionResult {
	return sessionOf(eventOf(request), options);
}

/**
 * Reads the session of the current request, and sends the session cookie again when a refresh is due.
 *
 * ```ts
 * export const getUser = query(async () => {
 *   'use server';
 *   return auth(getRequestEvent(), authConfig);
 * }, 'session');
 * ```
 *
 * Specification: section 4.1, section 2.5 (`updateAge`).
 *
 * @param event of an API route, a middleware, or `getRequestEvent()` inside a server function
 * @param config the same value that {@link SolidAuth} got; one look-up a request, however often it is asked
 * @returns null without a valid session
 * @throws TypeError outside of a request. Everything else that is wrong is logged, and the session is null
 */
export async function auth(event: SolidEvent | undefined, config: SolidAuthInput): Promise<Session | null> {
	return sessionOf(requestEvent(event), config);
}

/**
 * What the session cookie holds: everything that the `jwt` callback put there, such as an access token. **Not for
 * browsers**: whatever a server function returns is sent there.
 *
 * Specification: section 2.5 (`jwt`); the specification has no such function.
 *
 * @param source an event, or its request
 * @param config the same value that {@link SolidAuth} got
 * @returns null without a valid cookie, and with database sessions. Never throws: what is wrong is logged
 */
export async function getToken(
	source: Pick<SolidEvent, 'request'> | Request,
	config: SolidAuthInput,
): Promise<JWT | null> {
	const event = 'request' in source ? source : { request: source };
	try {
		return await readToken(await resolvedOf(event, config), currentCookies(event.request));
	} catch (error) {
		createLogger({}).error(asError(error));
		return null;
	}
}

/** @throws TypeError when there is no event: the code runs in the browser or outside of a request */
export function requestEvent(event: SolidEvent | undefined): SolidEvent {
	if (event) return event;
	throw new TypeError(
		'There is no request here. Call getRequestEvent() inside a server function, and pass what it returns',
	);
}
