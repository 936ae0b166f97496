import type { Session } from '@auth/core/types';
import { clearCookies, noteCookies, serializeCookie, withCookies } from '../core/http/cookies.js';
import { isForeignSocket } from '../core/http/same-origin.js';
import { asError, createLogger } from '../core/log.js';
import { readSessionCookies } from '../core/session/cookies.js';
import { readSession } from '../core/session/index.js';
import type { Resolved, SetCookie } from '../core/types.js';
import { resolveFor } from './settings.js';
import type { SolidAuthInput, SolidEvent } from './types.js';

interface Reading {
	reading: Promise<Session | null>;
	canSetCookies: boolean;
	/** What it came to, once it has. */
	settled?: Session | null;
}

/** What is known about one request. */
interface RequestState {
	resolved: Map<SolidAuthInput, Promise<Resolved>>;
	sessions: Map<SolidAuthInput, Reading>;
	/** Cookies that were sent to the browser, by name; `''` for removed ones. Later reads see them. */
	written: Map<string, string>;
	/** Where cookies can be set, once something that knows the whole event has run. */
	event: Pick<SolidEvent, 'request' | 'response'> | undefined;
	/** Counts sign-ins and sign-outs: a refresh that was read before one of them must not undo it. */
	changes: number;
}

/**
 * By request, never by event or `locals`: a single-flight mutation runs the target page's queries with the
 * `locals` of the mutation and a new request, which carries the cookies that the mutation set.
 */
const states = new WeakMap<Request, RequestState>();

function stateOf(request: Request): RequestState {
	const known = states.get(request);
	if (known) return known;
	const state: RequestState = {
		resolved: new Map(),
		sessions: new Map(),
		written: new Map(),
		event: undefined,
		changes: 0,
	};
	states.set(request, state);
	return state;
}

/** The configuration as it holds for this request. Rejects when the application's config function does. */
export function resolvedOf(event: Pick<SolidEvent, 'request'>, input: SolidAuthInput): Promise<Resolved> {
	const { resolved } = stateOf(event.request);
	const known = resolved.get(input);
	if (known) return known;
	const resolving = resolveFor(input, event);
	resolved.set(input, resolving);
	return resolving;
}

/** Remembers the event of a request, for those who have only the request in hand. */
export function rememberEvent(event: Pick<SolidEvent, 'request' | 'response'>): void {
	stateOf(event.request).event = event;
}

/** The event of a request, or the bare request when nobody has told it. */
export function eventOf(request: Request): Parameters<typeof sessionOf>[0] {
	return stateOf(request).event ?? { request };
}

/**
 * The session of a request: one look-up, however many queries and guards ask. Never rejects.
 *
 * @param event with a response, refreshed cookies are sent; with the bare request nothing is refreshed
 */
export function sessionOf(
	event: Pick<SolidEvent, 'request'> & Partial<Pick<SolidEvent, 'response'>>,
	input: SolidAuthInput,
): Promise<Session | null> {
	const { sessions } = stateOf(event.request);
	const canSetCookies = event.response !== undefined;
	const known = sessions.get(input);
	if (known && (known.canSetCookies || !canSetCookies)) return known.reading;
	const reading = read(event, input);
	sessions.set(input, { reading, canSetCookies });
	return reading;
}

/** The session of a request as far as it is known without waiting. Without a cookie there is none. */
export function settledSession(request: Request, input: SolidAuthInput): Session | null | undefined {
	const settled = stateOf(request).sessions.get(input)?.settled;
	return settled === undefined && !currentCookies(request) ? null : settled;
}

async function read(
	event: Pick<SolidEvent, 'request'> & Partial<Pick<SolidEvent, 'response'>>,
	input: SolidAuthInput,
): Promise<Session | null> {
	const { request, response } = event;
	const state = stateOf(request);
	const { changes } = state;
	try {
		const resolved = await resolvedOf(event, input);
		if (isForeignSocket(request.headers, resolved)) return null;
		const { session, cookies } = await readSession(
			resolved,
			currentCookies(request),
			() => response !== undefined && state.changes === changes,
		);
		if (response && state.changes === changes) sendCookies({ request, response }, cookies);
		const entry = state.sessions.get(input);
		if (entry && state.changes === changes) entry.settled = session;
		return session;
	} catch (error) {
		// The application's config function failed. Its pages still work, signed out.
		createLogger({}).error(asError(error));
		return null;
	}
}

/**
 * Sends the cookies of a sign-in or sign-out, and takes back what a refresh in the same request has sent.
 *
 * @returns false when the response has begun, so that nothing could be sent
 */
export function changeSession(
	event: Pick<SolidEvent, 'request' | 'response'>,
	resolved: Resolved,
	cookies: readonly SetCookie[],
): boolean {
	const state = stateOf(event.request);
	state.changes++;
	state.sessions.clear();
	const { name, options } = resolved.sessionCookie;
	const stale = readSessionCookies(withCookies(null, state.written), name).names.filter(
		(known) => !cookies.some((cookie) => cookie.name === known),
	);
	// Only when the core decided about the session: starting with a provider leaves the old one alone.
	const decided = cookies.some((cookie) => cookie.name.startsWith(name));
	return sendCookies(event, decided ? [...clearCookies(stale, options), ...cookies] : cookies);
}

/**
 * Sends cookies by the event's own headers, the one place that both majors look at, also for redirects and
 * for the queries that a single-flight mutation runs. SolidStart 1 throws there once the response has begun.
 */
function sendCookies(
	{ request, response }: Pick<SolidEvent, 'request' | 'response'>,
	cookies: readonly SetCookie[],
): boolean {
	const { written } = stateOf(request);
	try {
		for (const cookie of cookies) {
			response.headers.append('set-cookie', serializeCookie(cookie));
			noteCookies(written, [cookie]);
		}
		return true;
	} catch {
		return false;
	}
}

/** The request's cookies as the browser would send them next. */
export function currentCookies(request: Request): string | null {
	return withCookies(request.headers.get('cookie'), stateOf(request).written);
}
