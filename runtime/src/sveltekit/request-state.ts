import type { Session } from '@auth/core/types';
import type { RequestEvent } from '@sveltejs/kit';
import { noteCookies, withCookies } from '../core/http/cookies.js';
import { readSession, type SessionResult } from '../core/session/index.js';
import type { Resolved, SetCookie } from '../core/types.js';

/** What the auth hook knows about the request it let through. */
export interface RequestState {
	/** Null while building, and when the config could not be made. */
	resolved: Resolved | null;
	building: boolean;
	/** Session cookies that wait for the response. */
	queue: SetCookie[];
	/** Whether cookies can still reach the browser. */
	open: boolean;
	session: Promise<Session | null> | undefined;
	/** Cookies that an action has set, by name; `''` for removed ones. Later reads see them. */
	written: Map<string, string> | undefined;
	/** Whether a guard has been asked: then the answer is for one person. */
	guarded: boolean;
}

/** By `locals`: it is the same object in hooks, loads and remote functions, while the event is copied for some. */
const states = new WeakMap<object, RequestState>();

/** The state that the auth hook left for this request, or undefined when the hook has not run. */
export function stateOf(event: Pick<RequestEvent, 'locals'>): RequestState | undefined {
	return states.get(event.locals);
}

/** Starts the state of a request and puts `auth` on its locals. */
export function startState(
	event: RequestEvent,
	given: { resolved: Resolved | null; building: boolean },
): RequestState {
	const { resolved, building } = given;
	const state: RequestState = {
		resolved,
		building,
		queue: [],
		open: !building,
		session: undefined,
		written: undefined,
		guarded: false,
	};
	states.set(event.locals, state);
	event.locals.auth = () => sessionOf(event, state);
	return state;
}

/** The session of a request: one look-up, however many layouts, pages and hooks ask. */
export function sessionOf(event: RequestEvent, state: RequestState): Promise<Session | null> {
	const { resolved } = state;
	if (!resolved) return Promise.resolve(null);
	if (state.session) return state.session;
	const read = readSession(resolved, currentCookies(event, state), () => state.open);
	state.session = read instanceof Promise ? keepCookies(read, state) : Promise.resolve(read.session);
	return state.session;
}

async function keepCookies(reading: Promise<SessionResult>, state: RequestState): Promise<Session | null> {
	const { session, cookies } = await reading;
	// Streamed promises ask after the response has left; `cookies.set` would throw there, so they are dropped.
	if (state.open) state.queue.push(...cookies);
	return session;
}

/** Signing in or out decides the cookies: a refresh that was read before it must not bring the old session back. */
export function closeQueue(event: Pick<RequestEvent, 'locals'>, cookies: readonly SetCookie[] = []): void {
	const state = stateOf(event);
	if (!state) return;
	state.open = false;
	state.queue = [];
	if (cookies.length === 0) return;
	// A form with `redirect: false` shows its page in the same answer.
	state.written ??= new Map();
	noteCookies(state.written, cookies);
	state.session = undefined;
}

/** The request's cookies as the browser would send them next. */
export function currentCookies(event: RequestEvent, state = stateOf(event)): string | null {
	const sent = event.request.headers.get('cookie');
	return state?.written ? withCookies(sent, state.written) : sent;
}
