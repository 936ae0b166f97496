import type { Adapter, AdapterUser } from '@auth/core/adapters';
import type { AccountPageData, AccountPages } from '../core/accounts.js';
import type { MaybePromise } from '../core/maybe-promise.js';
import type { SignInOption } from '../core/sign-in/options.js';
import type { AccountStore } from './store.js';

/**
 * A mail to one person, as text and as HTML.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface Mail {
	/** One address. */
	to: string;
	/** Without anything secret. */
	subject: string;
	/** The mail as text. */
	text: string;
	/** The mail as HTML, without pictures. */
	html: string;
	/** Which mail it is, for applications that write their own: `sign-up`, `existing`, `reset`, `changed`, `email`, `email-notice`, `way-added`, `deleted`. */
	kind: MailKind;
	/** Where its link leads, if it has one. A key: keep it out of logs. */
	link?: string;
}

/**
 * Which mail it is.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export type MailKind =
	| 'sign-up'
	| 'existing'
	| 'reset'
	| 'changed'
	| 'email'
	| 'email-notice'
	| 'way-added'
	| 'deleted';

/**
 * What `Accounts` accepts.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountsOptions {
	/** Where passwords, tokens and what is known about sessions are kept. */
	store: AccountStore;
	/** Sends a mail. Without it, links are shown on the page while developing, and nobody can sign up in production. */
	send?: ((mail: Mail) => MaybePromise<void>) | undefined;
	/** Name of the application, in mails. Default: the host of its address. */
	name?: string;
	/** Where the pages are, if not at their usual addresses: paths without the application’s base. */
	pages?: Partial<AccountPages>;
	/** Whether strangers may make accounts, or which addresses may. Default true. */
	signUp?: boolean | ((email: string) => MaybePromise<boolean>);
	/** `memory` (default) counts in each process, `database` in the store, and a limiter wherever it likes. False: only while developing. */
	limits?: 'memory' | 'database' | Limiter | false;
	/**
	 * What is added to the download of somebody's data.
	 *
	 * @param user the row
	 */
	export?(user: AdapterUser): MaybePromise<unknown>;
	/**
	 * Runs before somebody is deleted. What it throws keeps the account.
	 *
	 * @param user the row
	 */
	beforeDelete?(user: AdapterUser): MaybePromise<void>;
}

/**
 * In the shape of rate-limiter-flexible: rejects with an object that has `msBeforeNext` when there is too much.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface Limiter {
	/**
	 * Counts; rejects with an object that has `msBeforeNext` when it is too much.
	 *
	 * @param key what is counted: text that says nothing about a person
	 * @param points how many
	 */
	consume(key: string, points: number): Promise<unknown>;
	/**
	 * Takes back what was counted for a try that was right. Without it those count as well.
	 *
	 * @param key what is counted: text that says nothing about a person
	 * @param points how many
	 */
	reward?(key: string, points: number): Promise<unknown>;
	/**
	 * Forgets a key.
	 *
	 * @param key what is counted: text that says nothing about a person
	 */
	delete?(key: string): Promise<unknown>;
}

/**
 * A way to hash that is not ours, such as `@node-rs/argon2`.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PasswordHash {
	/**
	 * Hashes a password, to be stored.
	 *
	 * @param password as it was typed, in one normal form
	 */
	hash(password: string): MaybePromise<string>;
	/**
	 * Whether a password is the one of a hash.
	 *
	 * @param hash a PHC string; of a token its digest
	 * @param password as it was typed, in one normal form
	 */
	verify(password: string, hash: string): MaybePromise<boolean>;
	/**
	 * Whether a hash was made in another way than new ones are.
	 *
	 * @param hash a PHC string; of a token its digest
	 */
	needsRehash(hash: string): boolean;
}

/**
 * What `Passwords` accepts.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PasswordsOptions {
	/** How many characters (code points) a new password needs, from 8 to 64. Default 15. */
	minLength?: number;
	/** Looks passwords up in the list of haveibeenpwned.com, by five digits of their SHA-1. Lets them pass when it does not answer. */
	breached?: boolean;
	/** Default: scrypt of the platform (N 2^14, r 8, p 5). */
	hash?: PasswordHash;
	/** Passwords that the application has of earlier days: read once, then kept here. */
	legacy?: {
		/** @returns the hash of a person, or null */
		find(user: AdapterUser): MaybePromise<string | null>;
		/** @param password as it was typed */
		verify(password: string, hash: string): MaybePromise<boolean>;
		/** Removes the hash, once it was taken over, and wherever somebody's password is taken away: without it, it would count again. */
		forget?(user: AdapterUser): MaybePromise<void>;
	};
}

/** What the flows have in hand. */
export interface AccountsContext {
	options: AccountsOptions;
	pages: AccountPages;
	store: AccountStore;
	adapter: Required<Adapter>;
}

/**
 * What the page to sign up shows.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface SignUpPageData extends AccountPageData {
	/** Whether strangers may make accounts. */
	open: boolean;
	/** Where the person wanted to go. */
	redirectTo: string;
}

/**
 * What the page for a lost password shows.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface ForgotPasswordPageData extends AccountPageData {}

/**
 * What the page to choose a password shows.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface SetPasswordPageData extends AccountPageData {
	/** Why somebody is here; null when the link is no longer valid. */
	purpose: 'sign-up' | 'reset' | null;
	/** How many characters (code points) a new password needs. */
	minLength: number;
	/** How many characters (code points) a new password may have. */
	maxLength: number;
}

/**
 * What the account page shows.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountOverview extends AccountPageData {
	/** Null when nobody is signed in. */
	user: { name: string | null; email: string; image: string | null; verified: boolean } | null;
	/** Whether changes need no password now, since the person has just signed in. */
	fresh: boolean;
	/** Whether there is a password, and when it was set (ISO 8601). */
	password: { changedAt: string } | null;
	/** Whether passwords are a way to sign in here. */
	passwords: boolean;
	/** How many characters (code points) a new password needs. */
	minLength: number;
	/** How many characters (code points) a new password may have. */
	maxLength: number;
	/** Accounts of providers. */
	accounts: { handle: string; provider: string; name: string }[];
	/** Providers that could be added. */
	linkable: SignInOption[];
	/** Passkeys, by the handle that their form sends. */
	passkeys: { handle: string; name: string }[];
	/** Whether passkeys are a way to sign in here: the sign-in page makes one for whoever is signed in. */
	newPasskey: boolean;
	/** Browsers in which the person is signed in, this one first. */
	sessions: AccountSession[];
}

/**
 * A browser in which somebody is signed in.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountSession {
	/** Stands for it in forms. Not its token. */
	handle: string;
	/** `Firefox on Linux`, or null when it is not known. */
	label: string | null;
	/** ISO 8601, or null when it is not known. */
	signedInAt: string | null;
	/** To the day, ISO 8601. */
	lastSeen: string;
	/** Whether it is the one that asks. */
	current: boolean;
}
