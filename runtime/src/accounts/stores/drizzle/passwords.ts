import { and, eq, getTableColumns, inArray, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { AccountStore, PasswordChange } from '../../store.js';
import type { Connection, Statement, Statements } from './database.js';
import { removeSessions } from './sessions.js';
import { type DrizzleAccountTables, idFor, isOf } from './tables.js';
import { holdsToken, isToken } from './tokens.js';

type Passwords = Pick<AccountStore, 'password' | 'setPassword' | 'replaceHash' | 'changePassword'>;

export function drizzlePasswords(connection: Connection, tables: DrizzleAccountTables): Passwords {
	const { passwords } = tables;
	return {
		async password(userId) {
			const { hash, changedAt } = passwords;
			const rows = connection.select({ hash, changedAt }, passwords).where(isOf(passwords.userId, userId));
			const [row] = await rows;
			return row ? { hash: String(row.hash), changedAt: row.changedAt as Date } : null;
		},
		async setPassword(userId, hash) {
			await putHash(connection, tables, userId, hash);
		},
		async replaceHash(userId, old, hash) {
			const where = and(isOf(passwords.userId, userId), eq(passwords.hash, old));
			return (await connection.count(connection.update(passwords, { hash }, where))) > 0;
		},
		async changePassword(change) {
			const { userId, token } = change;
			const counts = await connection.together(userId, (run) => withNewPassword(run, tables, change));
			// The token goes last: as long as it is there the other statements do something.
			return !token || (counts.at(-1) ?? 0) > 0;
		},
	};
}

function putHash(
	run: Statements,
	{ passwords }: DrizzleAccountTables,
	userId: string,
	hash: string,
): Statement {
	const set = { hash, changedAt: new Date() };
	return run.put(passwords, passwords.userId, { userId: idFor(passwords.userId, userId), ...set }, set);
}

function withNewPassword(run: Statements, tables: DrizzleAccountTables, change: PasswordChange): Statement[] {
	const { users, sessions, verificationTokens: tokens } = tables;
	const { userId, hash, token, verifies, keep, drop } = change;
	const now = new Date();
	const held = token && holdsToken(tables, token, now);
	const others = keep === undefined ? undefined : ne(sessions.sessionToken, keep);
	const unverified = and(isOf(users.id, userId), isNull(users.emailVerified), held);
	const itself = token && and(eq(tokens.identifier, token.identifier), eq(tokens.token, token.hash));
	const dropped = () => and(inArray(tokens.identifier, [...drop]), held, itself && not(itself));
	return [
		token ? putHashBy(run, tables, { userId, hash, token }, now) : putHash(run, tables, userId, hash),
		...(verifies ? [run.update(users, { emailVerified: now }, unverified)] : []),
		...removeSessions(run, tables, and(isOf(sessions.userId, userId), others, held)),
		...(drop.length > 0 ? [run.remove(tokens, dropped())] : []),
		...(token ? [run.remove(tokens, isToken(tables, token, now))] : []),
	];
}

/** Puts a hash if a token is there, and the person is. */
function putHashBy(
	run: Statements,
	tables: DrizzleAccountTables,
	{ userId, hash, token }: Required<Pick<PasswordChange, 'userId' | 'hash' | 'token'>>,
	now: Date,
): Statement {
	const { users, verificationTokens: tokens, passwords } = tables;
	const columns = getTableColumns(passwords);
	const given: Record<string, SQL> = {
		userId: sql`${users.id}`,
		hash: sql`${sql.param(hash, passwords.hash)}`,
		changedAt: sql`${sql.param(now, passwords.changedAt)}`,
	};
	// All columns, in their order: the select stands for whole rows.
	const row = Object.keys(columns).map((key) => [key, (given[key] ?? sql`null`).as(key)]);
	const rows = run
		.select(Object.fromEntries(row), tokens)
		.innerJoin(users, isOf(users.id, userId))
		.where(isToken(tables, token, now));
	return run.put(passwords, passwords.userId, { rows }, { hash, changedAt: now });
}
