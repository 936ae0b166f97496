import type {
	Hits,
	PasswordChange,
	SessionDetails,
	StoredAccount,
	StoredPasskey,
	StoredPassword,
	StoredSession,
	StoredToken,
	Way,
} from './rows.js';

export type * from './rows.js';

/**
 * What accounts keep besides what an adapter of Auth.js can: passwords, what is known about sessions, single-use tokens.
 * Made by `drizzleAccounts`, `prismaAccounts` or `pgAccounts`; yours, if your database is another one. Ids of users are
 * text here, whatever the database has. Everything rejects when the database is down, and never answers "none" for it.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountStore {
	/**
	 * The hash of somebody's password (a PHC string), or null.
	 *
	 * @param userId whose
	 */
	password(userId: string): Promise<StoredPassword | null>;
	/**
	 * Puts a hash in the place of the one that is there, if any.
	 *
	 * @param hash a PHC string; of a token its digest
	 * @param userId whose
	 */
	setPassword(userId: string, hash: string): Promise<void>;
	/**
	 * Puts a new hash for an old one, unless it was changed meanwhile: for hashes of weaker parameters.
	 *
	 * @param hash a PHC string; of a token its digest
	 * @param old the hash that was found
	 * @param userId whose
	 * @returns whether it was the old one
	 */
	replaceHash(userId: string, old: string, hash: string): Promise<boolean>;

	/**
	 * All sessions of a person, those that are over as well.
	 *
	 * @param userId whose
	 */
	sessions(userId: string): Promise<StoredSession[]>;
	/**
	 * What is known about one session, or null.
	 *
	 * @param sessionToken of the session, as in its cookie
	 */
	sessionDetails(sessionToken: string): Promise<SessionDetails | null>;
	/**
	 * Keeps what is known about a session, in the place of what was.
	 *
	 * @param details what is known about it
	 * @param sessionToken of the session, as in its cookie
	 */
	describeSession(sessionToken: string, details: SessionDetails): Promise<void>;
	/**
	 * Ends one session.
	 *
	 * @param sessionToken of the session, as in its cookie
	 * @param userId whose
	 */
	endSession(userId: string, sessionToken: string): Promise<boolean>;
	/**
	 * Ends all sessions of a person but one.
	 *
	 * @param except token of the session that goes on
	 * @param userId whose
	 */
	endSessions(userId: string, except?: string): Promise<void>;

	/**
	 * Accounts of providers.
	 *
	 * @param userId whose
	 */
	accounts(userId: string): Promise<StoredAccount[]>;
	/**
	 * Passkeys; none where the application has no table for them.
	 *
	 * @param userId whose
	 */
	passkeys(userId: string): Promise<StoredPasskey[]>;
	/**
	 * Takes one way to sign in away, unless it is the last one: counted and removed in one transaction, in which nobody else
	 * removes one of the same person.
	 *
	 * @param others how many ways there are besides passwords, accounts and passkeys (links to a verified address)
	 * @param userId whose
	 * @param way which one
	 */
	removeWay(userId: string, way: Way, others: number): Promise<'removed' | 'unknown' | 'last'>;

	/**
	 * Keeps a token, and removes older ones of the same identifier.
	 *
	 * @param expires when it is over
	 * @param hash a PHC string; of a token its digest
	 * @param identifier under what it is kept
	 */
	putToken(identifier: string, hash: string, expires: Date): Promise<void>;
	/**
	 * The token of a hash, over or not, or null.
	 *
	 * @param hash a PHC string; of a token its digest
	 */
	findToken(hash: string): Promise<StoredToken | null>;
	/**
	 * Removes a token by one `delete`, and tells whether there was one: of twenty at once one gets `true`. Not that of a token
	 * that is over.
	 *
	 * @param hash a PHC string; of a token its digest
	 * @param identifier under what it is kept
	 */
	takeToken(identifier: string, hash: string): Promise<boolean>;
	/**
	 * Removes all tokens of these identifiers.
	 *
	 * @param identifiers under what they are kept
	 */
	dropTokens(identifiers: readonly string[]): Promise<void>;

	/**
	 * Sets a password by a token, in one transaction: takes the token, sets the hash, marks the address as verified, ends all
	 * sessions of the person but one, and removes the tokens of `drop`.
	 *
	 * @param change what is set, and what goes with it
	 * @returns false when the token is not there any more: then nothing has changed
	 */
	changePassword(change: PasswordChange): Promise<boolean>;
	/**
	 * Changes an address from what it was when that was asked for, and marks it as verified, in one statement.
	 *
	 * @param from the address until now
	 * @param to the new address
	 * @param userId whose
	 * @returns false when the address is another one by now, or somebody else has the new one
	 */
	changeEmail(userId: string, from: string, to: string): Promise<boolean>;
	/**
	 * Removes every way into an account (password, sessions, accounts, passkeys, the tokens of `drop`) in one transaction. The
	 * person stays.
	 *
	 * @param drop identifiers of tokens that go as well
	 * @param userId whose
	 */
	purge(userId: string, drop: readonly string[]): Promise<void>;
	/**
	 * Removes a person and all that is kept about them here, in one transaction.
	 *
	 * @param drop identifiers of tokens that go as well
	 * @param userId whose
	 * @throws when a table of the application refers to them and does not cascade: then nothing has changed
	 */
	deleteUser(userId: string, drop: readonly string[]): Promise<void>;

	/**
	 * Counts something, in one statement: for limits that several servers share.
	 *
	 * @param seconds how long a window is
	 * @param points how much is counted; 0 only reads; below 0 takes back, where there still is a window
	 * @param key what is counted: text that says nothing about a person
	 */
	hit?(key: string, seconds: number, points: number): Promise<Hits>;
	/**
	 * Forgets what was counted.
	 *
	 * @param key what is counted: text that says nothing about a person
	 */
	clearHits?(key: string): Promise<void>;
	/**
	 * Removes what was counted in windows that are over. Called once in some hundred times that something is counted.
	 *
	 * @param now until when
	 */
	dropHits?(now: Date): Promise<void>;
}
