import { type AnyColumn, eq, type SQL, type Table } from 'drizzle-orm';

type Columns<Name extends string> = Table & Record<Name, AnyColumn>;

/** The tables of Auth.js and those of accounts, as your schema declares them. Names in the database are yours. */
export interface DrizzleAccountTables {
	users: Columns<'id' | 'email' | 'emailVerified'>;
	accounts: Columns<'userId' | 'type' | 'provider' | 'providerAccountId'>;
	sessions: Columns<'sessionToken' | 'userId' | 'expires'>;
	verificationTokens: Columns<'identifier' | 'token' | 'expires'>;
	passwords: Columns<'userId' | 'hash' | 'changedAt'>;
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
