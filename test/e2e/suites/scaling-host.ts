import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer } from '../../../scripts/lib/process/server.ts';
import { put } from '../../support/conformance/dressing.ts';
import { type HostUnderTest, makeHostUnderTest, svelteKit3 } from '../../support/host-under-test.ts';
import type { IdentityProvider } from '../../support/identity-provider.ts';
import { note } from '../../support/note.ts';
import { type RoundRobin, startRoundRobin } from '../../support/round-robin.ts';

/** What only a signed-in person may see. */
export const mineSecret = 'the-key-is-under-the-third-pot';

/** What the owner of a host with a database writes. The three of them differ by a variable, so that one build is enough. */
const pages: Record<string, string> = {
	'src/lib/server/store.ts': `import PostgresAdapter from '@auth/pg-adapter';
import { UnstorageAdapter } from '@auth/unstorage-adapter';
import pg from 'pg';
import { createStorage } from 'unstorage';
import redis from 'unstorage/drivers/redis';
import { refreshedSessions } from './refresh';
import * as env from '$app/env/private';

function postgresSessions() {
	const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 5, connectionTimeoutMillis: 2_000 });
	// Without a listener the first idle connection that breaks off ends the process.
	pool.on('error', (error) => console.error('[database] ' + error.message));
	return { adapter: PostgresAdapter(pool), session: { strategy: 'database' as const } };
}

function redisSessions() {
	// A request must not wait for a Redis that is away.
	const driver = redis({ url: env.REDIS_URL, base: 'auth', maxRetriesPerRequest: 1, connectTimeout: 2_000 });
	driver.getInstance?.().on('error', (error: Error) => console.error('[redis] ' + error.message));
	return { adapter: UnstorageAdapter(createStorage({ driver })), session: { strategy: 'database' as const } };
}

/** Where sessions are: in the database, in Redis, or in the cookie itself. */
export function sessions() {
	if (env.DATABASE_URL) return postgresSessions();
	if (env.REFRESH_URL) return refreshedSessions();
	if (env.REDIS_URL) return redisSessions();
	return { session: { strategy: 'jwt' as const, updateAge: 1 } };
}
`,
	'src/lib/server/refresh.ts': `import { refreshTokens } from '@authgraft/runtime/sveltekit';
import { Redis } from 'ioredis';
import * as env from '$app/env/private';

/** What Redis said comes late, as from far away: several servers are told that nobody asks yet, and all of them set the lock. */
const late = async (value: string | null) => {
	await new Promise((resolve) => setTimeout(resolve, 100));
	return value;
};

/** Sessions in cookies, with the provider's tokens in them; Redis holds the lock. */
export function refreshedSessions() {
	const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: 1 });
	const refreshed = refreshTokens({
		refresh: ({ refresh_token, signal }) =>
			fetch(env.REFRESH_URL, { method: 'POST', body: new URLSearchParams({ refresh_token }), signal }),
		// Tokens live for 600 seconds: they are due after one.
		early: 599,
		store: {
			get: async (key) => late(await redis.get(key)),
			set: async (key, value, { ttl, onlyIfAbsent }) =>
				(onlyIfAbsent
					? await redis.set(key, value, 'EX', ttl, 'NX')
					: await redis.set(key, value, 'EX', ttl)) !== null,
		},
	});
	return { session: { strategy: 'jwt' as const }, callbacks: { jwt: refreshed } };
}
`,
	'src/routes/who/+server.ts': `import { json } from '@sveltejs/kit';

export const GET = async ({ locals }) => json({ email: (await locals.auth())?.user?.email ?? null });
`,
	'src/routes/dashboard/mine/+server.ts': `import { json } from '@sveltejs/kit';

export const GET = async ({ locals }) =>
	json({ email: (await locals.auth())?.user?.email ?? null, secret: '${mineSecret}' });
`,
};

/** The documented schema of @auth/pg-adapter, with the index that its look-up needs and it leaves out. */
export const tables = `
create table users (id serial primary key, name text, email text unique, "emailVerified" timestamptz, image text);
create table accounts (id serial primary key, "userId" integer not null, type text not null, provider text not null,
	"providerAccountId" text not null, refresh_token text, access_token text, expires_at bigint, id_token text,
	scope text, session_state text, token_type text);
create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null,
	"sessionToken" text not null unique);
create table verification_token (identifier text not null, expires timestamptz not null, token text not null,
	primary key (identifier, token));
`;

const packages = {
	'@auth/pg-adapter': '^1.11.3',
	'@auth/unstorage-adapter': '^2.11.2',
	ioredis: '^5.9.0',
	pg: '^8.23.1',
	unstorage: '^1.17.6',
};

/** A built host with sessions in PostgreSQL, Redis or cookies, whichever its environment names. */
export async function makeScalingHost(): Promise<HostUnderTest> {
	const make = async (folder: string) => {
		await svelteKit3.make(folder);
		await svelteKit3.packages?.give(folder);
		const file = join(folder, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8'));
		manifest.dependencies = { ...manifest.dependencies, ...packages };
		await writeFile(file, JSON.stringify(manifest, null, '\t'));
	};
	const host = await makeHostUnderTest({ ...svelteKit3, make, pages, packages: undefined });
	const run = async (...args: string[]) => {
		const { code, output } = await host.graft(...args);
		expect(code, output).toBe(0);
	};
	await run('init', '--yes', '--providers', 'keycloak', '--protect', '/dashboard');
	const auth = join(host.folder, 'src/auth.ts');
	await put(auth, /\n\nexport const/, "\nimport { sessions } from '#lib/server/store';\n\nexport const");
	const scope = "{ scope: 'openid profile email offline_access', prompt: 'consent' }";
	const keycloak = `Keycloak({ authorization: { params: ${scope} } })`;
	await put(auth, /providers: \[Keycloak\]/, `providers: [${keycloak}],\n\t...sessions()`);
	const names = ['DATABASE_URL', 'REDIS_URL', 'REFRESH_URL'];
	const declared = names.map((name) => `\t${name}: { description: '', schema: (value) => value },\n`);
	await put(join(host.folder, 'src/env.ts'), /defineEnvVars\(\{\n/, `defineEnvVars({\n${declared.join('')}`);
	const { code, output } = await host.build();
	expect(code, output).toBe(0);
	return host;
}

export interface Fleet {
	balancer: RoundRobin;
	servers: Member[];
	stop(): Promise<void>;
}

export interface Member {
	/** Its own address, behind the balancer. */
	origin: string;
	/** What runs there now. */
	running: RunningServer;
	/** All that was ever printed there. */
	output(): string;
	/** Takes it out, ends it politely, and starts it with other variables. */
	restart(env?: Record<string, string>): Promise<void>;
	/** Starts what has died. */
	revive(): Promise<void>;
}

/** Three processes of one build behind a balancer. */
export async function startFleet(
	host: HostUnderTest,
	provider: IdentityProvider,
	env: Record<string, string>,
): Promise<Fleet> {
	const ports = [await freePort(), await freePort(), await freePort()];
	const origins = ports.map((port) => `http://127.0.0.1:${port}`);
	const balancer = await startRoundRobin(Number(new URL(host.origin).port), origins);
	const common = {
		AUTH_URL: balancer.origin,
		AUTH_SECRET: newSecret(),
		AUTH_KEYCLOAK_ID: provider.clientId,
		AUTH_KEYCLOAK_SECRET: provider.clientSecret,
		AUTH_KEYCLOAK_ISSUER: provider.issuer,
		...env,
	};
	note(`three servers behind ${balancer.origin}`);
	const servers = await Promise.all(origins.map((origin) => startMember(host, balancer, origin, common)));
	return {
		balancer,
		servers,
		async stop() {
			await balancer.close();
			await Promise.all(servers.map(({ running }) => running.stop()));
		},
	};
}

async function startMember(
	{ folder }: HostUnderTest,
	balancer: RoundRobin,
	origin: string,
	common: Record<string, string>,
): Promise<Member> {
	let env = common;
	let before = '';
	// As in production: nothing comes from `.env`.
	const start = () =>
		startServer({
			cwd: folder,
			args: ['build'],
			origin,
			readyPath: '/who',
			env: { HOST: '127.0.0.1', PORT: new URL(origin).port, ...env },
		});
	const member: Member = {
		origin,
		running: await start(),
		output: () => before + member.running.output(),
		async restart(more = {}) {
			balancer.takeOut(origin);
			await member.running.stop();
			env = { ...env, ...more };
			await member.revive();
			balancer.putIn(origin);
		},
		async revive() {
			before = member.output();
			member.running = await start();
		},
	};
	return member;
}

export const newSecret = (): string => randomBytes(33).toString('base64');
