import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Adapter } from '@auth/core/adapters';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type DrizzleDatabase, drizzleAccounts } from '../../../runtime/src/accounts/drizzle.ts';
import { type PgPool, pgAccounts } from '../../../runtime/src/accounts/pg.ts';
import { execOk } from '../../../scripts/lib/process/exec.ts';
import { ensureServices } from '../../../scripts/lib/test/services.ts';
import { tableScriptText } from '../../../src/generators/add-adapter/stores.ts';
import { readHost } from '../../../src/host/index.ts';
import { defaultStyle } from '../../../src/syntax/style.ts';
import { findMariaDb, type MariaDb, startMariaDb } from '../../support/mariadb.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { thorough } from '../../support/thorough.ts';
import { installDrivers } from './drivers.ts';
import { openPrisma } from './prisma.ts';
import { describeStore, type OpenStore } from './suite.ts';
import { writtenTables } from './tables.ts';

type Schema = Awaited<ReturnType<typeof writtenTables>>['schema'];

/** Of both drivers. */
interface Pool {
	query(text: string): Promise<unknown>;
	end(): Promise<void>;
}

const minutes = 5 * 60_000;

/** A database that drizzle knows, and the adapter on the same tables. */
function openedBy(
	pools: [Pool, Pool],
	drizzle: (pool: Pool) => DrizzleDatabase,
	schema: Schema,
	refer: OpenStore['refer'],
): OpenStore {
	const [pool] = pools;
	const db = drizzle(pool);
	const adapterTables = {
		usersTable: schema.users,
		accountsTable: schema.accounts,
		sessionsTable: schema.sessions,
		verificationTokensTable: schema.verificationTokens,
		authenticatorsTable: schema.authenticators,
	};
	return {
		store: drizzleAccounts(db, schema),
		other: drizzleAccounts(drizzle(pools[1]), schema),
		// Its types want the classes of each dialect, of which the tables were read from a file.
		adapter: (DrizzleAdapter as (db: unknown, tables: unknown) => unknown)(
			db,
			adapterTables,
		) as Required<Adapter>,
		passkeys: true,
		...{ refer, withoutSessions: withoutTable(pool, 'session') },
		close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
	};
}

const withoutTable = (pool: Pool, name: string) => async (work: () => Promise<void>) => {
	await pool.query(`alter table ${name} rename to ${name}_elsewhere`);
	await work();
	await pool.query(`alter table ${name}_elsewhere rename to ${name}`);
};

describe.runIf(thorough)('PostgreSQL', () => {
	let postgres: Postgres;
	let folder: string;
	let makePool: (database?: string) => Pool;
	const urlOf = (database: string) => postgres.url.replace(/[^/]*$/, database);
	beforeAll(async () => {
		postgres = await startPostgres((await ensureServices()).postgres);
		folder = await installDrivers({ pg: '^8.23.1', '@auth/pg-adapter': '^1.11.3' });
		const { default: pg } = await import(pathToFileURL(join(folder, 'node_modules/pg/esm/index.mjs')).href);
		makePool = (database = 'postgres') => {
			const pool = new pg.Pool({ connectionString: urlOf(database), max: 10 });
			pool.on('error', () => undefined);
			return pool;
		};
	}, minutes);
	afterAll(async () => {
		await postgres?.remove();
		if (folder) await rm(folder, { recursive: true, force: true });
	}, minutes);

	describeStore('drizzle on PostgreSQL', async () => {
		const { schema, statements } = await writtenTables('postgres', folder);
		const pools: [Pool, Pool] = [makePool(), makePool()];
		for (const statement of statements) await pools[0].query(statement);
		const { drizzle } = await import('drizzle-orm/node-postgres');
		const make = drizzle as unknown as (pool: Pool) => DrizzleDatabase;
		return openedBy(pools, make, schema, async (userId) => {
			await pools[0].query('create table if not exists orders (owner text references "user" (id))');
			await pools[0].query(`insert into orders values ('${userId}')`);
		});
	});

	describeStore('pg', async () => {
		const host = await readHost(fileURLToPath(new URL('../../fixtures/hosts/sveltekit3', import.meta.url)));
		const script = join(folder, 'auth-tables.mjs');
		await writeFile(script, tableScriptText(host, defaultStyle, { accounts: true, limits: true }));
		const name = 'without_drizzle';
		await postgres.sql(`create database ${name}`);
		// Twice: what is there stays.
		for (const _ of [1, 2])
			await execOk(process.execPath, [script], { cwd: folder, env: { DATABASE_URL: urlOf(name) } });
		const pools = [makePool(name), makePool(name)] as const;
		const adapter = await import(pathToFileURL(join(folder, 'node_modules/@auth/pg-adapter/index.js')).href);
		return {
			store: pgAccounts(pools[0] as unknown as PgPool),
			other: pgAccounts(pools[1] as unknown as PgPool),
			adapter: adapter.default(pools[0]),
			passkeys: false,
			withoutSessions: withoutTable(pools[0], 'sessions'),
			async refer(userId) {
				await pools[0].query('create table if not exists invoices (owner int references users (id))');
				await pools[0].query(`insert into invoices values (${userId})`);
			},
			close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
		};
	});
});

const program = findMariaDb();
test.runIf(thorough && !program)(
	'MySQL: skipped, since no MariaDB is installed (Debian: mariadb-server-core)',
	(context) => context.skip(),
);

describe.runIf(thorough && program)('MySQL', () => {
	let mariadb: MariaDb;
	let folder: string;
	beforeAll(async () => {
		mariadb = await startMariaDb(program as string);
		folder = await installDrivers({ mysql2: '^3.24.6' });
	}, minutes);
	afterAll(async () => {
		await mariadb?.remove();
		if (folder) await rm(folder, { recursive: true, force: true });
	}, minutes);

	describeStore('drizzle on MariaDB', async () => {
		const { schema, statements } = await writtenTables('mysql', folder);
		const mysql = await import(pathToFileURL(join(folder, 'node_modules/mysql2/promise.js')).href);
		const makePool = (): Pool => mysql.default.createPool({ uri: mariadb.url, connectionLimit: 10 });
		const pools: [Pool, Pool] = [makePool(), makePool()];
		for (const statement of statements) await pools[0].query(statement);
		const { drizzle } = await import('drizzle-orm/mysql2');
		const make = drizzle as unknown as (pool: Pool) => DrizzleDatabase;
		return openedBy(pools, make, schema, async (userId) => {
			const key = 'foreign key (owner) references user (id)';
			await pools[0].query(`create table if not exists orders (owner varchar(255), ${key})`);
			await pools[0].query(`insert into orders values ('${userId}')`);
		});
	});
});

describe.runIf(thorough)('Prisma', () => {
	let folder: string;
	beforeAll(async () => {
		const version = '^7.10.0';
		folder = await installDrivers({
			...{ '@prisma/client': version, prisma: version, '@prisma/adapter-libsql': version },
			'@auth/prisma-adapter': '^2.11.3',
		});
	}, minutes);
	afterAll(async () => {
		if (folder) await rm(folder, { recursive: true, force: true });
	}, minutes);

	describeStore('Prisma on SQLite', () => openPrisma(folder));
});
