import type { Adapter } from '@auth/core/adapters';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient, type InValue } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';

export type Row = Record<string, unknown>;

export interface Database {
	/** The real adapter; every call of it is counted. */
	adapter: Adapter;
	/** Names of the adapter's functions that were called, in order. */
	calls: string[];
	/** All rows of a table. Dates are milliseconds. */
	rows(table: Table): Promise<Row[]>;
	/** Changes the database behind everybody's back. */
	run(sql: string, args?: InValue[]): Promise<void>;
	close(): void;
}

const tables = {
	user: `CREATE TABLE user (
		id text PRIMARY KEY NOT NULL, name text, email text UNIQUE, emailVerified integer, image text
	)`,
	account: `CREATE TABLE account (
		userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE, type text NOT NULL, provider text NOT NULL,
		providerAccountId text NOT NULL, refresh_token text, access_token text, expires_at integer, token_type text,
		scope text, id_token text, session_state text, PRIMARY KEY (provider, providerAccountId)
	)`,
	session: `CREATE TABLE session (
		sessionToken text PRIMARY KEY NOT NULL, userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE,
		expires integer NOT NULL
	)`,
	verificationToken: `CREATE TABLE verificationToken (
		identifier text NOT NULL, token text NOT NULL, expires integer NOT NULL, PRIMARY KEY (identifier, token)
	)`,
	authenticator: `CREATE TABLE authenticator (
		credentialID text NOT NULL UNIQUE, userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE,
		providerAccountId text NOT NULL, credentialPublicKey text NOT NULL, counter integer NOT NULL,
		credentialDeviceType text NOT NULL, credentialBackedUp integer NOT NULL, transports text,
		PRIMARY KEY (userId, credentialID)
	)`,
};
export type Table = keyof typeof tables;

/**
 * A database with the adapter's own tables, empty.
 *
 * @param url default: in memory; `file:/path` for one that a server process shares
 */
export async function openDatabase(url = ':memory:'): Promise<Database> {
	const client = createClient({ url });
	for (const statement of Object.values(tables)) await client.execute(statement);
	const calls: string[] = [];
	return {
		adapter: counted(DrizzleAdapter(drizzle(client)), calls),
		calls,
		rows: async (table) => (await client.execute(`SELECT * FROM ${table}`)).rows.map((row) => ({ ...row })),
		run: async (sql, args = []) => void (await client.execute({ sql, args })),
		close: () => client.close(),
	};
}

function counted(adapter: Adapter, calls: string[]): Adapter {
	const entries = Object.entries(adapter).map(([name, run]) => [
		name,
		(...args: unknown[]) => {
			calls.push(name);
			return (run as (...args: unknown[]) => unknown)(...args);
		},
	]);
	return Object.fromEntries(entries);
}
