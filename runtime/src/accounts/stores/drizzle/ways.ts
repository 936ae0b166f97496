import { and, eq, ne, notInArray, type SQL, sql, type Table } from 'drizzle-orm';
import type { AccountStore, StoredAccount, StoredPasskey, Way } from '../../store.js';
import type { Connection, Statement, Statements } from './database.js';
import { type DrizzleAccountTables, isOf } from './tables.js';

type Ways = Pick<AccountStore, 'accounts' | 'passkeys' | 'removeWay'>;

/** The core keeps an account beside each passkey. It is no way of its own. */
const ofPasskey = 'webauthn';

export function drizzleWays(connection: Connection, tables: DrizzleAccountTables): Ways {
	const { accounts, authenticators } = tables;
	return {
		async accounts(userId) {
			const { provider, providerAccountId, type } = accounts;
			const rows = await connection
				.select({ provider, providerAccountId, type }, accounts)
				.where(and(isOf(accounts.userId, userId), ne(type, ofPasskey)));
			return rows as object[] as StoredAccount[];
		},
		async passkeys(userId) {
			if (!authenticators) return [];
			const { credentialID, credentialDeviceType } = authenticators;
			const rows = await connection
				.select({ credentialID, credentialDeviceType }, authenticators)
				.where(isOf(authenticators.userId, userId));
			return rows as object[] as StoredPasskey[];
		},
		async removeWay(userId, way, others) {
			const found = placeOf(tables, userId, way);
			if (!found) return 'unknown';
			const { table, where } = found;
			const [removed = 0] = await connection.together(userId, (run) => [
				run.remove(table, and(where, hasAnother(tables, userId, others))),
				...(way.kind === 'passkey' ? removeOrphans(run, tables, userId) : []),
			]);
			if (removed > 0) return 'removed';
			const [left] = await connection.select({ one: sql`1`.as('one') }, table).where(where);
			return left ? 'last' : 'unknown';
		},
	};
}

function placeOf(
	{ accounts, authenticators, passwords }: DrizzleAccountTables,
	userId: string,
	way: Way,
): { table: Table; where: SQL | undefined } | undefined {
	switch (way.kind) {
		case 'password':
			return { table: passwords, where: isOf(passwords.userId, userId) };
		case 'account': {
			const account = and(
				eq(accounts.provider, way.provider),
				eq(accounts.providerAccountId, way.providerAccountId),
				ne(accounts.type, ofPasskey),
			);
			return { table: accounts, where: and(isOf(accounts.userId, userId), account) };
		}
		case 'passkey': {
			if (!authenticators) return undefined;
			const passkey = eq(authenticators.credentialID, way.credentialID);
			return { table: authenticators, where: and(isOf(authenticators.userId, userId), passkey) };
		}
	}
}

/**
 * Whether a person has more ways to sign in than one. MySQL does not remove rows of a table while it looks into it, unless
 * the looking is done: hence the table of the sum.
 */
function hasAnother(tables: DrizzleAccountTables, userId: string, others: number): SQL {
	const { passwords, accounts, authenticators } = tables;
	const numberOf = (table: Table, where: SQL | undefined) =>
		sql`(select count(*) from ${table} where ${where})`;
	const ways = [
		numberOf(passwords, isOf(passwords.userId, userId)),
		numberOf(accounts, and(isOf(accounts.userId, userId), ne(accounts.type, ofPasskey))),
		...(authenticators ? [numberOf(authenticators, isOf(authenticators.userId, userId))] : []),
	];
	const sum = sql.join(ways, sql` + `);
	return sql`(select ways.n from (select ${sum} as n limit 1) as ways) > ${sql.raw(String(1 - Math.trunc(others)))}`;
}

/** The accounts of passkeys that are gone. */
function removeOrphans(
	run: Statements,
	{ accounts, authenticators }: DrizzleAccountTables,
	userId: string,
): Statement[] {
	if (!authenticators) return [];
	const { providerAccountId } = authenticators;
	const left = sql`(select ${providerAccountId} from ${authenticators} where ${isOf(authenticators.userId, userId)})`;
	const orphans = and(
		isOf(accounts.userId, userId),
		eq(accounts.type, ofPasskey),
		notInArray(accounts.providerAccountId, left),
	);
	return [run.remove(accounts, orphans)];
}
