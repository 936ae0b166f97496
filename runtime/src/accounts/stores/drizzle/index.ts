import { eq } from 'drizzle-orm';
import type { AccountStore } from '../../store.js';
import { Connection, type DrizzleDatabase } from './database.js';
import { drizzleLimits } from './limits.js';
import { drizzlePasswords } from './passwords.js';
import { drizzlePeople } from './people.js';
import { drizzleSessions } from './sessions.js';
import { type DrizzleAccountTables, idFor } from './tables.js';
import { drizzleTokens } from './tokens.js';
import { drizzleWays } from './ways.js';

/** All of it, of one database and its tables. */
export function drizzleStore(db: DrizzleDatabase, tables: DrizzleAccountTables): AccountStore {
	const { users, rateLimits } = tables;
	const connection = new Connection(db, users.id, (run, userId) =>
		run
			.select({ id: users.id }, users)
			.where(eq(users.id, idFor(users.id, userId)))
			.for('update'),
	);
	return {
		...drizzlePasswords(connection, tables),
		...drizzleSessions(connection, tables),
		...drizzleWays(connection, tables),
		...drizzleTokens(connection, tables),
		...drizzlePeople(connection, tables),
		...(rateLimits ? drizzleLimits(connection, rateLimits) : {}),
	};
}
