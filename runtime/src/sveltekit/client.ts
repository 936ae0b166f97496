import { type AuthClient, createBrowserClient } from '../core/browser/index.js';

// The predecessor's names, so that its imports go on compiling.
export type {
	AuthClient,
	AuthorizationParams,
	AuthorizationParams as SignInAuthorizationParams,
	ClientSignInOptions,
	ClientSignInOptions as SignInOptions,
	ClientSignOutOptions,
	ClientSignOutOptions as SignOutParams,
} from '../core/browser/index.js';
export type {
	SignInResult,
	SignInResult as SignInResponse,
	SignInResult as SignOutResponse,
} from '../core/browser/post.js';
export { SessionRequestError } from '../core/browser/session.js';

/**
 * Makes a client for an application whose auth endpoints are not at `/auth`.
 *
 * Specification: section 4.2 (client-side methods).
 *
 * @param settings.basePath with the application's base, for example `resolve('/auth')`. Default `/auth`
 */
export function createClient(settings: { basePath?: string } = {}): AuthClient {
	return createBrowserClient(settings.basePath ?? '/auth');
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
