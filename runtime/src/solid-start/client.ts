import { type AuthClient, createBrowserClient } from '../core/browser/index.js';

// The predecessors' names, so that their imports go on compiling.
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
 * Makes a client for an application whose auth endpoints are not at `/api/auth`.
 *
 * Specification: section 4.1; the client-side methods are those of 4.2.
 *
 * @param settings.basePath with the application's base, for example `/app/api/auth`. Default `/api/auth`
 */
export function createClient(settings: { basePath?: string } = {}): AuthClient {
	return createBrowserClient(() => settings.basePath ?? '/api/auth');
}

const client = createClient();

/**
 * {@link AuthClient.signIn} with the endpoints at `/api/auth`.
 *
 * Specification: section 4.1; the client-side methods are those of 4.2.
 */
export const signIn = client.signIn;

/**
 * {@link AuthClient.signOut} with the endpoints at `/api/auth`.
 *
 * Specification: section 4.1; the client-side methods are those of 4.2.
 */
export const signOut = client.signOut;

/**
 * {@link AuthClient.getSession} with the endpoints at `/api/auth`.
 *
 * Specification: section 4.1; the client-side methods are those of 4.2.
 */
export const getSession = client.getSession;

/**
 * {@link AuthClient.update} with the endpoints at `/api/auth`.
 *
 * Specification: section 4.1; the client-side methods are those of 4.2.
 */
export const update = client.update;
