import { createBrowserWebAuthnClient, type WebAuthnClient } from '../core/browser/passkeys.js';

export type { WebAuthnClient, WebAuthnOptions } from '../core/browser/passkeys.js';
export type { SignInResult } from '../core/browser/post.js';
export { signInErrorMessage } from '../core/errors.js';

/**
 * Makes a passkey client for an application whose auth endpoints are not at `/api/auth`.
 *
 * Specification: section 2.5 (`experimental.enableWebAuthn`).
 *
 * @param settings.basePath with the application's base, for example `/app/api/auth`. Default `/api/auth`
 */
export function createWebAuthnClient(settings: { basePath?: string } = {}): WebAuthnClient {
	return createBrowserWebAuthnClient(settings.basePath ?? '/api/auth');
}

/**
 * {@link WebAuthnClient.signIn} with the endpoints at `/api/auth`.
 *
 * Specification: section 2.5 (`experimental.enableWebAuthn`).
 */
export const signIn: WebAuthnClient['signIn'] = createWebAuthnClient().signIn;
