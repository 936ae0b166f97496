import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import type { ActionFailure, RequestEvent } from '@sveltejs/kit';
import type { SignInError } from '../core/errors.js';
import type { MaybePromise } from '../core/maybe-promise.js';
import type { SignInForm } from '../core/sign-in/form.js';
import type { SignInPageData } from '../core/sign-in/page.js';
import type { RuntimeConfig } from '../core/types.js';
import type { AccountPagesResult } from './account-types.js';

/**
 * What {@link SvelteKitAuth} accepts: the options of `@auth/core` and `env`, `dev`, `building` and `base`, which
 * the generated auth module takes from `$app/*`.
 *
 * Specification: section 2.5 (`AuthConfigB`).
 */
export interface SvelteKitAuthConfig extends RuntimeConfig {}

/**
 * A config that depends on the request, for platforms whose environment comes with the event.
 *
 * Specification: section 2.5 (the function form).
 *
 * @param event the request's, as SvelteKit hands it over
 */
export type LazyConfig = (event: RequestEvent) => PromiseLike<SvelteKitAuthConfig>;

/**
 * A `handle` hook. Structural on purpose: SvelteKit 2 and 3 export `Handle` from different modules, and this is
 * assignable to both.
 *
 * Specification: section 4.2 (`handle` hook).
 *
 * @param input the request's event, and `resolve`, which goes on to the next hook
 */
export type AuthHandle = (input: {
	event: RequestEvent;
	// biome-ignore lint/suspicious/noExplicitAny: ResolveOptions has moved between the majors, too
	resolve: (event: RequestEvent, options?: any) => MaybePromise<Response>;
}) => Promise<Response>;

/**
 * A form action. It redirects when all is well and returns a failure when the person has to do something. A form with
 * the field `redirect` and the value `false` gets a value, too, when all is well.
 *
 * Specification: section 4.2 (form actions).
 *
 * An action or remote form of the application's own that has read what was sent, or knows better, hands it on:
 * `return signIn(event, { providerId: 'credentials', redirectTo: '/welcome', email, password })`.
 *
 * @param event the request's, as SvelteKit hands it over; `getRequestEvent()` in a remote form
 * @param form the fields, in the place of those that were sent
 * @throws TypeError when the body has been read before and no fields are given
 */
export type AuthAction = (
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	event: RequestEvent<any, any>,
	form?: SignInForm,
) => Promise<ActionFailure<SignInFailure> | SignInSuccess>;

/**
 * What `form` holds after a form with `redirect: false` has signed somebody in or out.
 *
 * Specification: section 4.2 (form actions).
 */
export type SignInSuccess = {
	/** Tells it from a failure, which has none. */
	ok: true;
	/**
	 * Where to go next: a path of this site. With an OAuth provider nobody is signed in yet, and it is the provider's
	 * URL, which the browser has to open as a whole page: `location.href = form.url`, or a link.
	 */
	url: string;
};

/**
 * What `form` holds after a failed sign-in or sign-out. Never contains what the person typed.
 *
 * Specification: sections 4.2 (form actions), 5 and 7.
 */
export type SignInFailure = SignInError & {
	/** Which provider was used, to show the message beside its form. */
	providerId?: string;
};

/**
 * What an application's auth module exports.
 *
 * Specification: section 4.2.
 */
export interface SvelteKitAuthResult extends AccountPagesResult {
	/** Sets `event.locals.auth()` and answers the auth endpoints. Put it first in `sequence`. Never throws. */
	handle: AuthHandle;
	/** Form action. Fields: `providerId`, `redirectTo` and those of the provider. */
	signIn: AuthAction;
	/** Form action. Field: `redirectTo`. */
	signOut: AuthAction;
	/**
	 * `load` for a sign-in page.
	 *
	 * @param event the request's, as SvelteKit hands it over
	 */
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	signInPage: (event: RequestEvent<any, any>) => Promise<SignInPageData>;
	/**
	 * The session of a request that no route answers, such as one that opens a WebSocket, by its cookies alone; nothing is
	 * refreshed. Null for a socket that another site's page opens. Never rejects: what is wrong is logged.
	 *
	 * @param request under the URL that the browser used. A config function gets an event with nothing but it and its URL
	 */
	getSession: (request: Request) => Promise<Session | null>;
	/**
	 * What the session cookie holds: everything that the `jwt` callback put there, such as an access token. **Not for
	 * browsers.** Null without a valid cookie, and with database sessions.
	 *
	 * @param event the request's, as SvelteKit hands it over
	 */
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	getToken: (event: RequestEvent<any, any>) => Promise<JWT | null>;
}

declare global {
	namespace App {
		interface Locals {
			/** The session of this request, or null. Read once, however often it is called. */
			auth(): Promise<Session | null>;
		}
	}
}
