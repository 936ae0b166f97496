import { followUrl, readAnswer, type SignInResult } from './client.js';

/** Options of {@link AuthClient.signIn}; every other property is a field for the provider, such as `password`. */
export interface ClientSignInOptions {
	/** False: stay on this page and look at the result. Default true. */
	redirect?: boolean;
	/** Where to go afterwards. Default: this page. */
	redirectTo?: string;
	/** Path of the auth endpoints, with the application's base. Default: that of the client. */
	basePath?: string;
	[field: string]: unknown;
}

export interface ClientSignOutOptions {
	/** False: stay on this page and look at the result. Default true. */
	redirect?: boolean;
	/** Where to go afterwards. Default: this page. */
	redirectTo?: string;
	/** Path of the auth endpoints, with the application's base. Default: that of the client. */
	basePath?: string;
}

export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

export interface AuthClient {
	/**
	 * Starts to sign in from the browser.
	 *
	 * @param providerId a provider's id; without one the sign-in page opens
	 * @param options where to go, and the provider's fields
	 * @param authorizationParams added to the provider's authorization page, such as `{ login_hint }`
	 * @returns what came of it. After `redirect: true` the page is being left, whatever the result says
	 */
	signIn(
		providerId?: string,
		options?: ClientSignInOptions | FormData,
		authorizationParams?: AuthorizationParams,
	): Promise<SignInResult>;
	/** Ends the session from the browser. */
	signOut(options?: ClientSignOutOptions): Promise<SignInResult>;
}

/**
 * Makes a client that talks to the auth endpoints.
 *
 * Specification: section 4.2 (client-side methods).
 *
 * @param defaultPath where the endpoints are
 */
export function createBrowserClient(defaultPath: string): AuthClient {
	const root = (path: string | undefined) => (path ?? defaultPath).replace(/\/+$/, '');
	return {
		async signIn(providerId, options = {}, authorizationParams) {
			const given = options instanceof FormData ? Object.fromEntries(options) : options;
			const {
				redirect = true,
				redirectTo = location.href,
				basePath,
				...fields
			} = given as ClientSignInOptions;
			if (!providerId) {
				const url = `${root(basePath)}/signin?${new URLSearchParams({ callbackUrl: redirectTo })}`;
				if (redirect) followUrl(url);
				return { ok: true, status: 200, url: new URL(url, location.href).href, error: null, code: null };
			}
			const query = authorizationParams ? `?${new URLSearchParams(authorizationParams)}` : '';
			const url = `${root(basePath)}/signin/${encodeURIComponent(providerId)}${query}`;
			return post(url, { ...fields, callbackUrl: redirectTo }, redirect);
		},
		signOut({ redirect = true, redirectTo = location.href, basePath } = {}) {
			return post(`${root(basePath)}/signout`, { callbackUrl: redirectTo }, redirect);
		},
	};
}

async function post(url: string, fields: Record<string, unknown>, redirect: boolean): Promise<SignInResult> {
	const body = new URLSearchParams();
	for (const [name, value] of Object.entries(fields)) {
		if (value !== undefined && value !== null) body.set(name, String(value));
	}
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'X-Auth-Return-Redirect': '1' },
		body,
	});
	const result = await readAnswer(response);
	// Also after an error: the sign-in page tells it.
	if (redirect && result.url) followUrl(result.url);
	return result;
}
