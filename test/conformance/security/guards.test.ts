import type { Adapter } from '@auth/core/adapters';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication } from '../support/application.ts';
import { errorsOf, html, send, victim } from './attack.ts';
import { goodToken, sessionCookie as name, secret } from './tokens.ts';

const fail = (): never => {
	throw new Error('at /srv/app/secret-place.ts: the database password is hunter2');
};
const reject = async (): Promise<never> => fail();
const env = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' };

/** What is closed: 303 to the sign-in page, or an error. Never the page, and never why. */
async function expectClosed(response: Response, statuses: number[] = [303]): Promise<void> {
	expect(statuses).toContain(response.status);
	const told = `${JSON.stringify([...response.headers])}${await response.text()}`;
	for (const secret of ['dashboard":', 'hunter2', 'secret-place', '    at '])
		expect(told).not.toContain(secret);
}

const broken: [title: string, config: Config][] = [
	['session callback throws', { callbacks: { session: fail } }],
	['session callback rejects', { callbacks: { session: reject } }],
	['session callback returns nothing', { callbacks: { session: () => undefined as never } }],
	['session callback returns null', { callbacks: { session: () => null as never } }],
	['session callback returns false', { callbacks: { session: () => false as never } }],
	[
		'session callback returns a session of nobody',
		{ callbacks: { session: ({ session }) => ({ expires: session.expires }) as never } },
	],
	['session callback returns an empty object', { callbacks: { session: () => ({}) as never } }],
	['session callback throws null', { callbacks: { session: () => Promise.reject(null) } }],
	['jwt callback throws', { callbacks: { jwt: fail } }],
	['jwt callback rejects', { callbacks: { jwt: reject } }],
	['jwt callback returns null', { callbacks: { jwt: () => null } }],
	['jwt callback returns nothing', { callbacks: { jwt: () => undefined as never } }],
	['decode throws', { jwt: { decode: fail } }],
	['decode rejects', { jwt: { decode: reject } }],
	['decode returns null', { jwt: { decode: async () => null } }],
	['decode returns nothing', { jwt: { decode: async () => undefined as never } }],
	['the adapter is missing', { session: { strategy: 'database' } }],
	['the secret is too short', { secret: 'short' }],
	['the secret is empty', { secret: '', env: { AUTH_TRUST_HOST: 'true' } }],
	['the host is not trusted', { trustHost: false }],
];

/** A real failure of a database: whatever is asked, it is down. */
const down = new Proxy({} as Adapter, { get: () => reject, has: () => true, ownKeys: () => [] });
const listed = Object.fromEntries(
	[
		...['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'updateUser', 'linkAccount'],
		...['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'],
	].map((method) => [method, reject]),
) as Adapter;
const user = { id: '1', email: 'ada@test.example', name: 'Ada', emailVerified: null };
const adapters: [title: string, adapter: Adapter][] = [
	['is down', listed],
	['is down, behind a proxy object', down],
	['throws at once', { ...listed, getSessionAndUser: fail }],
	[
		'knows the session, but not whose it is',
		{
			...listed,
			getSessionAndUser: async () =>
				({ session: { sessionToken: 'x', userId: '1', expires: new Date(Date.now() + 1e9) } }) as never,
		},
	],
	['knows somebody, but no session', { ...listed, getSessionAndUser: async () => ({ user }) as never }],
	[
		'says a session is over',
		{
			...listed,
			getSessionAndUser: async () => ({
				user,
				session: { sessionToken: 'x', userId: '1', expires: new Date(0) },
			}),
		},
	],
	[
		'says an invalid date',
		{
			...listed,
			getSessionAndUser: async () => ({
				user,
				session: { sessionToken: 'x', userId: '1', expires: new Date(Number.NaN) },
			}),
		},
	],
	[
		'says no date',
		{
			...listed,
			getSessionAndUser: async () => ({ user, session: { sessionToken: 'x', userId: '1' } }) as never,
		},
	],
	['answers nothing', { ...listed, getSessionAndUser: async () => undefined as never }],
	['answers something else', { ...listed, getSessionAndUser: async () => 'yes' as never }],
];

describe.each(integrations)('guards in trouble, %s', (integration) => {
	let cookie: string;
	beforeAll(async () => {
		cookie = `${name}=${await goodToken()}`;
	});
	const callers: [title: string, headers: Record<string, string>, status: number][] = [
		['a person', html, 303],
		['a program', { accept: 'application/json' }, 401],
		['fetch', { accept: '*/*', 'sec-fetch-dest': 'empty' }, 401],
	];

	test('control: without trouble it is open', async () => {
		const response = await send(victim(integration, {}), '/dashboard', { cookie });
		expect([response.status, await response.json()]).toMatchObject([
			200,
			{ dashboard: { name: 'Ada Lovelace' } },
		]);
	});
	describe.each(callers)('%s', (_, headers, status) => {
		test.each(broken)('%s', async (_, config) => {
			await expectClosed(await send(victim(integration, config), '/dashboard', { cookie, headers }), [
				status,
			]);
		});
	});
	test.each(broken)('the open page says null, and nothing else: %s', async (_, config) => {
		const app = victim(integration, config);
		const response = await send(app, '/', { cookie });
		const session = (await response.json()) as { user?: unknown } | null;
		expect([response.status, session?.user ?? null]).toEqual([200, null]);
	});
	test.each(adapters)('an adapter that %s', async (_, adapter) => {
		const app = victim(integration, { adapter, session: { strategy: 'database' } });
		await expectClosed(await send(app, '/dashboard', { cookie: `${name}=x` }));
		const page = await send(app, '/', { cookie: `${name}=x` });
		expect([page.status, await page.json()]).toEqual([200, null]);
	});

	const configs: [title: string, config: () => Promise<Config>][] = [
		['throws', fail],
		['rejects', reject],
		['rejects with no error', () => Promise.reject(undefined)],
	];
	test.each(configs)('a config function that %s', async (_, config) => {
		const app = makeApplication(integration, config, { env });
		for (const [, headers] of callers) {
			await expectClosed(await send(app, '/dashboard', { cookie, headers }), [500]);
		}
		for (const path of ['/dashboard/', '/dashboard?x', '/dashboard/__data.json']) {
			await expectClosed(await send(app, path, { cookie }), [500]);
		}
		const page = await send(app, '/', { cookie });
		expect([page.status, await page.json()]).toEqual([200, null]);
		expect(errorsOf(app).length).toBeGreaterThan(0);
	});
	const lists: [title: string, providers: unknown][] = [
		['nothing', undefined],
		['null', null],
		['an object', {}],
		['a list of null', [null]],
		['a list of texts', ['github']],
	];
	test.each(lists)('a config function whose providers are %s', async (_, providers) => {
		const app = makeApplication(integration, async () => ({ providers }) as Config, { env });
		for (const [, headers, status] of callers) {
			// SolidStart's settings refuse what is no list before anything is known.
			const expected = integration === 'solid-start' && !Array.isArray(providers) ? 500 : status;
			await expectClosed(await send(app, '/dashboard', { cookie, headers }), [expected]);
		}
		const page = await send(app, '/', { cookie });
		expect([page.status, await page.json()]).toEqual([200, null]);
		expect(errorsOf(app).length).toBeGreaterThan(0);
	});
	test('a config function that works only now and then: each request counts for itself', async () => {
		let calls = 0;
		const sometimes = async () => (calls++ % 2 === 0 ? { providers: [] } : fail());
		const app = makeApplication(integration, sometimes, { env });
		expect((await send(app, '/dashboard', { cookie })).status).toBe(200);
		await expectClosed(await send(app, '/dashboard', { cookie }), [500]);
		expect((await send(app, '/dashboard', { cookie })).status).toBe(200);
	});

	const rules: [title: string, allow: () => boolean, status: number][] = [
		['true', () => true, 200],
		['false', () => false, 403],
		['nothing', () => undefined as never, 403],
		['null', () => null as never, 403],
		['0', () => 0 as never, 403],
		['a promise of false', () => Promise.resolve(false) as never, 403],
		['a promise of nothing', () => Promise.resolve() as never, 403],
		// Only true is yes: an object such as { allowed: false } is what people return by mistake.
		['an object', () => ({ allowed: false }) as never, 403],
		['a text', () => 'no' as never, 403],
		['1', () => 1 as never, 403],
		['an error', fail, 403],
		['a rejection', reject as never, 403],
		['a thrown Response', () => Promise.reject(new Response('dashboard":')) as never, 403],
	];
	test.each(rules)('allow answers %s', async (_, allow, status) => {
		const app = victim(integration, {}, { protect: { allow } });
		const response = await send(app, '/dashboard', { cookie });
		expect(response.status).toBe(status);
		if (status !== 200) await expectClosed(response, [status]);
		// Whoever is not signed in is not asked about.
		await expectClosed(await send(app, '/dashboard'));
	});

	const roles: [title: string, user: object, status: number][] = [
		['the role', { role: 'admin' }, 200],
		['the role among several', { roles: ['member', 'admin'] }, 200],
		['another', { role: 'member' }, 403],
		['none', {}, 403],
		['one that looks like it', { role: 'Admin', roles: 'admin' }, 403],
		['one of its prototype', Object.create({ role: 'admin' }), 403],
	];
	test.each(roles)('hasRole, somebody who has %s', async (_, user, status) => {
		const { hasRole } = await import(`../../../runtime/src/${integration}/index.ts`);
		// As it is: a copy would leave out what it inherits.
		const session = ({ session }: { session: object }) => ({ ...session, user }) as never;
		const app = victim(integration, { callbacks: { session } }, { protect: { allow: hasRole('admin') } });
		for (const [, headers] of callers) {
			const response = await send(app, '/dashboard', { cookie, headers });
			expect(response.status).toBe(status);
			if (status === 403) await expectClosed(response, [403]);
		}
		for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
			if (status === 403) await expectClosed(await send(app, '/dashboard', { cookie, method }), [403]);
		await expectClosed(await send(app, '/dashboard'));
	});

	test.runIf(integration === 'sveltekit')(
		'remoteFunctions: "deny" closes forms of them everywhere',
		async () => {
			const protect = { remoteFunctions: 'deny' } as object;
			const form = { fields: 'x=1', headers: html };
			for (const path of ['/?/remote=abc%2Fsave', '/?%2Fremote=abc%2Fsave', '/?x&/remote=']) {
				expect((await send(victim(integration, {}), path, form)).status).toBe(200);
				await expectClosed(await send(victim(integration, {}, { protect }), path, form));
				expect((await send(victim(integration, {}, { protect }), path, { ...form, cookie })).status).toBe(
					200,
				);
			}
		},
	);

	test('a logger that fails opens nothing and brings nothing down', async () => {
		const app = victim(integration, {
			logger: { error: fail, warn: fail, debug: fail },
			callbacks: { session: fail },
		});
		const status = integration === 'sveltekit' ? 500 : 303;
		await expectClosed(await send(app, '/dashboard', { cookie }), [status]);
		await expectClosed(await send(app, '/dashboard', { cookie: `${name}=x` }), [status]);
	});
	test('an event that fails does not sign anybody out', async () => {
		const app = victim(integration, { events: { session: reject } });
		expect((await send(app, '/dashboard', { cookie })).status).toBe(200);
		expect(errorsOf(app).map(({ type }) => type)).toEqual(['EventError']);
	});
});
