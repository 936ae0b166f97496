import type { AccountStore } from './store.js';
import type { PgPool } from './stores/pg/database.js';
import { pgStore } from './stores/pg/index.js';

export type { AccountStore } from './store.js';
export type { PgClient, PgPool } from './stores/pg/database.js';

/**
 * Keeps what accounts need in PostgreSQL, in the tables of `@auth/pg-adapter` and those that `authgraft add-accounts` puts
 * beside them. There are no passkeys: that adapter keeps none.
 *
 * Specification: section 1 (provider type `credentials`).
 *
 * @param pool of `pg`: `new pg.Pool({ connectionString })`
 * @returns the `store` of `Accounts`
 */
export const pgAccounts = (pool: PgPool): AccountStore => pgStore(pool);
