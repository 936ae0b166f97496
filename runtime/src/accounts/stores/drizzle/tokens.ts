import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { AccountStore } from '../../store.js';
import type { Connection } from './database.js';
import type { DrizzleAccountTables } from './tables.js';

type Tokens = Pick<AccountStore, 'putToken' | 'findToken' | 'takeToken' | 'dropTokens'>;

export function drizzleTokens(connection: Connection, tables: DrizzleAccountTables): Tokens {
	const { verificationTokens: tokens } = tables;
	return {
		async putToken(identifier, token, expires) {
			await connection.together(undefined, (run) => [
				run.remove(tokens, eq(tokens.identifier, identifier)),
				run.insert(tokens, { identifier, token, expires }),
			]);
		},
		async findToken(hash) {
			const { identifier, expires } = tokens;
			const [row] = await connection.select({ identifier, expires }, tokens).where(eq(tokens.token, hash));
			return row ? { identifier: String(row.identifier), expires: row.expires as Date } : null;
		},
		async takeToken(identifier, hash) {
			const where = isToken(tables, { identifier, hash }, new Date());
			return (await connection.count(connection.remove(tokens, where))) > 0;
		},
		async dropTokens(identifiers) {
			if (identifiers.length === 0) return;
			await connection.remove(tokens, inArray(tokens.identifier, [...identifiers]));
		},
	};
}

interface Token {
	identifier: string;
	hash: string;
}

/** A token that is there and not over. */
export const isToken = (
	{ verificationTokens: tokens }: DrizzleAccountTables,
	{ identifier, hash }: Token,
	now: Date,
): SQL | undefined => and(eq(tokens.identifier, identifier), eq(tokens.token, hash), gt(tokens.expires, now));

/**
 * Whether there is such a token: for other statements of the transaction that takes it. MySQL does not remove rows of a
 * table while it looks into it, unless the looking is done: hence the table of the answer.
 */
export const holdsToken = (tables: DrizzleAccountTables, token: Token, now: Date): SQL =>
	sql`exists (select 1 from (select 1 as one from ${tables.verificationTokens} where ${isToken(tables, token, now)} limit 1) as held)`;
