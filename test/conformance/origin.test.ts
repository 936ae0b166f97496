import { describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication, type Settings, secret } from './support/application.ts';
import { complaints, github, password, right, signedIn, whoIs } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const https = 'https://app.test.example';
const inside = 'http://10.0.0.7:3000';
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.test.example' };

describe.each(integrations)('origin on %s', (integration) => {
	const make = (settings: Settings, config: Config = {}) =>
		makeApplication(
			integration,
			{ providers: [password, github], ...config },
			{ ...settings, env: { AUTH_SECRET: secret, ...settings.env } },
		);
	/** Where the OAuth provider is told to send people back to. */
	const redirectUri = async (settings: Settings, config: Config = {}, target?: string) => {
		const app = make(settings, config);
		const url = target ?? `${app.basePath}/signin/github`;
		const visit = await new Person(app).visit(url, { form: {}, follow: false });
		return new URL(visit.redirects[0] ?? 'about:blank').searchParams.get('redirect_uri');
	};
	const callback = integration === 'sveltekit' ? '/auth/callback/github' : '/api/auth/callback/github';

	test.each([
		['AUTH_URL', { env: { AUTH_URL: https }, hostOrigin: inside }],
		[
			'AUTH_TRUST_HOST and forwarded headers',
			{ env: { AUTH_TRUST_HOST: 'true' }, hostOrigin: inside, headers: forwarded },
		],
		[
			'AUTH_TRUST_HOST and the protocol alone, where the proxy passes Host on',
			{
				env: { AUTH_TRUST_HOST: 'true' },
				hostOrigin: 'http://app.test.example',
				headers: { 'x-forwarded-proto': 'https' },
			},
		],
	] as [string, Settings][])(
		'fault 2: behind a proxy that ends TLS, by %s: one origin for everything',
		async (_, settings) => {
			const app = make({ origin: https, ...settings });
			const ada = await signedIn(app);
			expect(ada.cookies.find('__Secure-authjs.session-token')).toMatchObject({
				secure: true,
				httpOnly: true,
			});
			expect(await whoIs(ada)).toBe('ada');
			expect((await ada.visit('/dashboard')).status).toBe(200);
			expect(await redirectUri({ origin: https, ...settings })).toBe(https + callback);
			const page = await ada.visit(`${app.basePath}/signin`);
			expect(page.text).toContain(`action="${https}${app.basePath}/callback/credentials"`);
			expect(ada.cookies.names()).toContain('__Host-authjs.csrf-token');
			const out = await ada.visit(app.actions.signOut, { form: { redirectTo: '/' } });
			expect([out.url, out.text]).toEqual([`${https}/`, 'null']);
			expect(complaints(app)).toEqual([]);
		},
	);

	test('fault 2: the check cookie of a form action is the one that the callback looks for', async () => {
		const settings = { origin: https, env: { AUTH_URL: https }, hostOrigin: inside };
		const app = make(settings);
		const ada = new Person(app);
		const form = { providerId: 'github' };
		await ada.visit(app.actions.signIn, { form, follow: false });
		expect(ada.cookies.names()).toContain('__Secure-authjs.pkce.code_verifier');
		// Somebody at the provider says no: the cookie was found, or it would be InvalidCheck.
		const visit = await ada.visit(`${app.basePath}/callback/github?error=access_denied`, { follow: false });
		expect(visit.redirects).toEqual([`${https}${app.basePath}/signin?error=OAuthCallbackError`]);
	});

	test('fault 1: AUTH_URL alone is trust', async () => {
		const app = make({ env: { AUTH_URL: 'http://localhost:3000' } });
		expect(await whoIs(await signedIn(app))).toBe('ada');
		expect(complaints(app)).toEqual([]);
	});

	test.each(['true', '1', 'yes', 'on', 'TRUE', ' true '])(
		'fault 1: AUTH_TRUST_HOST=%s is trust',
		async (value) => {
			expect(await whoIs(await signedIn(make({ env: { AUTH_TRUST_HOST: value } })))).toBe('ada');
		},
	);

	test.each(['VERCEL', 'CF_PAGES'])('fault 1: %s is trust', async (name) => {
		expect(await whoIs(await signedIn(make({ env: { [name]: '1' } })))).toBe('ada');
	});

	test.each([
		['nothing at all', {}],
		['AUTH_TRUST_HOST=false', { AUTH_TRUST_HOST: 'false' }],
		['AUTH_TRUST_HOST=0', { AUTH_TRUST_HOST: '0' }],
		['AUTH_TRUST_HOST=no', { AUTH_TRUST_HOST: 'no' }],
		['AUTH_TRUST_HOST=off', { AUTH_TRUST_HOST: 'off' }],
		['an empty AUTH_TRUST_HOST', { AUTH_TRUST_HOST: '' }],
		['NODE_ENV=staging', { NODE_ENV: 'staging' }],
		['AUTH_TRUST_HOST=false on Vercel', { AUTH_TRUST_HOST: 'false', VERCEL: '1' }],
	])('fault 1: %s is no trust: UntrustedHost with the fix, once', async (_, env) => {
		const app = make({ env });
		const ada = new Person(app);
		expect((await ada.visit('/')).text).toBe('null');
		expect((await ada.visit(`${app.basePath}/session`)).status).toBe(500);
		expect(complaints(app)).toEqual(['UntrustedHost']);
		expect(app.logs[0]?.text).toContain('AUTH_TRUST_HOST=true');
	});

	test('trustHost true, and false, win over the environment', async () => {
		expect(await whoIs(await signedIn(make({ env: {} }, { trustHost: true })))).toBe('ada');
		const app = make({ env: { AUTH_TRUST_HOST: 'true' } }, { trustHost: false });
		expect((await new Person(app).visit('/')).text).toBe('null');
		expect(complaints(app)).toEqual(['UntrustedHost']);
	});

	test.each([
		[
			'a list: the first is the browser',
			{ 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'app.test.example, inner' },
			https,
		],
		['a port', { ...forwarded, 'x-forwarded-host': 'app.test.example:8443' }, `${https}:8443`],
		['upper case', { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'App.Test.Example' }, https],
		['a path in the host', { ...forwarded, 'x-forwarded-host': 'evil.example/x' }, inside],
		['a person in the host', { ...forwarded, 'x-forwarded-host': 'a@evil.example' }, inside],
		['another protocol', { ...forwarded, 'x-forwarded-proto': 'javascript' }, inside],
	] as [string, Record<string, string>, string][])(
		'fault 33: forwarded headers with %s',
		async (_, headers, origin) => {
			const env = { AUTH_TRUST_HOST: 'true' };
			const settings = { origin: inside, hostOrigin: inside, headers, env };
			const app = make(settings);
			const options = { form: {}, from: inside, follow: false };
			const visit = await new Person(app).visit(`${app.basePath}/signin/github`, options);
			expect(new URL(visit.redirects[0] ?? '').searchParams.get('redirect_uri')).toBe(origin + callback);
		},
	);

	test('forwarded headers count for nothing with AUTH_URL', async () => {
		const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };
		expect(await redirectUri({ origin: https, hostOrigin: inside, headers, env: { AUTH_URL: https } })).toBe(
			https + callback,
		);
	});

	test('fault 19: AUTH_URL with the path of the endpoints: they are there, and nothing floods the log', async () => {
		const settings = { env: { AUTH_URL: 'http://localhost:3000/login' }, basePath: '/login' };
		const app = make(settings);
		const ada = await signedIn(app);
		for (let view = 0; view < 3; view++) expect(await whoIs(ada)).toBe('ada');
		expect(complaints(app)).toEqual([]);
		expect(await redirectUri(settings, {}, '/login/signin/github')).toBe(
			'http://localhost:3000/login/callback/github',
		);
	});

	test('AUTH_URL that is no URL: told with its name', async () => {
		const app = make({ env: { AUTH_URL: 'app.test.example', AUTH_TRUST_HOST: 'true' } });
		await new Person(app).visit('/');
		expect(app.logs).toHaveLength(1);
		expect(app.logs[0]?.text).toContain('AUTH_URL is not an http(s) URL');
	});

	test('a host below a path: endpoints, pages and guards are below it', async () => {
		const app = make({ base: '/app', env: { AUTH_TRUST_HOST: 'true' } });
		expect(app.basePath).toBe(integration === 'sveltekit' ? '/app/auth' : '/app/api/auth');
		const ada = new Person(app);
		const refused = await ada.visit('/app/dashboard', { follow: false });
		expect(refused.redirects).toEqual([
			`http://localhost:3000${app.basePath}/signin?redirectTo=%2Fapp%2Fdashboard`,
		]);
		const page = await ada.visit(`${app.basePath}/signin?callbackUrl=/app/dashboard`);
		const done = await ada.submit(page, /credentials/i, right);
		expect([done.url, done.status]).toEqual(['http://localhost:3000/app/dashboard', 200]);
		const out = await ada.visit(`${app.basePath}/signout`, { form: { callbackUrl: '/app' } });
		expect([out.url, out.text]).toEqual(['http://localhost:3000/app', 'null']);
		const stranger = await new Person(app).visit(`${app.basePath}/signin/credentials`, { form: right });
		expect([stranger.url, stranger.status]).toEqual(['http://localhost:3000/app', 200]);
		expect(await redirectUri({ base: '/app', env: { AUTH_TRUST_HOST: 'true' } })).toBe(
			`http://localhost:3000/app${callback}`,
		);
	});

	test('a host below a path and behind a proxy that ends TLS', async () => {
		const settings = { origin: https, hostOrigin: inside, base: '/app', env: { AUTH_URL: https } };
		const app = make(settings, { pages: { signIn: '/signin', error: '/signin' } });
		const ada = new Person(app);
		const refused = await ada.visit('/app/dashboard', { follow: false });
		expect(refused.redirects).toEqual([`${https}/app/signin?redirectTo=%2Fapp%2Fdashboard`]);
		const form = { ...right, providerId: 'credentials', redirectTo: '/app/dashboard' };
		const done = await ada.visit(app.actions.signIn, { form });
		expect([done.url, done.status]).toEqual([`${https}/app/dashboard`, 200]);
	});

	test('what is signed on http is not valid on https: the name of the cookie is part of the key', async () => {
		const plain = await signedIn(make({ env: { AUTH_TRUST_HOST: 'true' } }));
		const app = make({ origin: https, env: { AUTH_URL: https } });
		const ada = new Person(app);
		const value = plain.cookies.find('authjs.session-token')?.value ?? '';
		ada.cookies.set('__Secure-authjs.session-token', `${value}; Secure`, https);
		expect(await whoIs(ada)).toBe(null);
	});
});
