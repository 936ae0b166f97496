import type { ActionFailure, RequestEvent } from '@sveltejs/kit';
import type {
	AccountOverview,
	ForgotPasswordPageData,
	SetPasswordPageData,
	SignUpPageData,
} from '../accounts/types.js';

/**
 * What `form` holds after a form of an account page has failed. Never what was typed, but for the address.
 *
 * Specification: section 7.
 */
export type AccountFormFailure = {
	/** Name of the error, for code: `TooManyTries`, `PasswordTooShort` ... */
	error: string;
	/** A sentence for people. */
	message: string;
	/** Name of the field that it is about. */
	field?: string;
	/** The address that was typed. */
	email?: string;
	/** Seconds until it makes sense to try again. */
	retryAfter?: number;
};

/**
 * A form action of an account page: it redirects when all is well.
 *
 * Specification: section 1 (provider type `credentials`).
 *
 * @param event the request’s, as SvelteKit hands it over
 */
export type AccountAction = (
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	event: RequestEvent<any, any>,
) => Promise<ActionFailure<AccountFormFailure>>;

/**
 * A page of accounts: `export const load = signUp.load; export const actions = signUp.actions;`
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountPage<Data, Actions extends string> {
	/**
	 * What the page shows: plain data.
	 *
	 * @param event the request's, as SvelteKit hands it over
	 */
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	load: (event: RequestEvent<any, any>) => Promise<Data>;
	/** Its form actions, by name. */
	actions: Record<Actions, AccountAction>;
}

/** The forms of the account page. */
export const accountActions = [
	...(['profile', 'email', 'password', 'confirm', 'link', 'unlink', 'remove-passkey'] as const),
	...(['end-session', 'end-other-sessions', 'delete'] as const),
] as const;

/**
 * The pages that accounts need.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountPagesResult {
	/** People make an account. */
	signUp: AccountPage<SignUpPageData, 'default'>;
	/** People who have lost their password ask for a link. */
	forgotPassword: AccountPage<ForgotPasswordPageData, 'default'>;
	/** People choose a password, behind a link. */
	setPassword: AccountPage<SetPasswordPageData, 'default'>;
	/** What is known about whoever is signed in, and what they can change. */
	account: AccountPage<AccountOverview, (typeof accountActions)[number]>;
}
