import type { Adapter, AdapterUser } from '@auth/core/adapters';
import type { AccountPageData, AccountPages } from '../core/accounts.js';
import type { MaybePromise } from '../core/maybe-promise.js';
import type { SignInOption } from '../core/sign-in/options.js';
import type { AccountStore } from './store.js';

/** A mail to one person, as text and as HTML. */
export interface Mail {
	/** One address. */
	to: string;
	/** Without anything secret. */
	subject: string;
	text: string;
	html: string;
	/** Which mail it is, for applications that write their own: `sign-up`, `existing`, `reset`, `changed`, `email`, `email-notice`, `way-added`, `deleted`. */
	kind: MailKind;
	/** Where its link leads, if it has one. A key: keep it out of logs. */
	link?: string;
}

export type MailKind =
	| 'sign-up'
	| 'existing'
	| 'reset'
	| 'changed'
	| 'email'
	| 'email-notice'
	| 'way-added'
	| 'deleted';

/** What `Accounts` accepts. */
export interface AccountsOptions {
	/** Where passwords, tokens and what is known about sessions are kept. */
	store: AccountStore;
	/** Sends a mail. Without it, links are shown on the page while developing, and nobody can sign up in production. */
	send?: ((mail: Mail) => MaybePromise<void>) | undefined;
	/** Name of the application, in mails. Default: the host of its address. */
	name?: string;
	pages?: Partial<AccountPages>;
	/** Whether strangers may make accounts, or which addresses may. Default true. */
	signUp?: boolean | ((email: string) => MaybePromise<boolean>);
	/** `memory` (default) counts in each process, `database` in the store, and a limiter wherever it likes. False: only while developing. */
	limits?: 'memory' | 'database' | Limiter | false;
	/** What is added to the download of somebody's data. */
	export?(user: AdapterUser): MaybePromise<unknown>;
	/** Runs before somebody is deleted. What it throws keeps the account. */
	beforeDelete?(user: AdapterUser): MaybePromise<void>;
}

/** In the shape of rate-limiter-flexible: rejects with an object that has `msBeforeNext` when there is too much. */
export interface Limiter {
	consume(key: string, points: number): Promise<unknown>;
	/** Takes back what was counted for a try that was right. Without it those count as well. */
	reward?(key: string, points: number): Promise<unknown>;
	/** Forgets a key. */
	delete?(key: string): Promise<unknown>;
}

/** A way to hash that is not ours, such as `@node-rs/argon2`. */
export interface PasswordHash {
	hash(password: string): MaybePromise<string>;
	verify(password: string, hash: string): MaybePromise<boolean>;
	/** Whether a hash was made in another way than new ones are. */
	needsRehash(hash: string): boolean;
}

/** What `Passwords` accepts. */
export interface PasswordsOptions {
	/** Code points. Default 15; not below 8. */
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

/** What the page to sign up shows. */
export interface SignUpPageData extends AccountPageData {
	/** Whether strangers may make accounts. */
	open: boolean;
	/** Where the person wanted to go. */
	redirectTo: string;
}

/** What the page for a lost password shows. */
export interface ForgotPasswordPageData extends AccountPageData {}

/** What the page to choose a password shows. */
export interface SetPasswordPageData extends AccountPageData {
	/** Why somebody is here; null when the link is no longer valid. */
	purpose: 'sign-up' | 'reset' | null;
	/** Code points. */
	minLength: number;
	maxLength: number;
}

/** What the account page shows. */
export interface AccountOverview extends AccountPageData {
	/** Null when nobody is signed in. */
	user: { name: string | null; email: string; image: string | null; verified: boolean } | null;
	/** Whether changes need no password now, since the person has just signed in. */
	fresh: boolean;
	/** Whether there is a password, and when it was set (ISO 8601). */
	password: { changedAt: string } | null;
	/** Whether passwords are a way to sign in here. */
	passwords: boolean;
	minLength: number;
	maxLength: number;
	/** Accounts of providers. */
	accounts: { handle: string; provider: string; name: string }[];
	/** Providers that could be added. */
	linkable: SignInOption[];
	passkeys: { handle: string; name: string }[];
	sessions: AccountSession[];
}

/** A browser in which somebody is signed in. */
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
