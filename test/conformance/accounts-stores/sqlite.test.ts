import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter } from '@auth/core/adapters';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';
import { drizzle } from 'drizzle-orm/libsql';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import Sqlite from 'libsql';
import { expect, test } from 'vitest';
import { drizzleAccounts } from '../../../runtime/src/accounts/drizzle.ts';
import { thorough } from '../../support/thorough.ts';
import * as schema from './schema-sqlite.ts';
import { describeStore, type OpenStore } from './suite.ts';

const adapterTables = {
	usersTable: schema.users,
	accountsTable: schema.accounts,
	sessionsTable: schema.sessions,
	verificationTokensTable: schema.verificationTokens,
	authenticatorsTable: schema.authenticators,
};

/** By `run`, a statement at a time. */
const onTables = (run: (statement: string) => unknown) => ({
	async withoutSessions(work: () => Promise<void>) {
		await run('alter table session rename to session_elsewhere');
		await work();
		await run('alter table session_elsewhere rename to session');
	},
	async refer(userId: string) {
		await run('create table if not exists orders (owner text references user(id))');
		await run(`insert into orders values ('${userId}')`);
	},
});

async function openLibsql(url: string): Promise<OpenStore> {
	const client = createClient({ url });
	const run = (statement: string) => client.execute(statement);
	for (const statement of schema.statements) await run(statement);
	const db = drizzle(client);
	const second = url === ':memory:' ? undefined : createClient({ url });
	return {
		store: drizzleAccounts(db, schema),
		...(second ? { other: drizzleAccounts(drizzle(second), schema) } : {}),
		adapter: DrizzleAdapter(db, adapterTables) as Required<Adapter>,
		passkeys: true,
		...onTables(run),
		async close() {
			client.close();
			second?.close();
		},
	};
}

describeStore('drizzle on libsql, in memory', () => openLibsql(':memory:'));

/** With two clients, as two processes of an application have them. */
async function openFile(): Promise<OpenStore> {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-store-'));
	const opened = await openLibsql(`file:${join(folder, 'local.db')}`);
	return {
		...opened,
		async close() {
			await opened.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

// A disk is slow, and a file does nothing else than the memory but for what goes on at once.
describeStore('drizzle on libsql, in a file', openFile, thorough ? 'all' : 'at once');

/** As `drizzle-orm/better-sqlite3` makes it, which cannot be loaded without that package: libsql has the same functions. */
describeStore('drizzle on a driver that does not wait, as better-sqlite3', async () => {
	const client = new Sqlite(':memory:');
	const run = (statement: string) => client.exec(statement);
	run('pragma foreign_keys = on');
	for (const statement of schema.statements) run(statement);
	const dialect = new SQLiteSyncDialect();
	const session = new BetterSQLiteSession(client as never, dialect, undefined);
	const db = new BaseSQLiteDatabase('sync', dialect, session, undefined);
	return {
		store: drizzleAccounts(db, schema),
		adapter: DrizzleAdapter(db, adapterTables) as Required<Adapter>,
		passkeys: true,
		...onTables(run),
		close: async () => void client.close(),
	};
});

test('a person without passkeys needs no table for them, and numbers are ids, too', async () => {
	const client = createClient({ url: ':memory:' });
	const { numbered } = schema;
	for (const statement of numbered.statements) await client.execute(statement);
	await client.execute("insert into people values (7, 'ada@test.example', null)");
	await client.execute("insert into session values ('s', 7, 9999999999999)");
	await client.execute("insert into account values (7, 'oidc', 'github', 'a')");
	const store = drizzleAccounts(drizzle(client), numbered.tables);
	await store.setPassword('7', 'hash');
	expect((await store.password('7'))?.hash).toBe('hash');
	await expect(store.password('seven')).rejects.toThrow();
	expect(await store.sessions('7')).toMatchObject([{ sessionToken: 's', details: null }]);
	expect(await store.passkeys('7')).toEqual([]);
	expect(store.hit).toBeUndefined();
	expect(await store.removeWay('7', { kind: 'password' }, 0)).toBe('removed');
	const account = { kind: 'account', provider: 'github', providerAccountId: 'a' } as const;
	expect(await store.removeWay('7', account, 0)).toBe('last');
	await store.putToken('authgraft:reset:7', 't', new Date(Date.now() + 60_000));
	const token = { identifier: 'authgraft:reset:7', hash: 't' };
	const change = { userId: '7', hash: 'new', token, verifies: true, drop: [] };
	expect(await store.changePassword(change)).toBe(true);
	expect(await store.changeEmail('7', 'ada@test.example', 'lovelace@test.example')).toBe(true);
	await store.deleteUser('7', []);
	expect((await client.execute('select * from people')).rows).toEqual([]);
});

test('a table that is of no known dialect is refused', () => {
	const { users } = schema;
	const odd = Object.assign(Object.create(users), { id: { columnType: 'SingleStoreText' } });
	const db = drizzle(createClient({ url: ':memory:' }));
	expect(() => drizzleAccounts(db, { ...schema, users: odd })).toThrow(/SQLite, PostgreSQL and MySQL/);
});
