import type { Session } from '@auth/core/types';
import type { SignInError } from '../core/errors.js';
import type { SignInOption } from '../core/sign-in/options.js';
import type { SignInPageData } from '../core/sign-in/page.js';
import type { RuntimeConfig } from '../core/types.js';

/**
 * What the runtime needs of a request event: `APIEvent`, `FetchEvent` and what `getRequestEvent()` returns.
 * Structural on purpose: the majors export them from different modules, and importing those fails on one or the other.
 */
export interface SolidEvent {
	readonly request: Request;
	readonly response: { readonly headers: { append(name: string, value: string): void } };
	readonly locals: object;
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

/** A config that depends on the request, for platforms whose environment comes with the event. */
export type LazyConfig = (event: SolidEvent) => PromiseLike<SolidAuthConfig>;

/** Every function takes the same: pass the object (or function) itself, so that a request's session is read once. */
export type SolidAuthInput = SolidAuthConfig | LazyConfig;

/** What a session look-up gives. Specification: section 2.1. */
export type GetSessionResult = Promise<Session | null>;

/** Specification: section 4.1. */
export interface SolidAuthResult {
	GET: (event: SolidEvent) => Promise<Response | undefined>;
	POST: (event: SolidEvent) => Promise<Response | undefined>;
}

/** What a sign-in form sends: what an action receives, or an object. */
export type SignInForm = FormData | URLSearchParams | SignInFields;

export interface SignInFields {
	providerId?: string | undefined;
	/** Where to go afterwards, a path of this site. */
	redirectTo?: string | undefined;
	/** What the provider asks for, such as `username` and `password`. */
	[field: string]: string | undefined;
}

/** What an action returns to JavaScript when the person has to do something. Never contains what was typed. */
export type SignInFailure = { ok: false } & SignInError & {
		/** Which provider was used, to show the message beside its form. */
		providerId?: string;
	};

/** A way to sign in, and where its form posts to. */
export interface SolidSignInOption extends SignInOption {
	/** `action` of a plain `<form method="post">`. */
	action: string;
}

/** What {@link signInPage} returns: plain data. */
export interface SolidSignInPageData extends SignInPageData {
	providers: SolidSignInOption[];
	/** `action` of the form that signs out. */
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
