import type { Session } from '@auth/core/types';
import { type AuthClient, createBrowserClient } from '../core/browser/index.js';
import { normalizeBase, withBase } from '../core/http/base.js';
import type { RuntimeConfig } from '../core/types.js';
import { isPrerendered } from './prerendered.js';

// The predecessor's names, so that its imports go on compiling.
export type {
	AuthClient,
	AuthorizationParams,
	AuthorizationParams as SignInAuthorizationParams,
	ClientSignInOptions,
	ClientSignOutOptions,
} from '../core/browser/index.js';
export type {
	SignInResult,
	SignInResult as SignInResponse,
	SignInResult as SignOutResponse,
} from '../core/browser/post.js';
export type { SignInOptions, SignOutParams } from '../core/browser/predecessors.js';
export { SessionRequestError } from '../core/browser/session.js';

/**
 * Talks to the auth endpoints from the browser, and knows pages that were made while building.
 *
 * Specification: section 4.2 (client-side methods).
 */
export interface SvelteKitClient extends AuthClient {
	/**
	 * The session for the pages, in the universal `load` of the root layout: `session: await pageSession(data.session)`.
	 * A prerendered page was made when nobody was signed in, so in the browser it asks the server; other pages are taken
	 * at their word. On the server it gives back what it gets.
	 *
	 * @param session what the layout's server load returned
	 * @returns null when nobody is signed in, and where the server cannot be asked
	 */
	pageSession(session: Session | null): Promise<Session | null>;
}

/**
 * Makes a client for an application whose auth endpoints are not at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 *
 * @param settings.basePath without `base` it is the whole path, for example `resolve('/auth')`. Default `/auth`
 * @param settings.base what the application lies below: `base` of `$app/paths`, or `resolve` where there is none
 */
export function createClient(
	settings: { basePath?: string; base?: RuntimeConfig['base'] } = {},
): SvelteKitClient {
	const { basePath = '/auth', base } = settings;
	const client = createBrowserClient(() =>
		base === undefined ? basePath : withBase(basePath, normalizeBase(base, location.href)),
	);
	let wasSignedIn = false;
	return {
		...client,
		async pageSession(session) {
			if (typeof document === 'undefined') return session;
			// The data of a prerendered page says null, too, when a link leads to it.
			const mayBeOld = session === null && (wasSignedIn || isPrerendered());
			const current = mayBeOld ? await client.getSession().catch(() => null) : session;
			wasSignedIn = current !== null;
			return current;
		},
	};
}

const client = createClient();

/**
 * {@link AuthClient.signIn} with the endpoints at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 */
export const signIn = client.signIn;

/**
 * {@link AuthClient.signOut} with the endpoints at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 */
export const signOut = client.signOut;

/**
 * {@link AuthClient.getSession} with the endpoints at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 */
export const getSession = client.getSession;

/**
 * {@link AuthClient.update} with the endpoints at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 */
export const update = client.update;

/**
 * {@link SvelteKitClient.pageSession} with the endpoints at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 */
export const pageSession = client.pageSession;
