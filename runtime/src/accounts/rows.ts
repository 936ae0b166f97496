/**
 * A way to sign in that can be taken away.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export type Way =
	| {
			/** Their password. */
			kind: 'password';
	  }
	| {
			/** An account of a provider. */
			kind: 'account';
			/** Id of the provider. */
			provider: string;
			/** The provider's id of the person. */
			providerAccountId: string;
	  }
	| {
			/** A passkey. */
			kind: 'passkey';
			/** Its id. */
			credentialID: string;
	  };

/**
 * A password.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface StoredPassword {
	/** A PHC string. */
	hash: string;
	/** When it was set. */
	changedAt: Date;
}

/**
 * What is known about a session.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface SessionDetails {
	/** When it began. */
	createdAt: Date;
	/** `Firefox on Linux`. 60 characters at most. */
	label: string;
	/** Id of the provider. */
	provider: string;
	/** Only where people sign out at the provider, too. */
	idToken?: string | null;
}

/**
 * A session.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface StoredSession {
	/** As in its cookie. */
	sessionToken: string;
	/** When it is over. */
	expires: Date;
	/** Null for sessions that are older than the table. */
	details: SessionDetails | null;
}

/**
 * An account of a provider.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface StoredAccount {
	/** Id of the provider. */
	provider: string;
	/** The provider’s id of the person. */
	providerAccountId: string;
	/** The provider’s type, such as `oidc`. */
	type: string;
}

/**
 * A passkey.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface StoredPasskey {
	/** Id of the passkey. */
	credentialID: string;
	/** `singleDevice` or `multiDevice`. */
	credentialDeviceType: string;
}

/**
 * A token that was kept.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface StoredToken {
	/** Under what it is kept. */
	identifier: string;
	/** When it is over. */
	expires: Date;
}

/**
 * A new password, and what goes with it.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PasswordChange {
	/** Whose it is. */
	userId: string;
	/** The new one: a PHC string. */
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

/**
 * What was counted.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface Hits {
	/** How many were counted in this window, these included. */
	points: number;
	/** When the window is over. */
	until: Date;
}
