import type { Session } from '@auth/core/types';
import type { RequestEvent } from '@sveltejs/kit';
import { noteCookies, withCookies } from '../core/cookies.js';
import { readSession, type SessionResult } from '../core/session.js';
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
	written: Map<string, string>;
}

/**
 * On `locals`: it is the same object in hooks, loads and remote functions, while the event is copied for some. Not to be
 * listed, so that it gets into no log or copy. A WeakMap would cost each request more than reading its session does.
 */
const stateKey = Symbol('authgraft');

/** The state that the auth hook left for this request, or undefined when the hook has not run. */
export function stateOf(event: Pick<RequestEvent, 'locals'>): RequestState | undefined {
	return (event.locals as { [stateKey]?: RequestState })[stateKey];
}

/** Starts the state of a request and puts `auth` on its locals. */
export function startState(
	event: RequestEvent,
	given: { resolved: Resolved | null; building: boolean },
): RequestState {
	const state: RequestState = {
		...given,
		queue: [],
		open: !given.building,
		session: undefined,
		written: new Map(),
	};
	Object.defineProperty(event.locals, stateKey, { value: state, configurable: true });
	event.locals.auth = () => sessionOf(event, state);
	return state;
}

/** The session of a request: one look-up, however many layouts, pages and hooks ask. */
export function sessionOf(event: RequestEvent, state: RequestState): Promise<Session | null> {
	const { resolved } = state;
	if (!resolved) return Promise.resolve(null);
	if (state.session) return state.session;
	const read = readSession(resolved, currentCookies(event, state), () => state.open);
	const keep = ({ session, cookies }: SessionResult) => {
		// Streamed promises ask after the response has left; `cookies.set` would throw there, so they are dropped.
		if (state.open) state.queue.push(...cookies);
		return session;
	};
	state.session = read instanceof Promise ? read.then(keep) : Promise.resolve(keep(read));
	return state.session;
}

/** Signing in or out decides the cookies: a refresh that was read before it must not bring the old session back. */
export function closeQueue(event: Pick<RequestEvent, 'locals'>, cookies: readonly SetCookie[] = []): void {
	const state = stateOf(event);
	if (!state) return;
	state.open = false;
	state.queue = [];
	if (cookies.length === 0) return;
	// A form with `redirect: false` shows its page in the same answer.
	noteCookies(state.written, cookies);
	state.session = undefined;
}

/** The request's cookies as the browser would send them next. */
export function currentCookies(event: RequestEvent, state = stateOf(event)): string | null {
	const sent = event.request.headers.get('cookie');
	return state ? withCookies(sent, state.written) : sent;
}
