import { raw, skipCSRFCheck } from '@auth/core';
import { describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication, type Settings, secret } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import {
	complaints,
	github,
	lifetime,
	linkProvider,
	password,
	right,
	signedIn,
	travel,
	whoIs,
	wrong,
} from './support/fixtures.ts';
import { Person } from './support/person.ts';

/** No logger in the configuration. */
const toConsole = { logger: false };
const https = { origin: 'https://app.test.example' };

describe.each(integrations)('options on %s', (integration) => {
	const make = (config: Config = {}, settings: Settings = {}) =>
		makeApplication(integration, { providers: [password], ...config }, settings);

	test('providers: [] is a configuration, with nothing to sign in with', async () => {
		const app = make({ providers: [] });
		const person = new Person(app);
		expect((await person.visit(`${app.basePath}/providers`)).json()).toEqual({});
		expect((await person.visit(`${app.basePath}/session`)).text).toBe('null');
		expect(complaints(app)).toEqual([]);
	});

	test('providers: the order is the order of the page, and functions are called with the environment', async () => {
		const { default: GitHub } = await import('@auth/core/providers/github');
		const env = {
			AUTH_SECRET: secret,
			AUTH_TRUST_HOST: 'true',
			AUTH_GITHUB_ID: 'from-env',
			AUTH_GITHUB_SECRET: 'x',
		};
		const app = make({ providers: [GitHub, password] }, { env });
		const person = new Person(app);
		expect(Object.keys((await person.visit(`${app.basePath}/providers`)).json())).toEqual([
			'github',
			'credentials',
		]);
		const visit = await person.visit(`${app.basePath}/signin/github`, { form: {}, follow: false });
		expect(new URL(visit.redirects[0] ?? '').searchParams.get('client_id')).toBe('from-env');
	});

	test('fault 49: a provider with an id of its own reads variables of its own', async () => {
		const { default: GitHub } = await import('@auth/core/providers/github');
		const own = { AUTH_GITHUB_ID: 'first', AUTH_GITHUB_WORK_ID: 'second', AUTH_GITHUB_WORK_SECRET: 'x' };
		const env = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true', ...own };
		const app = make({ providers: [GitHub({ id: 'github-work' })] }, { env });
		const options = { form: {}, follow: false };
		const visit = await new Person(app).visit(`${app.basePath}/signin/github-work`, options);
		expect(new URL(visit.redirects[0] ?? '').searchParams.get('client_id')).toBe('second');
	});

	test('basePath: the default', () => {
		expect(make().basePath).toBe(integration === 'sveltekit' ? '/auth' : '/api/auth');
	});

	test('fault 3: basePath is where the endpoints are, and what they say of themselves', async () => {
		const app = make({ basePath: '/login/here' });
		const ada = await signedIn(app);
		expect(await whoIs(ada)).toBe('ada');
		const providers = (await ada.visit('/login/here/providers')).json<
			Record<string, { callbackUrl: string }>
		>();
		expect(providers.credentials?.callbackUrl).toBe('http://localhost:3000/login/here/callback/credentials');
		const refused = await new Person(app).visit('/dashboard', { follow: false });
		expect(refused.redirects).toEqual(['http://localhost:3000/login/here/signin?redirectTo=%2Fdashboard']);
		expect((await ada.visit('/auth/session')).status).toBe(404);
	});

	if (integration === 'solid-start') {
		test('fault 5: prefix is the same as basePath, and both may not contradict each other', async () => {
			expect(await whoIs(await signedIn(make({ prefix: '/login' })))).toBe('ada');
			expect(await whoIs(await signedIn(make({ prefix: '/login', basePath: '/login' })))).toBe('ada');
			expect(() => make({ prefix: '/login', basePath: '/other' })).toThrow(
				'SolidAuth got two paths: basePath "/other" and prefix "/login". Set one of them',
			);
		});
	}

	test.each([
		['http, by default', {}, {}, 'authjs.session-token', false],
		['https, by default', {}, https, '__Secure-authjs.session-token', true],
		['https, switched off', { useSecureCookies: false }, https, 'authjs.session-token', false],
	] as [string, Config, Settings, string, boolean][])(
		'useSecureCookies: %s',
		async (_, config, settings, name, secure) => {
			const app = make(config, settings);
			const ada = await signedIn(app);
			expect(ada.cookies.find(name)).toMatchObject({ secure, httpOnly: true, sameSite: 'lax', path: '/' });
			expect(await whoIs(ada)).toBe('ada');
		},
	);

	test('useSecureCookies: switched on, on http: the cookies say Secure', async () => {
		const app = make({ useSecureCookies: true });
		await new Person(app).visit(`${app.basePath}/signin/credentials`, { form: right, follow: false });
		const cookies = app.answers.flatMap(({ headers }) => headers.filter(([name]) => name === 'set-cookie'));
		expect(cookies.map(([, value]) => [value.split('=')[0], value.includes('Secure;')])).toEqual([
			['__Secure-authjs.callback-url', true],
			['__Secure-authjs.session-token', true],
		]);
	});

	test('debug: by default the console stays empty; switched on, it shows what happens and no secret', async () => {
		for (const debug of [false, true]) {
			const app = make({ debug }, toConsole);
			await (await signedIn(app)).visit(`${app.basePath}/signin`);
			await new Person(app).visit(`${app.basePath}/signin/credentials`, {
				form: { ...right, password: 'broken' },
			});
			const debugs = app.logs.filter(({ level }) => level === 'debug');
			expect(debugs.length > 0).toBe(debug);
			expect(app.logs.every(({ by }) => by === 'console')).toBe(true);
			expect(JSON.stringify(app.logs)).not.toContain(secret);
		}
	});

	test('logger: its methods are used, and the console for those it does not have', async () => {
		const errors: string[] = [];
		const logger = { error: (error: Error) => void errors.push(error.name) };
		const app = make({ logger });
		await new Person(app).visit(`${app.basePath}/signin/credentials`, { form: wrong });
		expect(errors).toEqual(['CredentialsSignin']);
		expect(app.logs).toEqual([]);
		const plain = make({}, toConsole);
		await new Person(plain).visit(`${plain.basePath}/signin/credentials`, { form: wrong });
		expect(plain.logs).toMatchObject([{ level: 'error', by: 'console' }]);
		expect(plain.logs[0]?.text).toContain('[auth] CredentialsSignin');
	});

	test('cookies: names and options of every kind, kept by what reads them', async () => {
		const options = { path: '/', sameSite: 'strict', httpOnly: true, secure: false } as const;
		const app = make({
			providers: [password, github],
			cookies: {
				sessionToken: { name: 'my-session', options },
				callbackUrl: { name: 'my-callback', options },
				csrfToken: { name: 'my-csrf', options },
				pkceCodeVerifier: { name: 'my-pkce', options },
			},
		});
		const ada = new Person(app);
		await ada.submit(await ada.visit(`${app.basePath}/signin`), /credentials/i, right);
		await ada.visit(`${app.basePath}/signin/github`, { form: {}, follow: false });
		expect(ada.cookies.names()).toEqual(['my-callback', 'my-csrf', 'my-pkce', 'my-session']);
		expect(ada.cookies.find('my-session')).toMatchObject({ sameSite: 'strict' });
		expect(await whoIs(ada)).toBe('ada');
		await ada.visit(`${app.basePath}/signout`, { form: {} });
		expect(await whoIs(ada)).toBe(null);
		expect(ada.cookies.find('my-session')).toBe(undefined);
	});

	test('cookies: a domain for all hosts below it, and refreshed cookies have it, too', async () => {
		const options = {
			domain: 'test.example',
			path: '/',
			secure: true,
			httpOnly: true,
			sameSite: 'lax',
		} as const;
		const app = make({ session: { updateAge: 0 }, cookies: { sessionToken: { options } } as never }, https);
		const ada = await signedIn(app);
		const name = '__Secure-authjs.session-token';
		expect(ada.cookies.find(name)).toMatchObject({ domain: 'test.example', hostOnly: false });
		await ada.visit('/');
		expect(ada.cookies.all.filter((cookie) => cookie.name === name)).toHaveLength(1);
		await ada.visit(`${app.basePath}/signout`, { form: {} });
		expect(ada.cookies.find(name)).toBe(undefined);
	});

	test('cookies: a name that is none is refused', async () => {
		const app = make({ cookies: { sessionToken: { name: 'a b', options: {} } } });
		await new Person(app).visit('/');
		expect(app.logs[0]?.text).toContain('cookies.sessionToken.name is "a b"');
	});

	test('experimental.enableWebAuthn: false by default; switched on, it is told once', async () => {
		const { adapter } = await openDatabase();
		const app = make({ adapter, providers: [linkProvider([])], experimental: { enableWebAuthn: true } });
		for (let view = 0; view < 3; view++) await new Person(app).visit(`${app.basePath}/session`);
		expect(complaints(app)).toEqual([expect.stringContaining('experimental-webauthn')]);
	});

	test('skipCSRFCheck: no token, and still not from another site', async () => {
		const app = make({ skipCSRFCheck } as Config);
		const visit = (from: string | null, headers = {}) =>
			new Person(app).visit(`${app.basePath}/signin/credentials`, {
				form: right,
				from,
				headers,
				follow: false,
			});
		expect((await visit(null)).redirects).toEqual(['http://localhost:3000/']);
		for (const from of ['https://evil.example', 'null']) {
			expect((await visit(from)).redirects).toEqual([
				`http://localhost:3000${app.basePath}/signin?error=MissingCSRF`,
			]);
		}
		const marked = await visit(null, { 'sec-fetch-site': 'cross-site' });
		expect(marked.redirects).toEqual([`http://localhost:3000${app.basePath}/signin?error=MissingCSRF`]);
	});

	test('raw: left out with a word, since handlers have to answer', async () => {
		const app = make({ raw } as Config);
		expect(await whoIs(await signedIn(app))).toBe('ada');
		expect(complaints(app)).toEqual(['`raw` is left out: handlers have to answer with a Response.']);
	});

	test('session: the defaults are 30 days and a day', async () => {
		travel(0);
		const ada = await signedIn(make());
		expect(lifetime(ada)).toBe(2_592_000);
		travel(86_399);
		expect((await ada.visit('/')).headers.getSetCookie()).toEqual([]);
		travel(2);
		expect((await ada.visit('/')).headers.getSetCookie()).toHaveLength(1);
	});

	test('the configuration of the user is never written to', async () => {
		const freeze = <T extends object>(value: T): T => {
			for (const inner of Object.values(value))
				if (typeof inner === 'object' && inner !== null) freeze(inner);
			return Object.freeze(value);
		};
		const config = freeze({
			providers: [{ ...password }, { ...github }],
			pages: { error: '/oops' },
			callbacks: { jwt: ({ token }: { token: object }) => token },
			session: { maxAge: 600 },
		});
		const app = make(config as Config);
		const ada = await signedIn(app);
		await ada.visit(`${app.basePath}/signin/github`, { form: {}, follow: false });
		expect(await whoIs(ada)).toBe('ada');
	});
});
