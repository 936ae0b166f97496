import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AccountStore } from '../../store.js';
import { isTaken } from '../taken.js';
import type { Connection, Statement, Statements } from './database.js';
import { removeSessions } from './sessions.js';
import { type DrizzleAccountTables, idFor, isOf } from './tables.js';

type People = Pick<AccountStore, 'changeEmail' | 'purge' | 'deleteUser'>;

export function drizzlePeople(connection: Connection, tables: DrizzleAccountTables): People {
	const { users } = tables;
	return {
		async changeEmail(userId, from, to) {
			const where = and(isOf(users.id, userId), eq(users.email, from), isFree(tables, userId, to));
			const change = connection.update(users, { email: to, emailVerified: new Date() }, where);
			try {
				return (await connection.count(change)) > 0;
			} catch (error) {
				if (isTaken(error)) return false;
				throw error;
			}
		},
		async purge(userId, drop) {
			await connection.together(userId, (run) => removeWaysIn(run, tables, userId, drop));
		},
		async deleteUser(userId, drop) {
			await connection.together(userId, (run) => [
				...removeWaysIn(run, tables, userId, drop),
				run.remove(users, isOf(users.id, userId)),
			]);
		},
	};
}

/** Whether nobody else has an address: for a table that does not see to it by itself. */
const isFree = ({ users }: DrizzleAccountTables, userId: string, email: string): SQL =>
	sql`not exists (select 1 from (select 1 as one from ${users} where ${and(eq(users.email, email), ne(users.id, idFor(users.id, userId)))} limit 1) as had)`;

function removeWaysIn(
	run: Statements,
	tables: DrizzleAccountTables,
	userId: string,
	drop: readonly string[],
): Statement[] {
	const { accounts, authenticators, passwords, sessions, verificationTokens: tokens } = tables;
	return [
		...(drop.length > 0 ? [run.remove(tokens, inArray(tokens.identifier, [...drop]))] : []),
		run.remove(passwords, isOf(passwords.userId, userId)),
		...removeSessions(run, tables, isOf(sessions.userId, userId)),
		...(authenticators ? [run.remove(authenticators, isOf(authenticators.userId, userId))] : []),
		run.remove(accounts, isOf(accounts.userId, userId)),
	];
}
