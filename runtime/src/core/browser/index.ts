import type { Session } from '@auth/core/types';
import { followUrl, postForm, type SignInResult } from './post.js';
import { requestSession } from './session.js';

/**
 * Options of {@link AuthClient.signIn}.
 *
 * Specification: section 4.2 (client `signIn`).
 */
export interface ClientSignInOptions extends Omit<ClientSignOutOptions, 'atProvider'> {
	/** True: the provider's account is added to who is signed in, instead of signing in with it. */
	link?: boolean;
	/** Every other property is a field for the provider, such as `password`, sent as text. Null and undefined are not. */
	[field: string]: unknown;
}

/**
 * Options of {@link AuthClient.signOut}.
 *
 * Specification: section 4.2 (client `signOut`).
 */
export interface ClientSignOutOptions {
	/** False: stay on this page and look at the result. Default true. */
	redirect?: boolean;
	/** Where to go afterwards: a page of this site, unless `callbacks.redirect` allows others. Default: this page. */
	redirectTo?: string;
	/**
	 * Whether to sign out at the OpenID provider, too: the page is left for the provider's. Default: what `signOut` of the
	 * configuration says.
	 */
	atProvider?: boolean;
	/** Older name of `redirectTo`. */
	callbackUrl?: string;
	/** Path of the auth endpoints, with the application's base, such as `/app/auth`. Default: that of the client. */
	basePath?: string;
}

/**
 * Parameters for the provider's authorization page, such as `{ login_hint: 'ada@example.com' }`: whatever
 * `URLSearchParams` takes.
 *
 * Specification: section 4.2 (client `signIn`).
 */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/**
 * Talks to the auth endpoints from the browser.
 *
 * Specification: section 4.2 (client-side methods).
 */
export interface AuthClient {
	/**
	 * Starts to sign in from the browser.
	 *
	 * @param providerId a provider's id; without one the sign-in page opens
	 * @param options where to go, and the provider's fields; a `FormData` holds the same as text
	 * @param authorizationParams added to the provider's authorization page, such as `{ login_hint }`
	 * @returns what came of it, mistakes too. After `redirect: true` the page is being left, whatever the result says
	 */
	signIn(
		providerId?: string,
		options?: ClientSignInOptions | FormData,
		authorizationParams?: AuthorizationParams,
	): Promise<SignInResult>;
	/**
	 * Ends the session from the browser.
	 *
	 * @param options where to go
	 * @returns what came of it, as of {@link AuthClient.signIn}
	 */
	signOut(options?: ClientSignOutOptions): Promise<SignInResult>;
	/**
	 * Asks the server for the session as it is now.
	 *
	 * @returns null when nobody is signed in
	 * @throws SessionRequestError when the server cannot be asked, so that nothing is known
	 */
	getSession(): Promise<Session | null>;
	/**
	 * Changes the session: the `jwt` callback (with database sessions the `session` callback) runs with
	 * `trigger: 'update'`. **Whoever is signed in can send anything:** take over only what they may change.
	 *
	 * @param data what the callback gets, as JSON: in `session` (with database sessions in `newSession`)
	 * @returns the session afterwards, or null when nobody is signed in. Load the page's data again to show it
	 * @throws SessionRequestError when the server cannot be asked or refuses
	 */
	update(data?: unknown): Promise<Session | null>;
}

/**
 * Makes a client that talks to the auth endpoints.
 *
 * Specification: section 4.2 (client-side methods).
 *
 * @param defaultPath where the endpoints are; asked at each call, since a framework may know it in a browser only
 */
export function createBrowserClient(defaultPath: () => string): AuthClient {
	const root = (path = defaultPath()) => path.replace(/\/+$/, '');
	return {
		async signIn(providerId, options = {}, authorizationParams) {
			const { redirect, redirectTo, basePath, fields } = readOptions(options);
			const page = (params: Record<string, string>) =>
				`${root(basePath)}/signin?${new URLSearchParams({ ...params, callbackUrl: redirectTo })}`;
			if (!providerId) {
				if (redirect) followUrl(page({}));
				const url = new URL(page({}), location.href).href;
				return { ok: true, status: 200, url, error: undefined, code: undefined };
			}
			const query = authorizationParams ? `?${new URLSearchParams(authorizationParams)}` : '';
			const url = `${root(basePath)}/signin/${encodeURIComponent(providerId)}${query}`;
			const result = await postForm(url, [...fields, ['callbackUrl', redirectTo]]);
			// Also after an error: the sign-in page tells it. A button that does nothing would hide a mistyped id.
			const next = result.error === 'UnknownProvider' ? page({ error: result.error }) : result.url;
			if (redirect && next) followUrl(next);
			return result;
		},
		async signOut(options = {}) {
			const { redirect, redirectTo, basePath, fields } = readOptions(options);
			const asked = fields.filter(([name]) => name === 'atProvider');
			const result = await postForm(`${root(basePath)}/signout`, [...asked, ['callbackUrl', redirectTo]]);
			if (redirect && result.url) followUrl(result.url);
			return result;
		},
		getSession: () => requestSession(`${root()}/session`),
		update: (data) => requestSession(`${root()}/session`, { data }),
	};
}

/** What the options say, and the fields that are the provider's. */
export function readOptions(options: ClientSignInOptions | ClientSignOutOptions | FormData): {
	redirect: boolean;
	redirectTo: string;
	basePath: string | undefined;
	fields: [string, string][];
} {
	const given: Record<string, unknown> =
		options instanceof FormData ? Object.fromEntries(options) : { ...options };
	const { redirect, redirectTo, callbackUrl, basePath, ...rest } = given;
	const text = (value: unknown) => (value === undefined || value === null ? undefined : String(value));
	return {
		// A form can only say it as text.
		redirect: redirect !== false && redirect !== 'false',
		redirectTo: text(redirectTo ?? callbackUrl) ?? location.href,
		basePath: text(basePath),
		fields: Object.entries(rest).flatMap(([name, value]) => {
			const sent = value instanceof Blob ? undefined : text(value);
			return sent === undefined ? [] : [[name, sent] as [string, string]];
		}),
	};
}
