import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectFailure, type Failure } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Host, makeHost } from './support/host.ts';

const add = async (host: Host, name: string, ...args: string[]) => {
	const result = await host.run('add-adapter', name, '--yes', '--no-install', ...args);
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

const manifest = (host: Host) => JSON.parse(host.read('package.json'));

/** Where code of the server lies, and what reads the variables. */
const places = {
	sveltekit3: { folder: 'src/lib/server', env: 'env.DATABASE_URL' },
	sveltekit2: { folder: 'src/lib/server', env: 'env.DATABASE_URL' },
	solidstart2: { folder: 'src/lib', env: 'process.env.DATABASE_URL' },
	solidstart1: { folder: 'src/lib', env: 'process.env.DATABASE_URL' },
} as const;
const fixtures = Object.keys(places) as (keyof typeof places)[];

describe.concurrent('drizzle where there is none', () => {
	test.for(fixtures)('%s: all that SQLite needs, and nothing to do the second time', async (fixture) => {
		const { folder, env } = places[fixture];
		const host = await graftedHost(fixture);
		const { stderr } = await add(host, 'drizzle');
		expect(stderr).toContain('Create the tables: npm run db:push');
		expect(stderr).toContain('people who are signed in now sign in again');
		const { dependencies, devDependencies, scripts } = manifest(host);
		expect(dependencies).toMatchObject({
			'@auth/drizzle-adapter': '^1.11.3',
			'@libsql/client': '^0.18.0',
			'drizzle-orm': '^0.45.4',
		});
		expect(devDependencies).toMatchObject({ 'drizzle-kit': '^0.31.11' });
		expect(scripts['db:push']).toBe('drizzle-kit push');
		expect(host.read(`${folder}/db/schema.ts`)).toContain('sqliteTable(');
		expect(host.read(`${folder}/db/index.ts`)).toContain(env);
		expect(host.read(`${folder}/auth-adapter.ts`)).toContain('usersTable: users');
		expect(host.read('drizzle.config.ts')).toContain(`./${folder}/db/schema.ts`);
		expect(host.read('src/auth.ts')).toMatch(/^\s+adapter,$/m);
		expect(parse(host.read('.env')).DATABASE_URL).toBe('file:local.db');
		expect(parse(host.read('.env.example')).DATABASE_URL).toBe('');
		expect(host.read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['*.db', '*.db-*']));
		const before = host.tree();
		expect((await add(host, 'drizzle')).stderr).toContain(
			'Nothing to do: src/auth.ts has the adapter already.',
		);
		expect(host.tree()).toEqual(before);
	});

	test('undo gives back every byte', async () => {
		const host = await graftedHost('sveltekit3');
		const files = () =>
			Object.fromEntries(Object.entries(host.tree()).filter(([path]) => !path.startsWith('.authgraft')));
		const before = files();
		await add(host, 'drizzle');
		expect(Object.keys(files())).toContain('drizzle.config.ts');
		expect((await host.run('undo', '--yes')).exit).toBe(0);
		expect(files()).toEqual(before);
	});

	test('--dry-run and --json tell the same, and write nothing', async () => {
		const host = await graftedHost('solidstart2');
		const before = host.tree();
		const { stdout } = await add(host, 'drizzle', '--dry-run', '--json');
		expect(host.tree()).toEqual(before);
		const { changes, next, exitCode } = JSON.parse(stdout);
		expect(exitCode).toBe(0);
		expect(next).toMatchObject({
			adapter: 'drizzle',
			sessions: 'database',
			createTables: ['npm run db:push'],
			fillIn: [],
		});
		expect(changes.map(({ path }: { path: string }) => path)).toEqual([
			'package.json',
			'src/lib/db/schema.ts',
			'src/lib/db/index.ts',
			'src/lib/auth-adapter.ts',
			'drizzle.config.ts',
			'src/auth.ts',
			'.env',
			'.env.example',
			'.gitignore',
		]);
	});

	test('SvelteKit 3 declares the variable; a value that is there is kept', async () => {
		const host = await graftedHost('sveltekit3', { '.env.local': 'DATABASE_URL=libsql://mine.turso.io\n' });
		await add(host, 'drizzle');
		expect(host.read('src/env.ts')).toContain('DATABASE_URL: {');
		expect(parse(host.read('.env')).DATABASE_URL).toBeUndefined();
	});

	test('PostgreSQL and MySQL: their dialects, and a URL to fill in', async () => {
		const postgres = await graftedHost('sveltekit2');
		expect((await add(postgres, 'drizzle-postgres')).stderr).toContain('Fill in .env: DATABASE_URL');
		expect(postgres.read('src/lib/server/db/index.ts')).toContain("pool.on('error'");
		expect(postgres.read('drizzle.config.ts')).toContain("dialect: 'postgresql'");
		expect(manifest(postgres).devDependencies).toMatchObject({ '@types/pg': '^8.23.1' });
		const mysql = await graftedHost('sveltekit3-js');
		await add(mysql, 'drizzle-mysql');
		expect(mysql.read('src/lib/server/db/index.js')).toContain("mode: 'default'");
		expect(mysql.read('src/lib/server/db/schema.js')).toContain("varchar('email', { length: 255 }).unique()");
		expect(parse(mysql.read('.env')).DATABASE_URL).toBe('');
	});

	test('a file of the same name that does something else is refused, and nothing is written', async () => {
		const host = await graftedHost('sveltekit3', { 'src/lib/server/db/index.ts': 'export const db = {};\n' });
		const before = host.tree();
		const result = await host.run('add-adapter', 'drizzle', '--yes', '--no-install');
		expect(result.exit).toBe(1);
		expect(result.stderr).toContain('src/lib/server/db/index.ts');
		expect(host.tree()).toEqual(before);
	});
});

describe.concurrent('unstorage and pg', () => {
	test('unstorage: one file, no tables, and its folder out of git', async () => {
		const host = await graftedHost('sveltekit3');
		const { stderr } = await add(host, 'unstorage');
		expect(stderr).not.toMatch(/Create the tables|Fill in/);
		expect(host.read('src/lib/server/auth-adapter.ts')).toContain("throw new Error('REDIS_URL is not set')");
		// unstorage has no driver for ioredis 6.
		expect(manifest(host).dependencies).toMatchObject({ ioredis: '^5.4.2', unstorage: '^1.17.6' });
		expect(host.read('.gitignore').split('\n')).toContain('.data/');
	});

	test('pg: a pool, and a script that creates the tables', async () => {
		const host = await graftedHost('solidstart2');
		const { stderr } = await add(host, 'pg');
		expect(stderr).toContain('Create the tables: npm run auth:tables');
		expect(manifest(host).scripts['auth:tables']).toBe('node scripts/auth-tables.mjs');
		expect(host.read('scripts/auth-tables.mjs')).toContain('create table if not exists verification_token');
	});

	test('a script of that name is the project’s own', async () => {
		const host = await graftedHost('sveltekit3');
		const { scripts, ...rest } = manifest(host);
		host.write({
			'package.json': `${JSON.stringify({ ...rest, scripts: { ...scripts, 'auth:tables': 'make tables' } }, null, '\t')}\n`,
		});
		expect((await add(host, 'pg')).stderr).toContain('Create the tables: node scripts/auth-tables.mjs');
		expect(manifest(host).scripts['auth:tables']).toBe('make tables');
	});
});

describe.concurrent('what cannot work', () => {
	const fail = async (host: Host, args: string[], code: Failure['code'], exit: 1 | 2, ...texts: string[]) => {
		const before = host.tree();
		const result = await host.run('add-adapter', ...args, '--yes', '--no-install');
		expectFailure(result, { exit, code, says: texts });
		expect(host.tree()).toEqual(before);
	};

	test('names that are none, and adapters that are set up by hand', async () => {
		const host = await graftedHost('sveltekit3');
		await fail(host, ['drizle'], 'AG_ADAPTER_UNKNOWN', 2, 'Did you mean drizzle?');
		await fail(host, ['kysely'], 'AG_ADAPTER_UNSUPPORTED', 1, 'kysely ^0.28.15');
		await fail(host, ['surrealdb'], 'AG_ADAPTER_UNSUPPORTED', 1, 'does not set this adapter up');
		await fail(host, [], 'AG_MISSING_ANSWER', 2, 'drizzle-postgres');
	});

	test('no sign-in yet', async () => {
		await fail(makeHost(), ['drizzle'], 'AG_NOT_SET_UP', 1, 'authgraft init');
	});

	test('pg keeps no passkeys', async () => {
		const passkey = `import Passkey from '@auth/core/providers/passkey';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
export const { handle } = SvelteKitAuth({ providers: [Passkey], experimental: { enableWebAuthn: true } });
`;
		const host = await graftedHost('sveltekit3', { 'src/auth.ts': passkey });
		await fail(host, ['pg'], 'AG_ADAPTER_UNSUPPORTED', 1, 'passkeys', 'drizzle-postgres');
		await add(host, 'drizzle-postgres');
	});

	test('Cloudflare and other edges have no connection between requests', async () => {
		const config = (adapter: string, options = '') =>
			`import adapter from '${adapter}';\nexport default { kit: { adapter: adapter(${options}) } };\n`;
		const cloudflare = await graftedHost('sveltekit2-classic', {
			'svelte.config.js': config('@sveltejs/adapter-cloudflare'),
		});
		await fail(cloudflare, ['drizzle'], 'AG_ADAPTER_UNSUPPORTED', 1, 'Cloudflare');
		const edge = await graftedHost('sveltekit2-classic', {
			'svelte.config.js': config('@sveltejs/adapter-vercel', "{ runtime: 'edge' }"),
		});
		await fail(edge, ['pg'], 'AG_ADAPTER_UNSUPPORTED', 1, "runtime: 'edge'");
		const vercel = await graftedHost('sveltekit2-classic', {
			'svelte.config.js': config('@sveltejs/adapter-vercel'),
		});
		expect((await add(vercel, 'drizzle')).stderr).toContain('libsql:// URL');
	});

	test('a database of another kind', async () => {
		const host = await graftedHost('sveltekit3', { '.env.local': 'DATABASE_URL=postgres://ada@db/app\n' });
		await fail(host, ['drizzle'], 'AG_VALUE_INVALID', 1, '.env.local is no URL of SQLite');
		await add(host, 'pg');
	});

	test('another adapter is there: one refusal, and nothing besides', async () => {
		const text = `import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import { D1Adapter } from '@auth/d1-adapter';
export const { handle } = SvelteKitAuth({ adapter: D1Adapter(db), providers: [] });
`;
		const host = await graftedHost('sveltekit3', { 'src/auth.ts': text });
		const { stdout, exit } = await host.run('add-adapter', 'drizzle', '--yes', '--no-install', '--json');
		expect(exit).toBe(1);
		expect(JSON.parse(stdout).changes).toMatchObject([
			{ kind: 'refuse', path: 'src/auth.ts', line: 3, reason: expect.stringContaining('another `adapter`') },
		]);
		const own = await graftedHost('sveltekit3', {
			'src/auth.ts': text
				.replace('D1Adapter }', 'DrizzleAdapter }')
				.replace('@auth/d1', '@auth/drizzle')
				.replace('D1Adapter(', 'DrizzleAdapter('),
		});
		const before = own.tree();
		expect((await add(own, 'drizzle')).stderr).toContain('Nothing to do');
		expect(own.tree()).toEqual(before);
	});
});

describe.concurrent('sessions', () => {
	test('credentials keep JWTs', async () => {
		const credentials = `import Credentials from '@auth/core/providers/credentials';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
export const { handle } = SvelteKitAuth({
	providers: [Credentials({ credentials: {}, authorize: () => null })]
});
`;
		const host = await graftedHost('sveltekit3', { 'src/auth.ts': credentials });
		const { stdout, stderr } = await add(host, 'drizzle', '--json');
		expect(JSON.parse(stdout).next.sessions).toBe('jwt');
		expect(stderr).not.toContain('sign in again');
		expect(host.read('src/auth.ts')).toContain("session: { strategy: 'jwt' }");
	});

	test('a module of @auth/sveltekit gets the adapter like any other', async () => {
		const text = `import { SvelteKitAuth } from "@auth/sveltekit";
import GitHub from "@auth/sveltekit/providers/github";

export const { handle } = SvelteKitAuth({ providers: [GitHub], trustHost: true });
`;
		const host = makeHost({ fixture: 'sveltekit2', files: { 'src/auth.ts': text } });
		await add(host, 'drizzle');
		expect(host.read('src/auth.ts')).toContain(
			'SvelteKitAuth({ adapter, providers: [GitHub], trustHost: true })',
		);
	});
});
