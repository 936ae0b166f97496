import { customFetch } from '@auth/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInVisit } from '../../runtime/src/core/accounts.ts';
import { formsOf } from '../../scripts/lib/demo/forms.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import {
	type Application,
	type Config,
	integrations,
	makeApplication,
	type Settings,
} from './support/application.ts';
import { type Database, openDatabase } from './support/database.ts';
import { asClient, whoIs } from './support/fixtures.ts';
import { goToProvider, keycloak, signInAtProvider, startProvider } from './support/oidc.ts';
import { Person, type Visit } from './support/person.ts';

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider(true);
});
afterAll(() => provider?.close());

const strategies = ['jwt', 'database'] as const;
const atProvider = { signOut: { atProvider: true } };
const wellKnown = '/.well-known/openid-configuration';
let issuers = 0;

/** The provider, whose discovery says something else. What it says is kept, so that each has an address of its own. */
function saying(change: (document: Record<string, unknown>) => unknown) {
	const ask: typeof fetch = async (input, init) => {
		const response = await fetch(input, init);
		const url = input instanceof Request ? input.url : String(input);
		if (!url.includes(wellKnown)) return response;
		return Response.json(await change({ ...(await response.json()) }));
	};
	const address = `${provider.issuer}${wellKnown}?${++issuers}`;
	return keycloak(provider, { [customFetch]: ask, wellKnown: address });
}

describe.each(integrations)('signing out at the provider, %s', (integration) => {
	const databases: Database[] = [];
	afterAll(() => {
		for (const database of databases) database.close();
	});

	async function make(config: Config = atProvider, strategy: string = 'jwt', settings: Settings = {}) {
		const database = strategy === 'database' ? await openDatabase() : undefined;
		if (database) databases.push(database);
		const adapter = database ? { adapter: database.adapter } : {};
		const app = makeApplication(
			integration,
			{ providers: [keycloak(provider), keycloak(provider, { id: 'second' })], ...adapter, ...config },
			settings,
		);
		return { app, person: new Person(app), database };
	}

	const leave = (person: Person, app: Application, form: Record<string, string> = {}) =>
		person.visit(`${app.basePath}/signout`, { form: { callbackUrl: '/?left', ...form } });

	/** Whether the provider's own session is over: then it asks for the password again. */
	async function isOverThere(person: Person, app: Application): Promise<boolean> {
		const page = await goToProvider(person, app);
		return formsOf(page.text).some(({ fields }) => 'username' in fields);
	}
	const isProvider = (page: Visit) => page.url.startsWith(`${provider.issuer}/`);
	const back = (app: Application) => `${app.origin}${app.basePath}/signout`;

	describe.each(strategies)('sessions by %s', (strategy) => {
		const ways: [string, (person: Person, app: Application) => Promise<Visit>][] = [
			['form', (person, app) => leave(person, app)],
			['action', (person, app) => person.visit(app.actions.signOut, { form: { redirectTo: '/?left' } })],
			[
				'JSON client',
				async (person, app) => {
					const options = { form: { callbackUrl: '/?left' }, headers: asClient };
					const answer = await person.visit(`${app.basePath}/signout`, options);
					return person.visit(answer.json<{ url: string }>().url);
				},
			],
		];
		test.each(ways)('by the %s: over there as well, and back to where the person wanted', async (_, go) => {
			const { app, person, database } = await make(atProvider, strategy);
			await signInAtProvider(person, app);
			const page = await go(person, app);
			expect(isProvider(page)).toBe(true);
			expect(Object.fromEntries(provider.signOuts.at(-1) ?? [])).toMatchObject({
				client_id: provider.clientId,
				post_logout_redirect_uri: back(app),
				state: expect.stringMatching(/^[\w-]{36}$/),
				logout_hint: 'grace@test.example',
			});
			// Here it is over before the provider is asked.
			expect([await whoIs(person), (await database?.rows('session'))?.length ?? 0]).toEqual([null, 0]);
			const done = await person.submit(page, /yes/i);
			expect(done.redirects.at(-2)).toContain(`${back(app)}?state=`);
			expect(done.url).toBe(`${app.origin}/?left`);
			expect(person.cookies.names().filter((name) => name.includes('sign-out'))).toEqual([]);
			expect(await isOverThere(person, app)).toBe(true);
		});

		test('the provider that somebody came by, of two', async () => {
			const { app, person } = await make(atProvider, strategy);
			await signInAtProvider(person, app, undefined, { id: 'second' });
			expect(isProvider(await leave(person, app))).toBe(true);
		});

		test('a field asks for it, and one refuses it', async () => {
			const { app, person } = await make({ signOut: { atProvider: false } }, strategy);
			await signInAtProvider(person, app);
			expect(isProvider(await leave(person, app))).toBe(false);
			expect(await isOverThere(person, app)).toBe(false);
			await signInAtProvider(person, app);
			expect(isProvider(await leave(person, app, { atProvider: 'true' }))).toBe(true);

			const always = await make(atProvider, strategy);
			await signInAtProvider(always.person, always.app);
			const form = { atProvider: 'false' };
			expect(isProvider(await always.person.visit(always.app.actions.signOut, { form }))).toBe(false);
			expect(await whoIs(always.person)).toBe(null);
		});

		test('without the option only where there is one provider, and nothing is remembered', async () => {
			const two = await make({}, strategy);
			await signInAtProvider(two.person, two.app);
			expect(isProvider(await leave(two.person, two.app, { atProvider: 'true' }))).toBe(false);
			expect(await whoIs(two.person)).toBe(null);
			const one = await make({ providers: [keycloak(provider)] }, strategy);
			await signInAtProvider(one.person, one.app);
			expect(isProvider(await leave(one.person, one.app, { atProvider: 'true' }))).toBe(true);
		});
	});

	test('the id_token that an application keeps is the hint; above 2,000 characters it goes as a form', async () => {
		const callbacks = {
			jwt: ({ token, account }: { token: object; account?: { id_token?: string } | null }) =>
				account ? { ...token, id_token: account.id_token } : token,
		};
		const { app, person } = await make({ ...atProvider, callbacks } as Config);
		await signInAtProvider(person, app);
		await leave(person, app);
		expect(provider.signOuts.at(-1)?.get('id_token_hint')).toMatch(/^ey/);
		expect(provider.signOuts.at(-1)?.has('logout_hint')).toBe(false);

		const long = { ...callbacks, signIn: () => true };
		const document = saying((said) => ({
			...said,
			end_session_endpoint: `${said.end_session_endpoint}?x=${'x'.repeat(1800)}`,
		}));
		const other = await make({ ...atProvider, callbacks: long, providers: [document] } as Config);
		await signInAtProvider(other.person, other.app);
		const page = await leave(other.person, other.app);
		expect(page.url).toBe(`${back(other.app)}?leave`);
		expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'$/);
		const there = await other.person.submit(page, /sign out at keycloak/i);
		expect(isProvider(there)).toBe(true);
		expect(provider.signOuts.at(-1)?.get('id_token_hint')).toMatch(/^ey/);
		const done = await other.person.submit(there, /yes/i);
		expect(done.redirects.at(-2)).toContain(`${back(other.app)}?state=`);
		expect(await isOverThere(other.person, other.app)).toBe(true);
	});

	test('where there are accounts, they know the provider and keep what it said', async () => {
		const kept = new Map<string, { provider: string; idToken?: string | undefined }>();
		const accounts = {
			pages: { signUp: '/signup', forgotPassword: '/forgot', setPassword: '/set', account: '/account' },
			warnings: () => [],
			said: () => null,
			wellKnown: () => null,
			evict: async () => {},
			signedIn: async (_: unknown, { sessionToken, provider, idToken }: SignedInVisit) =>
				void kept.set(sessionToken, { provider, idToken }),
			signedInWith: async (_: unknown, token: string) => kept.get(token) ?? null,
		};
		const { app, person } = await make({ ...atProvider, accounts: accounts as never }, 'database');
		await signInAtProvider(person, app, undefined, { id: 'second' });
		await leave(person, app);
		expect(provider.signOuts.at(-1)?.get('id_token_hint')).toMatch(/^ey/);

		// Nobody keeps it for nothing.
		const without = await make({ accounts: accounts as never }, 'database');
		await signInAtProvider(without.person, without.app);
		expect([...kept.values()].at(-1)).toEqual({ provider: 'keycloak', idToken: undefined });
	});

	test.each([
		['cognito', { client_id: 'authgraft-test', logout_uri: '<back>' }],
		['kinde', { redirect: '<back>' }],
	])('%s has a way of its own', async (id, params) => {
		const listed = { ...keycloak(provider), id };
		const { app, person } = await make({ ...atProvider, providers: [listed] as never });
		await signInAtProvider(person, app);
		const left = new URL((await leave(person, app)).redirects[0] ?? '');
		expect(left.pathname).toBe('/realms/test/session/end');
		const expected = Object.entries(params).map(([name, value]) => [
			name,
			value.replace('<back>', back(app)),
		]);
		expect([...left.searchParams]).toEqual(expected);
		// They send no state back.
		expect((await person.visit(back(app))).url).toBe(`${app.origin}/?left`);
		expect((await person.visit(back(app))).url).not.toBe(`${app.origin}/?left`);
	});

	const bad: [string, (document: Record<string, unknown>) => unknown][] = [
		['is not there', ({ end_session_endpoint: _, ...rest }) => rest],
		['is http', (said) => ({ ...said, end_session_endpoint: 'http://idp.test.example/logout' })],
		['is javascript', (said) => ({ ...said, end_session_endpoint: 'javascript:alert(1)' })],
		['is of another site', (said) => ({ ...said, end_session_endpoint: 'https://evil.example/logout' })],
		['has a name in it', (said) => ({ ...said, end_session_endpoint: 'http://a:b@127.0.0.1/logout' })],
		['is no text', (said) => ({ ...said, end_session_endpoint: { toString: 1 } })],
	];
	test.each(bad)('an address that %s: signed out here alone', async (_, change) => {
		const { app, person } = await make({ ...atProvider, providers: [saying(change)] });
		await signInAtProvider(person, app);
		const page = await leave(person, app);
		expect(page.redirects[0]).toBe(`${app.origin}/?left`);
		expect(await whoIs(person)).toBe(null);
		expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
		expect(app.logs.filter(({ level }) => level === 'warn')).toHaveLength(1);
	});

	test('a provider that is down, or slow: signed out here alone, after two seconds', async () => {
		let [down, slow] = [false, false];
		const moody = saying((said) => {
			if (down) throw new TypeError('fetch failed');
			return slow ? new Promise(() => {}) : said;
		});
		const { app, person } = await make({ ...atProvider, providers: [moody] });
		await signInAtProvider(person, app);
		slow = true;
		const before = Date.now();
		expect(isProvider(await leave(person, app))).toBe(false);
		expect(Date.now() - before).toBeLessThan(4000);
		expect(await whoIs(person)).toBe(null);

		slow = false;
		const again = await make({
			...atProvider,
			providers: [saying((said) => (down ? Promise.reject() : said))],
		});
		await signInAtProvider(again.person, again.app);
		down = true;
		expect(isProvider(await leave(again.person, again.app))).toBe(false);
		expect(await whoIs(again.person)).toBe(null);
		expect(again.app.logs.filter(({ level }) => level === 'error')).toEqual([]);
	});

	test('the database is down: nobody is signed in here, and nobody comes to see an error', async () => {
		const { app, person, database } = await make(atProvider, 'database');
		await signInAtProvider(person, app);
		await database?.run('ALTER TABLE session RENAME TO gone');
		const page = await leave(person, app);
		expect(page.redirects[0]).toBe(`${app.origin}/?left`);
		expect(person.cookies.find('authjs.session-token')).toBe(undefined);
	});

	test('coming back with a foreign state says that nobody is signed in, and nothing else', async () => {
		const { app, person } = await make();
		const page = await person.visit(`${back(app)}?state=foreign`);
		expect([page.status, page.text, page.redirects]).toEqual([
			200,
			expect.stringContaining('You are signed out.'),
			[],
		]);
		expect(page.headers.getSetCookie()).toEqual([]);
		expect(page.text).not.toContain('foreign');

		await signInAtProvider(person, app);
		const signedIn = await person.visit(`${back(app)}?state=foreign`);
		expect(signedIn.text).not.toContain('You are signed out.');
		expect(await whoIs(person)).not.toBe(null);
	});

	test('a way back works once, in the browser that left', async () => {
		const { app, person } = await make();
		await signInAtProvider(person, app);
		const done = await person.submit(await leave(person, app), /yes/i);
		const url = done.redirects.find((one) => one.includes('state=')) ?? '';
		for (const somebody of [person, new Person(app)])
			expect((await somebody.visit(url)).text).toContain('You are signed out.');
	});

	test('nobody is sent to another site, there or back', async () => {
		const { app, person } = await make();
		await signInAtProvider(person, app);
		const evil = 'https://evil.example/';
		const page = await leave(person, app, {
			...{ callbackUrl: evil, redirectTo: evil, post_logout_redirect_uri: evil, state: 'x', client_id: 'x' },
		});
		expect(Object.fromEntries(provider.signOuts.at(-1) ?? [])).toMatchObject({
			client_id: provider.clientId,
			post_logout_redirect_uri: back(app),
		});
		const done = await person.submit(page, /yes/i);
		expect(done.url).toBe(`${app.origin}/`);

		// The provider keeps to it as well.
		const forged = new URL(`${provider.issuer}/session/end`);
		forged.search = new URLSearchParams({
			client_id: provider.clientId,
			post_logout_redirect_uri: evil,
		}).toString();
		expect((await person.visit(forged.href)).status).toBe(400);
	});

	test.each([{}, { atProvider: 'true' }])(
		'another site signs nobody out, here or there: %o',
		async (form) => {
			const { app, person } = await make();
			await signInAtProvider(person, app);
			const headers = { 'sec-fetch-site': 'cross-site' };
			const page = await person.visit(`${app.basePath}/signout`, {
				form,
				headers,
				from: 'https://evil.example',
			});
			expect(isProvider(page)).toBe(false);
			expect(await whoIs(person)).not.toBe(null);
		},
	);

	test('on https: one address to register, and a cookie for this host alone', async () => {
		const settings = { origin: 'https://app.test.example' };
		const { app, person } = await make(atProvider, 'jwt', settings);
		await signInAtProvider(person, app);
		await leave(person, app);
		expect(provider.signOuts.at(-1)?.get('post_logout_redirect_uri')).toBe(back(app));
		const cookie = person.cookies.find('__Host-authgraft.sign-out');
		expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' });
	});
});
