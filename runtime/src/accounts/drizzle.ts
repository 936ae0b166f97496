import type { AccountStore } from './store.js';
import type { DrizzleDatabase } from './stores/drizzle/database.js';
import { drizzleStore } from './stores/drizzle/index.js';
import type { DrizzleAccountTables } from './stores/drizzle/tables.js';

export type { AccountStore } from './store.js';
export type { DrizzleDatabase } from './stores/drizzle/database.js';
export type { DrizzleAccountTables } from './stores/drizzle/tables.js';

/**
 * Keeps what accounts need in a database of drizzle: SQLite, PostgreSQL or MySQL.
 *
 * Specification: section 1 (provider type `credentials`).
 *
 * @param db what `drizzle(...)` made
 * @param tables of your schema, those of the adapter among them
 * @returns the `store` of `Accounts`
 * @throws TypeError when the tables are of another kind of database
 */
export const drizzleAccounts = (db: DrizzleDatabase, tables: DrizzleAccountTables): AccountStore =>
	drizzleStore(db, tables);
