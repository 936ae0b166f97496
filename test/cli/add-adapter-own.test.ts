import { describe, expect, test } from 'vitest';
import { graftedHost } from './support/grafted.ts';
import type { Files, Host } from './support/host.ts';

/** As `sv add drizzle` leaves it. */
const sv: Files = {
	'drizzle.config.ts': `import { defineConfig } from 'drizzle-kit';

if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL is not set');

export default defineConfig({
	schema: './src/lib/server/db/schema.ts',
	dialect: 'sqlite',
	dbCredentials: { url: process.env.DATABASE_URL },
	verbose: true,
	strict: true
});
`,
	'src/lib/server/db/index.ts': `import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { env } from '$env/dynamic/private';
import * as schema from './schema';

const client = new Database(env.DATABASE_URL);

export const db = drizzle(client, { schema });
`,
	'src/lib/server/db/schema.ts': `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const task = sqliteTable('task', {
	id: text('id').primaryKey(),
	priority: integer('priority').notNull().default(1)
});
`,
	'.env.local': 'DATABASE_URL=local.db\n',
};

async function svHost(files: Files = {}): Promise<Host> {
	const all = Object.entries({ ...sv, ...files }).filter(([, text]) => text !== null);
	const host = await graftedHost('sveltekit2', Object.fromEntries(all));
	const manifest = JSON.parse(host.read('package.json'));
	manifest.devDependencies = {
		...manifest.devDependencies,
		'drizzle-kit': '^0.31.8',
		'drizzle-orm': '^0.45.1',
	};
	manifest.scripts['db:push'] = 'drizzle-kit push';
	host.write({ 'package.json': `${JSON.stringify(manifest, null, '\t')}\n` });
	return host;
}

const plan = async (host: Host, name: string) => {
	const result = await host.run('add-adapter', name, '--yes', '--no-install', '--json');
	return { ...result, ...JSON.parse(result.stdout) };
};

describe.concurrent('a project with a drizzle of its own', () => {
	test('its schema gets the tables, its database the sessions, and nothing else changes', async () => {
		const host = await svHost();
		const { exit, changes, next } = await plan(host, 'drizzle');
		expect(exit).toBe(0);
		expect(
			changes
				.filter(({ kind }: { kind: string }) => kind !== 'skip')
				.map(({ path }: { path: string }) => path),
		).toEqual([
			'package.json',
			'src/lib/server/db/schema.ts',
			'src/lib/server/auth-adapter.ts',
			'src/auth.ts',
		]);
		expect(next).toMatchObject({ createTables: ['npm run db:push'], fillIn: [] });
		const schema = host.read('src/lib/server/db/schema.ts');
		expect(
			schema.replace(', primaryKey }', ' }').startsWith(sv['src/lib/server/db/schema.ts'] as string),
		).toBe(true);
		expect(schema).toContain("export const sessions = sqliteTable('session', {");
		expect(host.read('src/lib/server/auth-adapter.ts')).toContain("import { db } from './db';");
		expect(JSON.parse(host.read('package.json')).dependencies).not.toHaveProperty('@libsql/client');
	});

	test('a user of its own that fits is the one that signs in', async () => {
		const host = await svHost({
			'src/lib/server/db/schema.ts': `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const people = sqliteTable('user', {
	id: text('id').primaryKey().$defaultFn(() => crypto.randomUUID()),
	name: text('name'),
	email: text('email').unique(),
	emailVerified: integer('email_verified', { mode: 'timestamp_ms' }),
	image: text('image'),
	role: text('role').notNull().default('guest')
});
`,
		});
		expect((await plan(host, 'drizzle')).exit).toBe(0);
		expect(host.read('src/lib/server/db/schema.ts')).toContain('.references(() => people.id');
		expect(host.read('src/lib/server/db/schema.ts')).not.toContain('export const users');
		expect(host.read('src/lib/server/auth-adapter.ts')).toContain('usersTable: people');
	});

	test('a session of another library is refused, with the table to paste', async () => {
		const host = await svHost({
			'src/lib/server/db/schema.ts': `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const session = sqliteTable('session', {
	id: text('id').primaryKey(),
	userId: text('user_id').notNull(),
	expiresAt: integer('expires_at', { mode: 'timestamp' }).notNull()
});
`,
		});
		const before = host.tree();
		const { exit, changes } = await plan(host, 'drizzle');
		expect(exit).toBe(1);
		expect(changes).toContainEqual(
			expect.objectContaining({
				...{ kind: 'refuse', path: 'src/lib/server/db/schema.ts', line: 3 },
				snippet: expect.stringContaining("sessionToken: text('sessionToken').primaryKey()"),
			}),
		);
		expect(host.tree()).toEqual(before);
	});

	test('a schema of several files gets one of ours', async () => {
		const host = await svHost({
			'drizzle.config.ts': (sv['drizzle.config.ts'] as string).replace('db/schema.ts', 'db/schema/*.ts'),
			'src/lib/server/db/schema.ts': null,
			'src/lib/server/db/schema/task.ts': sv['src/lib/server/db/schema.ts'] as string,
			'src/lib/server/db/schema/index.ts': "export * from './task';\n",
		});
		expect((await plan(host, 'drizzle')).exit).toBe(0);
		expect(host.read('src/lib/server/db/schema/auth.ts')).toContain('export const users');
		expect(host.read('src/lib/server/auth-adapter.ts')).toContain("from './db/schema/auth'");
	});

	test('another dialect than asked for, two databases, and a schema that is computed', async () => {
		const dialect = await svHost();
		const { exit, error } = await plan(dialect, 'drizzle-postgres').catch(async () => {
			const result = await dialect.run('add-adapter', 'drizzle-postgres', '--yes', '--no-install');
			return { exit: result.exit, error: { message: result.stderr } };
		});
		expect(exit).toBe(1);
		expect(error.message).toContain('speaks sqlite');
		const two = await svHost({
			'src/lib/server/other.ts': (sv['src/lib/server/db/index.ts'] as string).replace(
				"'./schema'",
				"'./db/schema'",
			),
		});
		expect(await plan(two, 'drizzle')).toMatchObject({ exit: 1 });
		const computed = await svHost({
			'drizzle.config.ts': (sv['drizzle.config.ts'] as string).replace(
				/'\.\/src.*\.ts'/,
				'process.env.SCHEMA',
			),
		});
		const { changes } = await plan(computed, 'drizzle');
		expect(changes).toContainEqual(
			expect.objectContaining({
				kind: 'refuse',
				path: 'drizzle.config.ts',
				reason: expect.stringContaining('computed'),
			}),
		);
	});
});

const prisma: Files = {
	'prisma/schema.prisma': `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "mysql"
}
`,
	'src/lib/server/prisma.ts': `import { PrismaClient } from '../../generated/prisma/client';

const client = new PrismaClient();
export default client;
`,
};

describe.concurrent('a project with other things of such names', () => {
	test('its db.ts and its folder of schemas stay what `./db` and `./schema` mean', async () => {
		const host = await graftedHost('sveltekit3', {
			'src/lib/server/db.ts': "export const db = 'another';\n",
			'src/lib/server/auth-db/schema/index.ts': 'export {};\n',
		});
		expect((await plan(host, 'drizzle')).exit).toBe(0);
		expect(host.read('src/lib/server/auth-adapter.ts')).toContain("from './auth-db'");
		expect(host.read('src/lib/server/auth-db/index.ts')).toContain("from './auth-schema'");
		expect(host.read('src/lib/server/db.ts')).toBe("export const db = 'another';\n");
	});
});

describe.concurrent('prisma', () => {
	test.each(['user.prisma', 'models/user.prisma'])(
		'a schema of several files is refused: %s',
		async (file) => {
			const host = await graftedHost('sveltekit3', {
				...prisma,
				[`prisma/${file}`]: 'model User {\n  id Int @id\n}\n',
			});
			const { exit, changes } = await plan(host, 'prisma');
			expect(exit).toBe(1);
			expect(changes).toContainEqual(
				expect.objectContaining({
					kind: 'refuse',
					path: 'prisma/schema.prisma',
					reason: expect.stringContaining(`prisma/${file}`),
				}),
			);
		},
	);

	test('models, and an adapter for the client that is there', async () => {
		const host = await graftedHost('sveltekit3', prisma);
		const { exit, next } = await plan(host, 'prisma');
		expect(exit).toBe(0);
		expect(next.createTables).toEqual(['npx prisma migrate dev --name auth', 'npx prisma generate']);
		const schema = host.read('prisma/schema.prisma');
		expect(schema.startsWith(prisma['prisma/schema.prisma'] as string)).toBe(true);
		expect([...schema.matchAll(/^model (\w+)/gm)].map(([, name]) => name)).toEqual([
			...['User', 'Account', 'Session', 'VerificationToken', 'Authenticator'],
		]);
		// Texts of MySQL are short by default.
		expect(schema).toMatch(/id_token +String\? +@db\.Text/);
		expect(host.read('src/lib/server/auth-adapter.ts')).toContain("import prisma from './prisma';");
	});

	test('without a Prisma there is nothing to add to', async () => {
		const bare = await graftedHost('sveltekit3');
		const path = 'prisma/schema.prisma';
		const schemaOnly = await graftedHost('sveltekit3', { [path]: prisma[path] as string });
		for (const [host, text] of [
			[bare, 'npx prisma init'],
			[schemaOnly, 'exports a client'],
		] as const) {
			const before = host.tree();
			const { exit, stderr } = await host.run('add-adapter', 'prisma', '--yes', '--no-install');
			expect(exit).toBe(1);
			expect(stderr).toContain('AG_ADAPTER_UNSUPPORTED');
			expect(stderr).toContain(text);
			expect(host.tree()).toEqual(before);
		}
	});
});
