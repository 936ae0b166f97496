import { describe, expect, test } from 'vitest';
import { integrations, secret } from './support/application.ts';
import { asking } from './support/ask.ts';
import { asClient, right, signedIn, wrong } from './support/fixtures.ts';

const hex64 = /^[\da-f]{64}$/;

describe.each(integrations)('endpoints on %s', (integration) => {
	const { make, ask } = asking(integration);

	test('GET providers: the public facts of each, and no cookie', async () => {
		const { app, person, at } = make();
		const visit = await person.visit(at('providers'));
		const url = (action: string) => `${app.origin}${app.basePath}/${action}`;
		expect([visit.status, visit.headers.get('content-type')]).toEqual([200, 'application/json']);
		expect(visit.json()).toEqual({
			credentials: {
				id: 'credentials',
				name: 'Credentials',
				type: 'credentials',
				signinUrl: url('signin/credentials'),
				callbackUrl: url('callback/credentials'),
			},
			github: {
				id: 'github',
				name: 'GitHub',
				type: 'oauth',
				signinUrl: url('signin/github'),
				callbackUrl: url('callback/github'),
			},
		});
		expect(person.cookies.names()).toEqual([]);
	});

	test('fault 31: GET session signed out: null, uncacheable, and no cookie', async () => {
		const { status, text, headers, cookies } = await ask('session');
		expect([status, text, headers.get('cache-control'), cookies]).toEqual([
			200,
			'null',
			'private, no-cache, no-store',
			[],
		]);
	});

	test('fault 31: GET session signed in: the session, and no cookie again', async () => {
		const { app } = make();
		const ada = await signedIn(app);
		const visit = await ada.visit(`${app.basePath}/session`);
		expect(visit.json()).toEqual({
			user: { name: 'ada', email: 'ada@test.example' },
			expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		});
		expect(visit.headers.getSetCookie()).toEqual([]);
	});

	test('GET session with a worthless cookie: null, and the cookie is taken away', async () => {
		const { app, person, at } = make();
		person.cookies.set('authjs.session-token', 'rubbish');
		expect((await person.visit(at('session'))).text).toBe('null');
		expect(person.cookies.names()).toEqual([]);
		expect(app.logs.filter(({ level }) => level !== 'debug')).toEqual([]);
	});

	test('POST session without a session: null, and nothing is logged', async () => {
		const { status, text, errors } = await ask('session', { json: { data: { name: 'x' } } });
		expect([status, text, errors]).toEqual([200, 'null', []]);
	});

	test('POST session without a proof of origin: 400 null', async () => {
		const { app } = make();
		const ada = await signedIn(app);
		const visit = await ada.visit(`${app.basePath}/session`, { json: { data: {} }, from: null });
		expect([visit.status, visit.text]).toEqual([400, 'null']);
		expect(visit.headers.getSetCookie()).toEqual([]);
	});

	test('fault 41: GET csrf: a token, bound to its cookie', async () => {
		const { app, person, at } = make();
		const { csrfToken } = (await person.visit(at('csrf'))).json<{ csrfToken: string }>();
		expect(csrfToken).toMatch(hex64);
		const cookie = person.cookies.find('authjs.csrf-token');
		expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure: false });
		expect(decodeURIComponent(cookie?.value ?? '')).toMatch(new RegExp(`^${csrfToken}\\|[\\da-f]{64}$`));
		expect((await person.visit(at('csrf'))).json()).toEqual({ csrfToken });
		expect(app.logs).toEqual([]);
	});

	test('a csrf token stands in for the Origin that a browser does not send', async () => {
		const { person, at } = make();
		const { csrfToken } = (await person.visit(at('csrf'))).json<{ csrfToken: string }>();
		const form = { ...right, csrfToken };
		await person.visit(at('callback/credentials'), { form, from: null, follow: false });
		expect((await person.visit('/')).json()).toMatchObject({ user: { name: 'ada' } });
		const out = await person.visit(at('signout'), { form: { csrfToken }, from: null });
		expect([out.url, out.text]).toEqual(['http://localhost:3000/', 'null']);
	});

	test.each(['signin/github', 'callback/credentials', 'signout'])(
		'POST %s without token and Origin: MissingCSRF',
		async (path) => {
			const found = await ask(path, { form: right, from: null });
			expect([found.status, found.location, found.errors]).toEqual([
				302,
				'<auth>/signin?error=MissingCSRF',
				['MissingCSRF'],
			]);
			expect(found.cookies).toEqual([]);
		},
	);

	test('GET signout: a page with a button', async () => {
		const { status, text } = await ask('signout');
		expect(status).toBe(200);
		expect(text).toMatch(/<button[^>]*>Sign out<\/button>/);
	});

	test('POST signout: the session cookie is removed, and home', async () => {
		const { app } = make();
		const ada = await signedIn(app);
		const out = await ada.visit(`${app.basePath}/signout`, {
			form: { callbackUrl: '/dashboard' },
			follow: false,
		});
		expect([out.status, out.redirects]).toEqual([302, ['http://localhost:3000/dashboard']]);
		expect(ada.cookies.names()).toEqual(['authjs.callback-url']);
		expect((await ada.visit('/')).text).toBe('null');
	});

	test.each([
		['Configuration', 500, 'There is a problem with the server configuration'],
		['AccessDenied', 403, 'You do not have permission to sign in'],
		['Verification', 403, 'The sign in link is no longer valid'],
		['Anything', 200, '<title>Error</title>'],
	])('GET error?error=%s: %i and a page', async (error, status, words) => {
		const found = await ask(`error?error=${error}`);
		expect([found.status, found.headers.get('content-type')]).toEqual([status, 'text/html']);
		expect(found.text).toContain(words);
	});

	test('GET verify-request: a page', async () => {
		const { status, text } = await ask('verify-request');
		expect(status).toBe(200);
		expect(text).toContain('A sign in link has been sent to your email address');
	});

	test.each([
		['signin?callbackUrl=/x&error=Y', 'signIn', { error: 'Y', callbackUrl: 'http://localhost:3000/x' }],
		['signout', 'signOut', {}],
		['error?error=AccessDenied', 'error', { error: 'AccessDenied' }],
		['verify-request?provider=mail&type=email', 'verifyRequest', { provider: 'mail', type: 'email' }],
	])('GET %s with a page of the application: there', async (path, key, params) => {
		const { status, redirects } = await ask(path, {}, { pages: { [key]: '/own' } });
		const url = new URL(redirects[0] ?? '');
		expect([status, url.origin + url.pathname]).toEqual([302, 'http://localhost:3000/own']);
		expect(Object.fromEntries(url.searchParams)).toEqual(params);
	});

	test('fault 59: HEAD is answered, without a body or a cookie', async () => {
		for (const path of ['session', 'signin', 'callback/github?code=1', 'providers']) {
			const { status, text, cookies, errors } = await ask(path, { method: 'HEAD' });
			expect([status, text, cookies, errors]).toEqual([200, '', [], []]);
		}
	});

	test('other methods are refused', async () => {
		for (const method of ['PUT', 'PATCH', 'DELETE']) {
			const { status, headers } = await ask('session', { method });
			// SolidStart hands on GET, HEAD and POST only: its own page for what is not found answers.
			const wanted = integration === 'sveltekit' ? [405, 'GET, HEAD, POST'] : [404, null];
			expect([status, headers.get('allow')]).toEqual(wanted);
		}
	});

	test.each(['nonsense', 'session/github', 'signin/github/more', 'signin//github', ''])(
		'"%s" is no endpoint: 404 of the application',
		async (path) => {
			const { status, cookies, errors } = await ask(path);
			expect([status, cookies, errors]).toEqual([404, [], []]);
		},
	);

	test('POST to what can only be read: an error, and nothing changes', async () => {
		for (const path of ['providers', 'csrf', 'error', 'verify-request']) {
			const { status, location, cookies } = await ask(path, { form: {} });
			expect([status, location, cookies]).toEqual([302, '<auth>/error?error=Configuration', []]);
		}
	});

	test('webauthn-options of a provider that is no passkey: 404 in words', async () => {
		for (const path of ['webauthn-options/github?action=authenticate', 'webauthn-options']) {
			const { status, text, cookies } = await ask(path, { headers: asClient });
			expect([status, JSON.parse(text).error, cookies]).toEqual([404, 'UnknownProvider', []]);
		}
	});

	test('the JSON client gets the redirect as data, with its cookies', async () => {
		const found = await ask('signin/credentials', { form: right, headers: asClient });
		expect([found.status, found.json()]).toEqual([200, { url: 'http://localhost:3000' }]);
		expect(found.cookies).toEqual(['authjs.callback-url', 'authjs.session-token']);
	});

	test('fault 8: the JSON client gets an error with a status of its own', async () => {
		const { status, app, text } = await ask('signin/credentials', { form: wrong, headers: asClient });
		expect([status, JSON.parse(text)]).toEqual([
			401,
			{
				url: `${app.origin}${app.basePath}/signin?error=CredentialsSignin&code=credentials`,
				error: 'CredentialsSignin',
				code: 'credentials',
				message: 'These details do not match an account. Check them and try again.',
			},
		]);
	});

	test('a broken configuration: 500 in words that give nothing away, on every endpoint', async () => {
		const config = { secret: 'short' };
		for (const path of ['session', 'providers', 'csrf']) {
			const { status, text } = await ask(path, {}, config);
			expect([status, JSON.parse(text)]).toEqual([
				500,
				{
					message:
						'There was a problem with the server configuration. Check the server logs for more information.',
				},
			]);
		}
		const { status, text, app } = await ask('signin', {}, config);
		expect([status, text.includes('Server error')]).toEqual([500, true]);
		expect(app.logs.map(({ level, type }) => [level, type])).toEqual([['error', 'MissingSecret']]);
		const own = await ask('signin', {}, { ...config, pages: { error: '/oops' } });
		expect(own.redirects).toEqual(['http://localhost:3000/oops?error=Configuration']);
	});

	test('answers hold no secret of the server', async () => {
		const { app } = make();
		const ada = await signedIn(app);
		for (const path of ['providers', 'session', 'csrf', 'signin']) await ada.visit(`${app.basePath}/${path}`);
		const said = JSON.stringify([app.answers, app.logs]);
		expect(said).toContain('csrfToken');
		for (const word of [secret, 'secret-of-the-github-client']) expect(said).not.toContain(word);
	});
});
