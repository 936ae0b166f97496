import type { Session } from '@auth/core/types';
import {
	type Accessor,
	type Context,
	createComponent,
	createContext,
	createResource,
	type JSX,
	onMount,
	type Resource,
	useContext,
} from 'solid-js';
import { getRequestEvent, isServer } from 'solid-js/web';
import { type AuthClient, createBrowserClient, readOptions } from '../core/browser/index.js';
import { knownSession, type SeenLocals } from './known-session.js';

/**
 * What {@link SessionProvider} takes.
 *
 * Specification: section 4.2 (components); integration A has none of its own.
 */
export interface SessionProviderProps {
	/** The part of the page that knows the session. */
	children?: JSX.Element;
	/** Path of the auth endpoints, with the application's base. Default `/api/auth`. */
	basePath?: string;
	/** Of the predecessor, and as little as there: the endpoints are those of the page's origin. */
	baseUrl?: string;
	/** Of the predecessor, and as little as there. */
	refetchAfterServer?: boolean;
	/** Whether the page waits for a session that is not known yet before it begins to stream. Default true. */
	deferStream?: boolean;
}

/**
 * A session as {@link useAuth} has it: `data` is null when nobody is signed in, undefined while nobody knows.
 *
 * Specification: section 2.1.
 */
export type SessionState =
	| {
			/** Somebody is signed in. */
			status: 'authenticated';
			/** The session. */
			data: Session;
	  }
	| {
			/** Nobody is signed in. */
			status: 'unauthenticated';
			/** There is none. */
			data: null;
	  }
	| {
			/** Nobody knows yet. */
			status: 'loading';
			/** Not known yet. */
			data: undefined;
	  };

/**
 * What {@link useAuth} gives.
 *
 * Specification: section 4.2 (client-side methods).
 */
export interface UseAuthResult {
	/** The session, null when nobody is signed in, undefined while nobody knows. Reactive. */
	session: Accessor<Session | null | undefined>;
	/** The same as a word. Reactive. */
	status: Accessor<SessionState['status']>;
	/**
	 * Asks the server for the session as it is now. What is shown stays until it has answered, and where it does not.
	 *
	 * @param force as the predecessor's, which asked without it only now and then: it always asks
	 * @returns the session afterwards
	 */
	refetch: (force?: boolean) => Promise<SessionState>;
	/** As of the client module. With `redirect: false` the session is asked for when it has worked. */
	signIn: AuthClient['signIn'];
	/** As of the client module. With `redirect: false` the session is asked for when it has worked. */
	signOut: AuthClient['signOut'];
}

type Known = Session | null | undefined;
interface Shared {
	session: Resource<Known>;
	refetch: () => Promise<Known>;
	client: AuthClient;
}

let made: Context<Shared | undefined> | undefined;
/** Made when it is needed: loading this module does nothing. */
function shared(): Context<Shared | undefined> {
	made ??= createContext<Shared>();
	return made;
}

/**
 * Gives the session to all components within. On the server it is that of the request, as `authMiddleware` has read it, so that the
 * page comes with it and wakes up with it; without the middleware the browser asks when the page is there.
 *
 * ```tsx
 * <Router root={(props) => <SessionProvider><Suspense>{props.children}</Suspense></SessionProvider>}>
 * ```
 *
 * Specification: section 4.2 (components); integration A has none of its own.
 *
 * @param props see {@link SessionProviderProps}
 */
export function SessionProvider(props: SessionProviderProps): JSX.Element {
	const value = makeShared(props);
	return createComponent(shared().Provider, {
		value,
		get children() {
			return props.children;
		},
	});
}

/**
 * The session of the {@link SessionProvider} around it, and what changes it.
 *
 * Specification: section 4.2 (client-side methods).
 *
 * @throws Error when there is no provider around it
 */
export function useAuth(): UseAuthResult {
	const found = useContext(shared());
	if (!found) throw new Error('useAuth needs a <SessionProvider> around it.');
	const { session, refetch, client } = found;
	const changing = async <T extends { ok: boolean }>(leaves: boolean, answer: Promise<T>): Promise<T> => {
		const result = await answer;
		if (!leaves && result.ok) await refetch();
		return result;
	};
	return {
		session: () => session.latest,
		status: () => stateOf(session.latest).status,
		refetch: async () => stateOf(await refetch()),
		signIn: (id, options, params) =>
			changing(!id || readOptions(options ?? {}).redirect, client.signIn(id, options, params)),
		signOut: (options) => changing(readOptions(options ?? {}).redirect, client.signOut(options)),
	};
}

/**
 * The session as a resource: that of the {@link SessionProvider} around it, else one of its own with the endpoints at `/api/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 *
 * @returns null when nobody is signed in, undefined while nobody knows
 */
export function createSession(): Resource<Session | null | undefined> {
	return (useContext(shared()) ?? makeShared({})).session;
}

function makeShared({ basePath = '/api/auth', deferStream = true }: SessionProviderProps): Shared {
	const client = createBrowserClient(() => basePath);
	const [session, { refetch }] = createResource<Known, true>(
		(_, { value }) => (isServer ? onServer() : client.getSession().catch(() => value ?? null)),
		{ deferStream },
	);
	const again = async () => (await refetch(true)) as Known;
	onMount(() => {
		if (!session.loading && session.latest === undefined) void again();
	});
	return { session, refetch: again, client };
}

/** Without a promise where it is known: what reads it then needs no boundary, and is right in the first line that is sent. */
function onServer(): Known | Promise<Known> {
	const { locals } = (getRequestEvent() ?? {}) as { locals?: SeenLocals };
	const known = locals?.[knownSession]?.();
	return known === undefined ? locals?.auth?.() : known;
}

function stateOf(data: Known): SessionState {
	if (data) return { status: 'authenticated', data };
	return data === null ? { status: 'unauthenticated', data } : { status: 'loading', data };
}
