import type { AdapterUser } from '@auth/core/adapters';
import type { Session } from '@auth/core/types';
import type { SignInError } from './errors.js';
import type { SetCookie } from './set-cookie.js';

/**
 * What `Accounts` of `@authgraft/runtime/accounts` makes: the option `accounts` of the configuration. What else is in it is
 * between the parts of the runtime.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountsOption {
	/** Where the pages are: paths of the application without its base. */
	readonly pages: AccountPages;
}

/**
 * Accounts with passwords and pages, as the rest of the runtime sees them. They are an entry of their own
 * (`@authgraft/runtime/accounts`), so that an application without them does not load them: what is here are types, and how the provider is known.
 *
 * @typeParam Resolved the configuration as it holds for one request
 */
export interface AccountsPlug<Resolved> extends AccountsOption {
	/** What is missing in production, for the log: nothing stops because of it. */
	warnings(config: { dev: boolean }): string[];
	/**
	 * Removes every way into an account whose address nobody had proven, before its owner gets in.
	 *
	 * @param providers of the configuration: one of them may know passwords of earlier days
	 */
	evict(user: AdapterUser, providers: readonly object[]): Promise<void>;
	/**
	 * Checks what somebody typed to sign in.
	 *
	 * @returns the row of the database, null when address and password do not belong together, or why nothing was checked
	 */
	authorize(resolved: Resolved, request: AccountRequest): Promise<AdapterUser | AccountFailure | null>;
	/** After a session was made for somebody who signed in in any way: keeps what the account page tells about it. */
	signedIn(resolved: Resolved, visit: SignedInVisit): Promise<void>;
	/** After a way to sign in was added to somebody who was there before. */
	wayAdded(resolved: Resolved, added: { headers: Headers; userId: string }): Promise<void>;
	/** By which provider somebody came, and what it said then; null where it is not known. Needed to sign out there. */
	signedInWith?(
		resolved: Resolved,
		sessionToken: string,
	): Promise<{ provider: string; idToken?: string | null | undefined } | null>;
	/** Cookies for a browser in which a right password was given: strangers cannot lock its owner out. */
	knownBrowser(resolved: Resolved, userId: string): Promise<SetCookie[]>;
	/**
	 * Runs what one form of the pages asks for. The caller has proven that the request comes from our own pages.
	 *
	 * @param action `sign-up`, `forgot-password`, `set-password`, or one of the account page
	 */
	run(resolved: Resolved, action: string, request: AccountRequest): Promise<AccountAnswer>;
	/**
	 * Answers an endpoint of its own: `<basePath>/account/<action>`, for plain forms, and the links of mails. Nothing is used up
	 * by a GET.
	 *
	 * @param query of the URL, which hosts may hand out apart from the request
	 */
	answer(resolved: Resolved, action: string, request: Request, query: URLSearchParams): Promise<Response>;
	/** Where password managers look for a page, or null. See https://w3c.github.io/webappsec-change-password-url/ */
	wellKnown(resolved: Resolved, pathname: string): Response | null;
	/** A sentence for what was done before somebody came to the sign-in page, or null. */
	said(query: URLSearchParams): AccountNotice | null;
	/** What a page shows: plain data, or where to go when it is no page for whoever asks. */
	page(
		resolved: Resolved,
		name: keyof AccountPages,
		request: AccountRequest,
		session: Session | null,
	): Promise<AccountPageData | { leave: string }>;
}

/** On the provider that `Passwords` makes, with its options. Registered, so that it survives two copies of this package. */
export const passwordsMark: unique symbol = Symbol.for('authgraft.passwords');

/** Whether a provider checks passwords by accounts of ours. */
export const isPasswords = (provider: object): boolean => passwordsMark in provider;

/** Paths of the application without its base. */
export interface AccountPages {
	/** Default `/signup`. */
	signUp: string;
	/** Default `/forgot-password`. */
	forgotPassword: string;
	/** Default `/set-password`. */
	setPassword: string;
	/** Default `/account`. */
	account: string;
}

/** What a flow gets to see of a request. */
export interface AccountRequest {
	/** Of the browser's request. */
	headers: Headers;
	/** Text fields that were sent. The last of two of one name. */
	fields: Readonly<Partial<Record<string, string>>>;
	/** Of the page or the link. */
	query: URLSearchParams;
}

/** A session that was made just now. */
export interface SignedInVisit {
	/** Of the browser's request. */
	headers: Headers;
	userId: string;
	sessionToken: string;
	/** Id of the provider. */
	provider: string;
	/** What the provider says of the person, where it says it so: needed to sign out there. */
	idToken?: string | undefined;
}

/** Something that people have to do, or that went wrong. Never holds what was typed but for the address. */
export interface AccountFailure extends SignInError {
	ok: false;
	/** Of HTTP. */
	status: number;
	/** Name of the field that it is about. */
	field?: string;
	/** The address, so that the form stays filled. */
	email?: string;
	/** Seconds. */
	retryAfter?: number;
	cookies?: SetCookie[];
}

/** What a flow came to. */
export type AccountAnswer =
	| AccountFailure
	/** Where to send the browser: a path, or the URL of a provider. */
	| { ok: true; redirect: string; cookies: SetCookie[] }
	/** A download. */
	| { ok: true; response: Response };

/** What went wrong or was done, for a page. */
export interface AccountNotice {
	/** For code: `TooManyTries`, `sent` ... */
	name: string;
	/** A sentence for people. */
	message: string;
}

/** What every page gets; the pages' own data come on top. */
export interface AccountPageData {
	/** `action` of plain forms begins with it: `<form method="post" action={`${action}/sign-up`}>`. A path. */
	action: string;
	/** What went wrong, or null. */
	error: (AccountNotice & { field?: string }) | null;
	/** What was done, or null. */
	done: AccountNotice | null;
	/** The address that was typed, or `''`. */
	email: string;
	/** While developing without a mailer: what the mail would have led to. Else null. */
	link: string | null;
}
