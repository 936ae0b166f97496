import type { Session } from '@auth/core/types';
import type { SignInError } from '../core/errors.js';
import type { SignInOption } from '../core/sign-in/options.js';
import type { SignInPageData } from '../core/sign-in/page.js';
import type { RuntimeConfig } from '../core/types.js';

/**
 * What the runtime needs of a request event: `APIEvent`, `FetchEvent` and what `getRequestEvent()` returns.
 * Structural on purpose: the majors export them from different modules, and importing those fails on one or the other.
 *
 * Specification: section 4.1 (`event`).
 */
export interface SolidEvent {
	/** What the browser sent. */
	readonly request: Request;
	/** What will be sent: cookies are added to its headers. */
	readonly response: { readonly headers: { append(name: string, value: string): void } };
	/** The same object for every middleware of a request. */
	readonly locals: object;
	/** From where the browser comes, as the server sees it. */
	readonly clientAddress?: string | undefined;
}

/**
 * What {@link SolidAuth} accepts: the options of `@auth/core` and what only the application knows.
 *
 * Specification: section 2.5 (`AuthConfigA`).
 */
export interface SolidAuthConfig extends Omit<RuntimeConfig, 'building'> {
	/** Path of the auth endpoints, as in `basePath`: the one is as good as the other. Default `/api/auth`. */
	prefix?: string;
	/** True only while developing. Default: whether NODE_ENV is "development" at run time. */
	dev?: boolean;
}

/**
 * A config that depends on the request, for platforms whose environment comes with the event.
 *
 * Specification: section 2.5 (the function form).
 *
 * @param event of the request that the configuration is for
 */
export type LazyConfig = (event: SolidEvent) => PromiseLike<SolidAuthConfig>;

/**
 * Every function takes the same: pass the object (or function) itself, so that a request's session is read once.
 *
 * Specification: section 2.5.
 */
export type SolidAuthInput = SolidAuthConfig | LazyConfig;

/**
 * What a session look-up gives: null without a valid session.
 *
 * Specification: section 2.1.
 */
export type GetSessionResult = Promise<Session | null>;

/**
 * The handlers that a catch-all route under the prefix exports. They never throw.
 *
 * Specification: section 4.1.
 */
export interface SolidAuthResult {
	/**
	 * Answers GET and HEAD.
	 *
	 * @param event the API route's
	 */
	GET: (event: SolidEvent) => Promise<Response | undefined>;
	/**
	 * Answers POST.
	 *
	 * @param event the API route's
	 */
	POST: (event: SolidEvent) => Promise<Response | undefined>;
}

/**
 * What an action returns to JavaScript when the person has to do something. Never contains what was typed.
 *
 * Specification: sections 5 and 7.
 */
export type SignInFailure = {
	/** Nobody was signed in. Success is a redirect, and never returned. */
	ok: false;
} & SignInError & {
		/** Which provider was used, to show the message beside its form. */
		providerId?: string;
	};

/**
 * A way to sign in, and where its form posts to.
 *
 * Specification: section 4.1 (auth route, POST).
 */
export interface SolidSignInOption extends SignInOption {
	/** `action` of a plain `<form method="post">`: a path. */
	action: string;
}

/**
 * What {@link signInPage} returns: plain data.
 *
 * Specification: sections 4.1, 5 and 7.
 */
export interface SolidSignInPageData extends SignInPageData {
	/** Ways to sign in, in the order of the config. */
	providers: SolidSignInOption[];
	/** `action` of the form that signs out: a path. */
	signOutAction: string;
}

declare global {
	namespace App {
		interface RequestEventLocals {
			/** The session of this request, or null. Set by `authMiddleware`. */
			auth(): Promise<Session | null>;
		}
	}
}
