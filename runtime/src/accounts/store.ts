/**
 * What accounts keep besides what an adapter of Auth.js can: passwords, what is known about sessions, single-use tokens.
 * Made by `drizzleAccounts`, `prismaAccounts` or `pgAccounts`; yours, if your database is another one. Ids of users are
 * text here, whatever the database has. Everything rejects when the database is down, and never answers "none" for it.
 */
export interface AccountStore {
	/** The hash of somebody's password (a PHC string), or null. */
	password(userId: string): Promise<StoredPassword | null>;
	/** Puts a hash in the place of the one that is there, if any. */
	setPassword(userId: string, hash: string): Promise<void>;
	/**
	 * Puts a new hash for an old one, unless it was changed meanwhile: for hashes of weaker parameters.
	 *
	 * @returns whether it was the old one
	 */
	replaceHash(userId: string, old: string, hash: string): Promise<boolean>;

	/** All sessions of a person, those that are over as well. */
	sessions(userId: string): Promise<StoredSession[]>;
	/** What is known about one session, or null. */
	sessionDetails(sessionToken: string): Promise<SessionDetails | null>;
	/** Keeps what is known about a session, in the place of what was. */
	describeSession(sessionToken: string, details: SessionDetails): Promise<void>;
	/** @returns whether there was one of this person */
	endSession(userId: string, sessionToken: string): Promise<boolean>;
	/** Ends all sessions of a person but one. */
	endSessions(userId: string, except?: string): Promise<void>;

	/** Accounts of providers. */
	accounts(userId: string): Promise<StoredAccount[]>;
	/** Passkeys; none where the application has no table for them. */
	passkeys(userId: string): Promise<StoredPasskey[]>;
	/**
	 * Takes one way to sign in away, unless it is the last one: counted and removed in one transaction, in which nobody else
	 * removes one of the same person.
	 *
	 * @param others how many ways there are besides passwords, accounts and passkeys (links to a verified address)
	 */
	removeWay(userId: string, way: Way, others: number): Promise<'removed' | 'unknown' | 'last'>;

	/** Keeps a token, and removes older ones of the same identifier. */
	putToken(identifier: string, hash: string, expires: Date): Promise<void>;
	/** The token of a hash, over or not, or null. */
	findToken(hash: string): Promise<StoredToken | null>;
	/**
	 * Removes a token by one `delete`, and tells whether there was one: of twenty at once one gets `true`. Not that of a token
	 * that is over.
	 */
	takeToken(identifier: string, hash: string): Promise<boolean>;
	/** Removes all tokens of these identifiers. */
	dropTokens(identifiers: readonly string[]): Promise<void>;

	/**
	 * Sets a password by a token, in one transaction: takes the token, sets the hash, marks the address as verified, ends all
	 * sessions of the person but one, and removes the tokens of `drop`.
	 *
	 * @returns false when the token is not there any more: then nothing has changed
	 */
	changePassword(change: PasswordChange): Promise<boolean>;
	/**
	 * Changes an address from what it was when that was asked for, and marks it as verified, in one statement.
	 *
	 * @returns false when the address is another one by now, or somebody else has the new one
	 */
	changeEmail(userId: string, from: string, to: string): Promise<boolean>;
	/**
	 * Removes every way into an account (password, sessions, accounts, passkeys, the tokens of `drop`) in one transaction. The
	 * person stays.
	 */
	purge(userId: string, drop: readonly string[]): Promise<void>;
	/**
	 * Removes a person and all that is kept about them here, in one transaction.
	 *
	 * @throws when a table of the application refers to them and does not cascade: then nothing has changed
	 */
	deleteUser(userId: string, drop: readonly string[]): Promise<void>;

	/**
	 * Counts something, in one statement: for limits that several servers share.
	 *
	 * @param seconds how long a window is
	 * @param points how much is counted; 0 only reads; below 0 takes back, where there still is a window
	 */
	hit?(key: string, seconds: number, points: number): Promise<Hits>;
	/** Forgets what was counted. */
	clearHits?(key: string): Promise<void>;
}

/** A way to sign in that can be taken away. */
export type Way =
	| { kind: 'password' }
	| { kind: 'account'; provider: string; providerAccountId: string }
	| { kind: 'passkey'; credentialID: string };

export interface StoredPassword {
	hash: string;
	changedAt: Date;
}

export interface SessionDetails {
	createdAt: Date;
	/** `Firefox on Linux`. 60 characters at most. */
	label: string;
	/** Id of the provider. */
	provider: string;
	/** Only where people sign out at the provider, too. */
	idToken?: string | null;
}

export interface StoredSession {
	sessionToken: string;
	expires: Date;
	/** Null for sessions that are older than the table. */
	details: SessionDetails | null;
}

export interface StoredAccount {
	provider: string;
	providerAccountId: string;
	type: string;
}

export interface StoredPasskey {
	credentialID: string;
	/** `singleDevice` or `multiDevice`. */
	credentialDeviceType: string;
}

export interface StoredToken {
	identifier: string;
	expires: Date;
}

export interface PasswordChange {
	userId: string;
	hash: string;
	/** None when the person knew the old password. */
	token?: { identifier: string; hash: string };
	/** Whether having the token proves the address. */
	verifies: boolean;
	/** A session that goes on. */
	keep?: string;
	/** Identifiers of tokens that are worth nothing any more. */
	drop: readonly string[];
}

export interface Hits {
	/** Counted in this window, these included. */
	points: number;
	/** When the window is over. */
	until: Date;
}
