import { describe, expect, test } from 'vitest';
import { integrations } from './support/application.ts';
import { asking } from './support/ask.ts';
import { right } from './support/fixtures.ts';

describe.each(integrations)('sign-in endpoints on %s', (integration) => {
	const { make, ask } = asking(integration);

	test('GET signin: a page with a form for each provider', async () => {
		const { status, text, headers } = await ask('signin?callbackUrl=/dashboard');
		expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
			200,
			'text/html',
			'private, no-store',
		]);
		expect(text).toContain('Sign in with Credentials');
		expect(text).toContain('Sign in with GitHub');
		expect(text).toContain('name="callbackUrl" value="/dashboard"');
	});

	test('GET signin with an error: its sentence on the page', async () => {
		expect((await ask('signin?error=CredentialsSignin')).text).toContain('Check the details you provided');
	});

	test('GET signin/:provider goes to the sign-in page, instead of an error', async () => {
		const found = await ask('signin/github');
		expect([found.status, found.location, found.cookies, found.errors]).toEqual([
			302,
			'<auth>/signin',
			[],
			[],
		]);
	});

	test('POST signin without a provider goes to the sign-in page', async () => {
		const found = await ask('signin', { form: {} });
		expect([found.status, found.location, found.errors]).toEqual([302, '<auth>/signin', []]);
	});

	test('POST signin/:provider for OAuth: to the provider, with the check in a cookie', async () => {
		const { app, status, redirects, cookies, person } = await ask(
			'signin/github?login_hint=ada&redirect_uri=x',
			{
				form: { callbackUrl: '/dashboard' },
			},
		);
		const url = new URL(redirects[0] ?? '');
		expect([status, url.origin, url.pathname]).toEqual([302, 'https://github.com', '/login/oauth/authorize']);
		expect(Object.fromEntries(url.searchParams)).toEqual({
			scope: 'read:user user:email',
			response_type: 'code',
			client_id: 'github-client',
			redirect_uri: `${app.origin}${app.basePath}/callback/github`,
			login_hint: 'ada',
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: 'S256',
		});
		expect(cookies).toEqual(['authjs.callback-url', 'authjs.pkce.code_verifier']);
		const check = person.cookies.find('authjs.pkce.code_verifier');
		expect(check).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
		expect(Math.round(((check?.expires ?? 0) - Date.now()) / 60_000)).toBe(15);
		expect(person.cookies.find('authjs.callback-url')?.value).toBe(
			encodeURIComponent('http://localhost:3000/dashboard'),
		);
	});

	test.each([
		['signin/credentials', 'form'],
		['callback/credentials', 'form'],
		['signin/credentials', 'json'],
		['callback/credentials', 'json'],
	] as const)('POST %s as %s: signs in and goes where the person wanted to', async (path, kind) => {
		const found = await ask(path, { [kind]: { ...right, callbackUrl: '/dashboard' } });
		expect([found.status, found.location]).toEqual([302, 'http://localhost:3000/dashboard']);
		expect(found.cookies).toEqual(['authjs.callback-url', 'authjs.session-token']);
		expect(found.person.cookies.find('authjs.session-token')).toMatchObject({
			httpOnly: true,
			sameSite: 'lax',
			path: '/',
			secure: false,
			hostOnly: true,
		});
	});

	test('a multipart form signs in, too', async () => {
		const { app, person, at } = make();
		const form = new FormData();
		for (const [name, value] of Object.entries(right)) form.append(name, value);
		const request = new Request(`${app.origin}${at('signin/credentials')}`, {
			method: 'POST',
			headers: { origin: app.origin },
			body: form,
		});
		const response = await app.fetch(request);
		person.cookies.keep(app.origin, response.headers.getSetCookie());
		expect((await person.visit('/')).json()).toMatchObject({ user: { name: 'ada' } });
	});

	test.each([
		['text/plain', 'username=ada&password=secret'],
		['application/json', '{"username":'],
		['application/json', 'null'],
		['multipart/form-data', 'no boundary'],
	])('a body of %s that is none (%s) is an empty one', async (type, body) => {
		const found = await ask('callback/credentials', { body, headers: { 'content-type': type } });
		expect(found.location).toBe('<auth>/signin?error=CredentialsSignin&code=credentials');
	});

	test('POST callback of a provider that does not exist: 404 in words', async () => {
		for (const path of ['signin/nobody', 'callback/nobody']) {
			const { status, text, errors } = await ask(path, { form: {} });
			expect([status, JSON.parse(text), errors]).toEqual([
				404,
				{ error: 'UnknownProvider', message: 'This way to sign in does not exist.' },
				[],
			]);
		}
	});
});
