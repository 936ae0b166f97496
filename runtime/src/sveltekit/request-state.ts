import type { Session } from '@auth/core/types';
import type { RequestEvent } from '@sveltejs/kit';
import { noteCookies, withCookies } from '../core/http/cookies.js';
import { warn } from '../core/log.js';
import { readSession, type SessionResult } from '../core/session/index.js';
import type { Resolved, SetCookie } from '../core/types.js';

/** What the auth hook knows about the request it let through. */
export interface RequestState {
	request: Request;
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

/**
 * By the request, and by `locals`: both are the same objects in hooks, loads and remote functions, while the event is
 * copied for some; and a hook of the application may put another object in the place of either. Null for `locals` that are one
 * object for several requests.
 */
const states = new WeakMap<object, RequestState | null>();

/** The state that the auth hook left for this request, or undefined when the hook has not run. */
export function stateOf({ request, locals }: Keys): RequestState | undefined {
	return states.get(request) ?? states.get(locals) ?? undefined;
}

type Keys = Pick<RequestEvent, 'request' | 'locals'>;

/** Starts the state of a request and puts `auth` on its locals. */
export function startState(
	event: RequestEvent,
	given: { resolved: Resolved | null; building: boolean },
): RequestState {
	const { resolved, building } = given;
	const state: RequestState = {
		request: event.request,
		resolved,
		building,
		queue: [],
		open: !building,
		session: undefined,
		written: undefined,
		guarded: false,
	};
	states.set(event.request, state);
	giveLocals(event.locals, event, state);
	return state;
}

/** On each `auth` of ours: one that a hook has copied from the locals of another request is no one of the application's. */
const ours = Symbol();
type Auth = App.Locals['auth'] & { [ours]?: true };

/**
 * Puts `auth` on locals. One object for several requests (`event.locals = defaults`) would give a person the session of
 * another: it opens nothing, and says so. One that the application has put there, for tests or previews, stays for whoever
 * reads it; guards go by the state, and so by the session that was verified.
 */
function giveLocals(locals: App.Locals, event: RequestEvent, state: RequestState): void {
	const owner = states.get(locals);
	const isShared = owner !== undefined && owner?.request !== state.request;
	states.set(locals, isShared ? null : state);
	const there: Auth | undefined | null = locals.auth;
	if (there && !there[ours]) {
		tellOther(state.resolved);
		return;
	}
	const auth: Auth = isShared ? refuseShared : () => sessionOf(event, state);
	auth[ours] = true;
	locals.auth = auth;
}

const refuseShared = (): Promise<never> =>
	Promise.reject(
		new Error('event.locals is one object for several requests. Make a new one in each: { ...defaults }'),
	);

/** By the logger, of which each configuration has one. */
const told = new WeakSet<object>();

function tellOther(resolved: Resolved | null): void {
	if (!resolved?.dev || told.has(resolved.logger)) return;
	told.add(resolved.logger);
	warn(
		resolved.logger,
		'event.locals.auth is not set: the application has one of its own there. protect() and requireUser() do not ask it, they go by the session',
	);
}

/** Where an event keeps the locals that {@link locals} gives. */
const current = Symbol();
type Kept = RequestEvent & { [current]: App.Locals };

/** One for all events: a property with functions of its own, which each event got, took twice as long. */
const locals: PropertyDescriptor & ThisType<Kept> = {
	configurable: true,
	enumerable: true,
	get() {
		return this[current];
	},
	set(next: App.Locals) {
		const state = stateOf({ request: this.request, locals: this[current] });
		this[current] = next;
		if (state && Object.isExtensible(next)) giveLocals(next, this, state);
	},
};

/** Hooks behind the auth hook may assign other locals: `event.locals = { db }`. These get `auth`, too. */
export function keepOnLocals(event: RequestEvent): void {
	(event as Kept)[current] = event.locals;
	Object.defineProperty(event, 'locals', locals);
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
export function closeQueue(event: Keys, cookies: readonly SetCookie[] = []): void {
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
