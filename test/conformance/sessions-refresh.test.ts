import { decode, type JWT } from '@auth/core/jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RefreshStore, refreshTokens } from '../../runtime/src/sveltekit/index.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { type Application, integrations, makeApplication, secret } from './support/application.ts';
import { complaints, travel } from './support/fixtures.ts';
import { keycloak, signInAtProvider, startProvider } from './support/oidc.ts';
import { Person } from './support/person.ts';

const cookie = 'authjs.session-token';
/**
 * Seconds. The provider rotates a refresh token of 600 seconds once 70 % of it have passed, and takes everything back when
 * a token comes a second time. Access tokens live as long, so they are refreshed well before they are over.
 */
const [late, early] = [430, 200];

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());
beforeEach(() => travel(0));

describe.each(integrations)('refresh of a provider’s tokens on %s', (integration) => {
	/** Instances of one application, with one person who is signed in; requests go to one after the other. */
	async function signIn(count: number, store?: RefreshStore) {
		const used: string[] = [];
		const said: (string | undefined)[] = [];
		const authorization = { params: { scope: 'openid profile email offline_access', prompt: 'consent' } };
		const refresh = async ({ refresh_token = '' }) => {
			used.push(refresh_token);
			const { clientId, clientSecret, issuer } = provider;
			const response = await fetch(`${issuer}/token`, {
				method: 'POST',
				headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
				body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
			});
			said.push(((await response.clone().json()) as { error?: string }).error);
			return response;
		};
		const apps = Array.from({ length: count }, () =>
			makeApplication(integration, {
				providers: [keycloak(provider, { authorization } as never)],
				callbacks: { jwt: refreshTokens({ refresh, early, ...(store && { store }) }) },
			}),
		);
		const [first] = apps as [Application];
		let next = 0;
		const fetchAny = (request: Request) => (apps[next++ % count] ?? first).fetch(request);
		const person = new Person({ origin: first.origin, fetch: fetchAny });
		await signInAtProvider(person, first);
		const token = async () => {
			const value = person.cookies.find(cookie)?.value ?? '';
			return (await decode({ token: value, secret, salt: cookie })) as JWT & Record<string, string>;
		};
		const problems = () => apps.flatMap(complaints);
		return { person, token, used, said, problems };
	}

	/** Whether the provider still takes an access token. */
	const userinfo = async (token: string) =>
		(await fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })).status;

	/** A page that asks for its data with many requests at once. */
	const visitAtOnce = (person: Person, count: number) =>
		Promise.all(
			Array.from({ length: count }, () =>
				person.visit('/', { headers: { cookie: `${cookie}=${person.cookies.find(cookie)?.value}` } }),
			),
		);

	test('nothing is asked before it is due', async () => {
		const { person, used, token } = await signIn(1);
		expect(await token()).toMatchObject({ provider: 'keycloak', refresh_token: expect.any(String) });
		travel(600 - early - 5);
		expect((await person.visit('/')).headers.getSetCookie()).toEqual([]);
		expect(used).toEqual([]);
	});

	const isGrace = expect.objectContaining({ user: expect.objectContaining({ email: 'grace@test.example' }) });

	test('fault 13: many requests at once: no refresh token is used twice, nobody is signed out', async () => {
		const { person, token, used, said, problems } = await signIn(1);
		const before = await token();
		travel(late);
		for (const visit of await visitAtOnce(person, 12)) expect(visit.json()).toEqual(isGrace);
		const after = await token();
		expect(used).toEqual([before.refresh_token]);
		expect(after.refresh_token).not.toBe(before.refresh_token);
		expect(await userinfo(after.access_token ?? '')).toBe(200);
		// The new cookie is good: nothing is due, and nothing is set.
		expect((await person.visit('/')).headers.getSetCookie()).toEqual([]);
		expect([used.length, said, problems()]).toEqual([1, [undefined], []]);
	});

	test('two instances with one store: the same', async () => {
		const { person, token, used, said, problems } = await signIn(2, memoryStore());
		travel(late);
		for (const visit of await visitAtOnce(person, 12)) expect(visit.json()).toEqual(isGrace);
		expect(await userinfo((await token()).access_token ?? '')).toBe(200);
		expect([used.length, said, problems()]).toEqual([1, [undefined], []]);
	});

	test('two instances without a store: the provider takes everything back, and the session says so', async () => {
		const { person, token, said } = await signIn(2);
		travel(late);
		await visitAtOnce(person, 2);
		expect(said).toContain('invalid_grant');
		travel(late);
		await person.visit('/');
		await person.visit('/');
		expect(await token()).toMatchObject({ error: 'RefreshTokenError' });
		// Signed in here all the same: what ended is the right to ask the provider.
		expect((await person.visit('/')).json()).toEqual(isGrace);
	});

	test('a page that asks too late for a cookie loses no token', async () => {
		const { person, used, said, token } = await signIn(1);
		travel(late);
		const visit = await person.visit('/streamed', { headers: { accept: '*/*', 'sec-fetch-dest': 'empty' } });
		expect(visit.json()).toEqual(isGrace);
		expect(visit.headers.getSetCookie()).toEqual([]);
		// On SolidStart nobody can tell before trying: there the next request takes over what came of it.
		expect(used).toHaveLength(integration === 'sveltekit' ? 0 : 1);
		await person.visit('/');
		expect(await userinfo((await token()).access_token ?? '')).toBe(200);
		expect([used.length, said]).toEqual([1, [undefined]]);
	});

	test('a browser that never got the new cookie is served all the same', async () => {
		const { person, used, said, token } = await signIn(1);
		const old = person.cookies.find(cookie)?.value ?? '';
		travel(late);
		await person.visit('/');
		person.cookies.set(cookie, old);
		travel(60);
		await person.visit('/');
		expect(await userinfo((await token()).access_token ?? '')).toBe(200);
		expect([used.length, said]).toEqual([1, [undefined]]);
	});
});

/** As Redis would do it, in this process. */
function memoryStore(): RefreshStore {
	const entries = new Map<string, { value: string; until: number }>();
	const get = (key: string) => {
		const entry = entries.get(key);
		return entry && entry.until > Date.now() ? entry.value : null;
	};
	return {
		get: async (key) => get(key),
		async set(key, value, { ttl, onlyIfAbsent }) {
			if (onlyIfAbsent && get(key) !== null) return false;
			entries.set(key, { value, until: Date.now() + ttl * 1000 });
			return true;
		},
	};
}
