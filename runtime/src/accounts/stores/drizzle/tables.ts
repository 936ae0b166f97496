import { type AnyColumn, eq, type SQL, type Table } from 'drizzle-orm';

/** A table with these columns. */
type Columns<Name extends string> = Table & Record<Name, AnyColumn>;

/**
 * The tables of Auth.js and those of accounts, as your schema declares them. Names in the database are yours.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface DrizzleAccountTables {
	/** Of the adapter: people. */
	users: Columns<'id' | 'email' | 'emailVerified'>;
	/** Of the adapter: accounts of providers. */
	accounts: Columns<'userId' | 'type' | 'provider' | 'providerAccountId'>;
	/** Of the adapter: sessions. */
	sessions: Columns<'sessionToken' | 'userId' | 'expires'>;
	/** Of the adapter: tokens of links. */
	verificationTokens: Columns<'identifier' | 'token' | 'expires'>;
	/** Of accounts: hashes of passwords. */
	passwords: Columns<'userId' | 'hash' | 'changedAt'>;
	/** Of accounts: what is known about sessions. */
	sessionDetails: Columns<'sessionToken' | 'createdAt' | 'label' | 'provider' | 'idToken'>;
	/** Only where people have passkeys. */
	authenticators?:
		| Columns<'userId' | 'credentialID' | 'providerAccountId' | 'credentialDeviceType'>
		| undefined;
	/** Only where limits are kept in the database. */
	rateLimits?: Columns<'key' | 'points' | 'until'> | undefined;
}

/** A person's id as a column has it: here it is text, and applications number their people. */
export function idFor({ dataType }: AnyColumn, userId: string): unknown {
	if (dataType.startsWith('bigint')) return BigInt(userId);
	return dataType.startsWith('number') ? Number(userId) : userId;
}

/** Rows of one person. */
export const isOf = (column: AnyColumn, userId: string): SQL => eq(column, idFor(column, userId));
