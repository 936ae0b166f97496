import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grace, type IdentityProvider } from '../support/identity-provider.ts';
import { type Config, integrations, makeApplication, type Settings } from './support/application.ts';
import { asClient, complaints, whoIs } from './support/fixtures.ts';
import { goToProvider, keycloak, signInAtProvider, startProvider, typePassword } from './support/oidc.ts';
import { Person } from './support/person.ts';

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());

const checkCookies = ['authjs.nonce', 'authjs.pkce.code_verifier', 'authjs.state'];

describe.each(integrations)('OpenID Connect on %s', (integration) => {
	const make = (config: Config = {}, settings: Settings = {}) => {
		const app = makeApplication(integration, { providers: [keycloak(provider)], ...config }, settings);
		return { app, person: new Person(app) };
	};

	test('PKCE, state and nonce go out, are checked, and their cookies are gone afterwards', async () => {
		const { app, person } = make();
		const page = await goToProvider(person, app, 'keycloak', '/dashboard');
		const asked = new URL(page.redirects[0] ?? '').searchParams;
		expect(Object.fromEntries(asked)).toEqual({
			client_id: 'authgraft-test',
			response_type: 'code',
			scope: 'openid profile email',
			redirect_uri: `http://localhost:3000${app.basePath}/callback/keycloak`,
			state: expect.stringMatching(/^[\w.-]{20,}$/),
			nonce: expect.stringMatching(/^[\w-]{20,}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: 'S256',
		});
		expect(person.cookies.names()).toEqual(expect.arrayContaining(checkCookies));
		for (const name of checkCookies) {
			const cookie = person.cookies.find(name);
			expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
			for (const value of asked.values()) expect(cookie?.value).not.toContain(value);
		}
		const done = await person.visit(await typePassword(person, page));
		expect([done.url, done.json()]).toEqual([
			'http://localhost:3000/dashboard',
			{ dashboard: { name: grace.name, email: grace.email } },
		]);
		for (const name of checkCookies) expect(person.cookies.find(name)).toBe(undefined);
		expect(complaints(app)).toEqual([]);
	});

	test('from a form action', async () => {
		const { app, person } = make();
		const form = {
			providerId: 'keycloak',
			redirectTo: '/dashboard',
			authorizationParams: 'login_hint=grace',
		};
		const page = await person.visit(app.actions.signIn, { form });
		expect(page.redirects[0]).toContain('login_hint=grace');
		const done = await person.visit(await typePassword(person, page));
		expect(done.url).toBe('http://localhost:3000/dashboard');
		expect(await whoIs(person)).toBe(grace.name);
	});

	test('from the JSON client', async () => {
		const { app, person } = make();
		const options = { form: { callbackUrl: '/dashboard' }, headers: asClient };
		const { url } = (await person.visit(`${app.basePath}/signin/keycloak`, options)).json<{ url: string }>();
		const done = await person.visit(await typePassword(person, await person.visit(url)));
		expect(done.url).toBe('http://localhost:3000/dashboard');
	});

	test('over https, with the response as a form from the provider', async () => {
		const authorization = { params: { scope: 'openid profile email', response_mode: 'form_post' } };
		const { app, person } = make(
			{ providers: [keycloak(provider, { authorization } as never)] },
			{ origin: 'https://app.test.example' },
		);
		const page = await goToProvider(person, app, 'keycloak', '/dashboard');
		expect(person.cookies.find('__Secure-authjs.state')).toMatchObject({ sameSite: 'none', secure: true });
		const { username, password } = grace;
		const back = await person.submit(page, /continue/i, { username, password });
		const done = await person.submit(back, /continue/i);
		expect(done.url).toBe('https://app.test.example/dashboard');
		expect(done.json()).toMatchObject({ dashboard: { name: grace.name } });
		// Open to other sites are those cookies alone, and they are gone.
		expect(person.cookies.all.filter(({ sameSite }) => sameSite === 'none').map(({ name }) => name)).toEqual([
			'__Secure-authjs.callback-url',
		]);
		expect(person.cookies.find('__Secure-authjs.session-token')).toMatchObject({ sameSite: 'lax' });
	});

	test('over http nothing but what the core insists on is open to other sites', async () => {
		const authorization = { params: { scope: 'openid profile email', response_mode: 'form_post' } };
		const { app, person } = make({ providers: [keycloak(provider, { authorization } as never)] });
		await person.visit(`${app.basePath}/signin/keycloak`, { form: {}, follow: false });
		const kept = person.cookies.all.map(({ name, sameSite }) => [name, sameSite]);
		expect(kept.sort()).toEqual([
			['authjs.callback-url', 'lax'],
			['authjs.pkce.code_verifier', 'lax'],
		]);
	});

	/** Both attempts of one person: the second has its own cookies, and the first one's can be put back. */
	const swapped = async (name: string, what: 'missing' | 'of another sign-in' | 'rubbish') => {
		const { app, person } = make();
		await goToProvider(person, app);
		const other = person.cookies.find(name)?.value ?? '';
		const page = await goToProvider(person, app);
		const back = await typePassword(person, page);
		if (what === 'missing') person.cookies.delete(name);
		else person.cookies.set(name, what === 'rubbish' ? 'x.y.z' : other);
		return { app, person, visit: await person.visit(back, { follow: false }) };
	};
	const ways = ['missing', 'of another sign-in', 'rubbish'] as const;
	test.each(checkCookies.flatMap((name) => ways.map((what) => [name, what] as const)))(
		'the cookie %s is %s: nobody is signed in',
		async (name, what) => {
			const { app, person, visit } = await swapped(name, what);
			expect(visit.status).toBe(302);
			expect(new URL(visit.redirects[0] ?? '').searchParams.get('error')).toMatch(
				/^(Configuration|InvalidCheck)$/,
			);
			expect(complaints(app)).toEqual([expect.stringMatching(/^(InvalidCheck|CallbackRouteError)$/)]);
			expect(person.cookies.find('authjs.session-token')).toBe(undefined);
			expect(await whoIs(person)).toBe(null);
		},
	);

	test.each([
		['state missing', (url: URL) => url.searchParams.delete('state')],
		['state wrong', (url: URL) => url.searchParams.set('state', 'x')],
		['code missing', (url: URL) => url.searchParams.delete('code')],
		['code wrong', (url: URL) => url.searchParams.set('code', 'x')],
		['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
	])('the answer of the provider with %s: nobody is signed in', async (_, change) => {
		const { app, person } = make();
		const back = new URL(await typePassword(person, await goToProvider(person, app)));
		change(back);
		const visit = await person.visit(back.href, { follow: false });
		expect(new URL(visit.redirects[0] ?? '').searchParams.get('error')).toMatch(
			/^(Configuration|InvalidCheck|OAuthCallbackError)$/,
		);
		expect(complaints(app)).toHaveLength(1);
		expect(await whoIs(person)).toBe(null);
	});

	test('an answer works once', async () => {
		const { app, person } = make();
		const back = await typePassword(person, await goToProvider(person, app));
		const cookies = person.cookies.all.map(({ header }) => header);
		await person.visit(back, { follow: false });
		const thief = new Person(app);
		thief.cookies.keep(app.origin, cookies);
		await thief.visit(back, { follow: false });
		expect(await whoIs(person)).toBe(grace.name);
		expect(await whoIs(thief)).toBe(null);
	});

	test("check cookies do not work at another provider's callback", async () => {
		const { app, person } = make({ providers: [keycloak(provider), keycloak(provider, { id: 'second' })] });
		const back = await typePassword(person, await goToProvider(person, app));
		const visit = await person.visit(back.replace('/callback/keycloak', '/callback/second'), {
			follow: false,
		});
		expect(visit.status).toBe(302);
		expect(complaints(app)).toEqual(['InvalidCheck']);
		expect(await whoIs(person)).toBe(null);
	});

	test('the person says no at the provider: back at the sign-in page, in words', async () => {
		const { app, person } = make({ pages: { signIn: '/signin' } });
		const page = await goToProvider(person, app);
		const done = await person.submit(page, /cancel/i);
		expect(done.url).toBe('http://localhost:3000/signin?error=OAuthCallbackError');
		expect(done.json()).toMatchObject({
			error: {
				error: 'OAuthCallbackError',
				message: 'The provider did not complete the sign-in. Try again.',
			},
		});
		expect(await whoIs(person)).toBe(null);
	});

	test('the provider answers with an error of its own: told, with the reason in the log alone', async () => {
		const { app, person } = make();
		const page = await goToProvider(person, app);
		const state = new URL(page.redirects[0] ?? '').searchParams.get('state');
		const answer = new URLSearchParams({
			...{ error: 'server_error', error_description: 'the reason', state: state ?? '', iss: provider.issuer },
		});
		const visit = await person.visit(`${app.basePath}/callback/keycloak?${answer}`, { follow: false });
		expect(visit.redirects).toEqual([`http://localhost:3000${app.basePath}/signin?error=OAuthCallbackError`]);
		expect(complaints(app)).toEqual(['OAuthCallbackError']);
		expect(JSON.stringify(app.logs)).toContain('the reason');
		expect(JSON.stringify(app.answers)).not.toContain('the reason');
	});

	test('fault 26: profile() throws: one error in words, and no second round with a used code', async () => {
		const profile = () => {
			throw new Error('No nickname');
		};
		const { app, person } = make({ providers: [keycloak(provider, { profile })] });
		const visit = await person.visit(await typePassword(person, await goToProvider(person, app)), {
			follow: false,
		});
		expect(visit.redirects).toEqual([`http://localhost:3000${app.basePath}/signin?error=OAuthCallbackError`]);
		expect(complaints(app)).toEqual(['OAuthProfileParseError']);
		expect(JSON.stringify(app.logs)).toContain('No nickname');
	});

	test('profile() decides what the user is', async () => {
		const profile = ({ sub, name }: { sub: string; name: string }) => ({ id: sub, name: name.toUpperCase() });
		const { app, person } = make({ providers: [keycloak(provider, { profile })] });
		expect((await signInAtProvider(person, app)).json()).toMatchObject({ user: { name: 'GRACE HOPPER' } });
	});

	test('the wrong client secret: told as a server error', async () => {
		const { app, person } = make({ providers: [keycloak({ ...provider, clientSecret: 'wrong' })] });
		const visit = await signInAtProvider(person, app);
		expect([visit.status, visit.url]).toEqual([
			500,
			`http://localhost:3000${app.basePath}/error?error=Configuration`,
		]);
		expect(complaints(app)).toEqual(['CallbackRouteError']);
	});

	test('a provider that is away: told when somebody wants to sign in, and nothing else is harmed', async () => {
		const { app, person } = make({
			providers: [keycloak({ ...provider, issuer: 'http://127.0.0.1:9/realms/x' })],
		});
		const options = { form: {}, headers: asClient };
		const visit = await person.visit(`${app.basePath}/signin/keycloak`, options);
		expect([visit.status, visit.json().error]).toEqual([500, 'Configuration']);
		expect((await person.visit(`${app.basePath}/session`)).text).toBe('null');
	});

	test('tokens of the provider are in no answer, and in the log neither', async () => {
		const seen: (string | undefined)[] = [];
		const { app, person } = make({
			debug: true,
			callbacks: {
				jwt: ({ token, account }) => {
					if (account) seen.push(account.access_token, account.id_token);
					return token;
				},
			},
		});
		await signInAtProvider(person, app);
		await person.visit('/');
		const said = JSON.stringify([app.answers, app.logs]);
		expect(seen).toHaveLength(2);
		for (const value of [...seen, provider.clientSecret]) {
			expect(value).toMatch(/.{20}/);
			expect(said).not.toContain(value);
		}
	});
});
