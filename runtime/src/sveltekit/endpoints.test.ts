import { Auth } from '@auth/core';
import GitHub from '@auth/core/providers/github';
import { describe, expect, test, vi } from 'vitest';
import { Development } from '../core/development.js';
import {
	cookieName,
	cookiesOf,
	type EventOptions,
	makeAuth,
	makeEvent,
	page,
	password,
	secret,
	token,
} from './fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

const github = GitHub({ clientId: 'id', clientSecret: 'x' });
const app = async () => new Response('the application', { status: 299 });

async function call(path: string, event: EventOptions = {}, options: Partial<SvelteKitAuthConfig> = {}) {
	const { handle, logger } = makeAuth({ providers: [password, github], ...options });
	const response = await handle({ event: makeEvent(path, event), resolve: app });
	const location = response.headers.get('location');
	return { response, status: response.status, location, cookies: cookiesOf(response), logger };
}
const own = { origin: 'http://localhost:3000' };
const json = { 'x-auth-return-redirect': '1' };

describe('which requests are endpoints', () => {
	test.each([
		['/auth/providers', 200],
		['/auth/providers/', 200],
		['/auth', 299],
		['/auth/', 299],
		['/auth/nothing', 299],
		['/auth/providers/github', 299],
		['/auth/signin/github/x', 299],
		['/authx/providers', 299],
		['/%61uth/providers', 299],
		['//auth/providers', 299],
		['/x/auth/providers', 299],
	])('%s: %i', async (path, status) => {
		expect((await call(path)).status).toBe(status);
	});
	test('basePath and base', async () => {
		expect((await call('/api/auth/providers', {}, { basePath: '/api/auth' })).status).toBe(200);
		expect((await call('/auth/providers', {}, { basePath: '/api/auth' })).status).toBe(299);
		const { response } = await call('/app/auth/providers', {}, { base: '/app/' });
		expect((await response.json()).github.callbackUrl).toBe('http://localhost:3000/app/auth/callback/github');
	});
	test('data requests and remote functions are not', async () => {
		expect((await call('/auth/signout', { isDataRequest: true })).status).toBe(299);
		expect((await call('/auth/session', { isRemoteRequest: true })).status).toBe(299);
	});
	test('the callback URL follows the one origin', async () => {
		const headers = { 'x-forwarded-host': 'app.example.com', 'x-forwarded-proto': 'https' };
		const forwarded = await call('/auth/providers', { headers });
		expect((await forwarded.response.json()).github.callbackUrl).toBe(
			'https://app.example.com/auth/callback/github',
		);
		const env = { AUTH_SECRET: secret, AUTH_URL: 'https://a.example' };
		const fixed = await call('/auth/providers', { headers }, { env });
		expect((await fixed.response.json()).github.callbackUrl).toBe('https://a.example/auth/callback/github');
	});
});

describe('methods', () => {
	test('HEAD is answered without the core', async () => {
		const { response, logger } = await call('/auth/callback/github?code=x', { method: 'HEAD' });
		expect([response.status, await response.text()]).toEqual([200, '']);
		expect(logger.error).not.toHaveBeenCalled();
	});
	test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is 405', async (method) => {
		const { response, logger } = await call('/auth/session', { method });
		expect(response.status).toBe(405);
		expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
		expect(logger.error).not.toHaveBeenCalled();
	});
});

describe('pages of the application', () => {
	const pages = { signIn: '/auth/signin' };
	test('GET goes to a route that was made for it', async () => {
		expect((await call('/auth/signin', { routeId: '/(x)/auth/signin' })).status).toBe(299);
		expect((await call('/auth/error', { routeId: '/auth/error' })).status).toBe(299);
		expect((await call('/app/auth/signin', { routeId: '/auth/signin' }, { base: '/app' })).status).toBe(299);
		expect((await call('/auth/signin', { routeId: '/[[lang]]/auth/signin' })).status).toBe(299);
	});
	test('a catch-all was not made for it', async () => {
		expect((await call('/auth/signin', { routeId: '/[...path]' })).status).toBe(200);
		expect((await call('/auth/signin', { routeId: '/[a]/[b]' })).status).toBe(200);
	});
	test('form actions of that page go to it; endpoints stay endpoints', async () => {
		const routeId = '/auth/signin';
		expect((await call('/auth/signin', { form: { providerId: 'x' }, routeId })).status).toBe(299);
		expect((await call('/auth/providers', { routeId: '/auth/[x]' })).status).toBe(200);
		expect((await call('/auth/signout', { form: {}, routeId: '/auth/signout' })).status).toBe(302);
	});
	test('pages.signIn at the endpoint without a route is no endless redirect', async () => {
		const { response } = await call('/auth/signin', {}, { pages });
		expect(response.status).toBe(200);
		expect(await response.text()).toContain('Sign in');
	});
	test('other pages are redirected to, with where to come back', async () => {
		const options = { pages: { signIn: '/signin' }, base: '/app' };
		const { location } = await call('/app/auth/signin?redirectTo=/app/x', {}, options);
		expect(location).toBe('/app/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fapp%2Fx');
	});
	test('GET of a provider’s sign-in leads to the sign-in page', async () => {
		const { location, logger } = await call('/auth/signin/github', {}, { pages: { signIn: '/signin' } });
		expect(location).toBe('http://localhost:3000/signin');
		expect(logger.error).not.toHaveBeenCalled();
	});
});

describe('cross-site requests', () => {
	const form = { username: 'ada', password: 'secret' };
	const signedIn = (cookies: Record<string, string>) => Boolean(cookies[cookieName]);
	const matrix: [string, Record<string, string>, boolean][] = [
		['own Origin', own, true],
		['foreign Origin', { origin: 'https://evil.example' }, false],
		['Origin null', { origin: 'null' }, false],
		['own host, other scheme', { origin: 'https://localhost:3000' }, false],
		['own host, other port', { origin: 'http://localhost:3001' }, false],
		['no Origin', { origin: 'none' }, false],
		['no Origin, Sec-Fetch-Site same-origin', { origin: 'none', 'sec-fetch-site': 'same-origin' }, true],
		['no Origin, Sec-Fetch-Site same-site', { origin: 'none', 'sec-fetch-site': 'same-site' }, false],
		['no Origin, Sec-Fetch-Site none', { origin: 'none', 'sec-fetch-site': 'none' }, false],
		['foreign Origin, cross-site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
	];
	test.each(matrix)('credentials, %s: %o %s', async (_, headers, allowed) => {
		const { cookies, location } = await call('/auth/callback/credentials', { form, headers });
		expect(signedIn(cookies)).toBe(allowed);
		if (!allowed) expect(location).toContain('error=MissingCSRF');
	});
	test.each(matrix)('sign-out, %s: %o %s', async (_, headers, allowed) => {
		const { cookies } = await call('/auth/signout', {
			form: {},
			headers,
			cookies: { [cookieName]: await token() },
		});
		expect(cookies[cookieName] === '').toBe(allowed);
	});
	test.each(matrix)('OAuth sign-in, %s: %o %s', async (_, headers, allowed) => {
		const { location } = await call('/auth/signin/github', { form: {}, headers });
		expect(location?.startsWith('https://github.com/')).toBe(allowed);
	});
	test('JSON gets no exemption', async () => {
		const headers = { origin: 'https://evil.example' };
		const cookies = { [cookieName]: await token() };
		expect((await call('/auth/session', { json: { data: {} }, headers, cookies })).status).toBe(400);
		expect((await call('/auth/session', { json: { data: {} }, cookies })).status).toBe(400);
		expect((await call('/auth/session', { json: { data: {} }, headers: own, cookies })).status).toBe(200);
		const credentials = await call('/auth/callback/credentials', { json: form, headers });
		expect(signedIn(credentials.cookies)).toBe(false);
	});
	test('the core’s own token does it without an Origin', async () => {
		const { response, cookies } = await call('/auth/csrf');
		const { csrfToken } = await response.json();
		expect(csrfToken).toMatch(/^[0-9a-f]{64}$/);
		const event = { form: { ...form, csrfToken }, headers: { origin: 'none' }, cookies };
		expect(signedIn((await call('/auth/callback/credentials', event)).cookies)).toBe(true);
		const wrong = { form: { ...form, csrfToken: 'x' }, headers: { origin: 'none' }, cookies };
		expect(signedIn((await call('/auth/callback/credentials', wrong)).cookies)).toBe(false);
	});
	test('behind a proxy both origins are own', async () => {
		const env = { AUTH_SECRET: secret, AUTH_URL: 'https://app.example.com' };
		const name = `__Secure-${cookieName}`;
		for (const origin of ['https://app.example.com', 'http://localhost:3000']) {
			const { cookies } = await call('/auth/callback/credentials', { form, headers: { origin } }, { env });
			expect(cookies[name]).toMatch(/^ey/);
		}
	});
	test('reads that need no token set no cookie', async () => {
		expect((await call('/auth/providers')).cookies).toEqual({});
		expect((await call('/auth/session')).cookies).toEqual({});
	});
});

describe('GET session', () => {
	test('is the page’s session, for no cache', async () => {
		const cookies = { [cookieName]: await token() };
		const { response } = await call('/auth/session', { cookies });
		expect(response.headers.get('cache-control')).toBe('private, no-cache, no-store');
		expect(await response.json()).toMatchObject({ user: { name: 'Ada' } });
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(await (await call('/auth/session')).response.json()).toBeNull();
	});
	test('a forged cookie is removed', async () => {
		const { response, cookies } = await call('/auth/session', { cookies: { [cookieName]: 'x' } });
		expect(await response.json()).toBeNull();
		expect(cookies).toEqual({ [cookieName]: '' });
	});
});

describe('what the client gets', () => {
	const post = (path: string, form: Record<string, string>, options?: Partial<SvelteKitAuthConfig>) =>
		call(path, { form, headers: { ...own, ...json } }, options);

	test('credentials through signin/<id>, whatever the id', async () => {
		const right = await post('/auth/signin/credentials', { password: 'secret', callbackUrl: '/x' });
		expect(right.status).toBe(200);
		expect(right.cookies[cookieName]).toMatch(/^ey/);
		expect(await right.response.json()).toEqual({ url: 'http://localhost:3000/x' });
		const ldap = { ...password, id: 'ldap' };
		const other = await post('/auth/signin/ldap', { password: 'secret' }, { providers: [ldap] });
		expect(other.cookies[cookieName]).toMatch(/^ey/);
	});
	test('a wrong password is an error with a status', async () => {
		const { response, status, cookies } = await post('/auth/signin/credentials', { password: 'no' });
		expect(status).toBe(401);
		expect(await response.json()).toMatchObject({
			url: 'http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials',
			error: 'CredentialsSignin',
			code: 'credentials',
		});
		expect(cookies[cookieName]).toBeUndefined();
	});
	test('an error in authorize tells nothing', async () => {
		const { response, status } = await post('/auth/signin/credentials', { password: 'broken' });
		expect(status).toBe(500);
		const body = await response.text();
		expect(JSON.parse(body)).toMatchObject({ error: 'Configuration' });
		expect(body).not.toContain('hunter2');
	});
	test('an `error` parameter of a wanted page is not an error', async () => {
		const { response } = await post('/auth/signin/credentials', {
			password: 'secret',
			callbackUrl: '/report?error=404',
		});
		expect(await response.json()).toEqual({ url: 'http://localhost:3000/report?error=404' });
	});
	test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'foo'])(
		'callbackUrl %j stays here',
		async (callbackUrl) => {
			const { response } = await post('/auth/signin/credentials', { password: 'secret', callbackUrl });
			expect(new URL((await response.json()).url).origin).toBe('http://localhost:3000');
		},
	);
	test('without a callbackUrl the application’s base is the place to go', async () => {
		const { response } = await post('/app/auth/signin/credentials', { password: 'secret' }, { base: '/app' });
		expect(await response.json()).toEqual({ url: 'http://localhost:3000/app' });
	});
	test('multipart forms count as forms', async () => {
		const { handle } = makeAuth();
		const event = makeEvent('/auth/signin/credentials', { method: 'POST', headers: own });
		const body = new FormData();
		body.set('password', 'secret');
		Object.assign(event, { request: new Request(event.url, { method: 'POST', headers: own, body }) });
		expect(cookiesOf(await handle({ event, resolve: page }))[cookieName]).toMatch(/^ey/);
	});
});

describe('when nothing can work', () => {
	test('untrusted: 500 as the core answers it, told once with the fix; pages go on', async () => {
		const { handle, logger } = makeAuth({ trustHost: false, debug: true });
		for (const path of ['/auth/session', '/auth/providers']) {
			const response = await handle({ event: makeEvent(path), resolve: app });
			expect(response.status).toBe(500);
			expect(await response.json()).toEqual({ message: expect.stringMatching(/server configuration/) });
		}
		const html = await handle({ event: makeEvent('/auth/signin'), resolve: app });
		expect(html.status).toBe(500);
		expect(await html.text()).toContain('server configuration');
		const event = makeEvent('/', { cookies: { [cookieName]: await token() } });
		const view = await handle({ event, resolve: page });
		expect([view.status, await view.json()]).toEqual([200, null]);
		expect(view.headers.getSetCookie()).toEqual([]);
		expect(logger.error).toHaveBeenCalledOnce();
		expect(logger.error.mock.calls[0]?.[0].message).toMatch(/AUTH_TRUST_HOST=true/);
	});
	test('the error page of the application is used', async () => {
		const options = { env: {}, pages: { error: '/signin' } };
		expect((await call('/auth/signin', {}, options)).location).toBe(
			'http://localhost:3000/signin?error=Configuration',
		);
	});
	test('POST is 500, too', async () => {
		expect((await call('/auth/signin/github', { form: {} }, { env: {} })).status).toBe(500);
	});
	test('a broken config leaves the core’s process-wide flags alone', async () => {
		await call('/auth/providers', {}, { providers: [{ id: 'e', type: 'email', name: 'E' } as never] });
		const request = new Request('http://localhost:3000/auth/providers');
		const options = { secret, trustHost: true, providers: [github], basePath: '/auth' };
		expect((await Auth(request, options)).status).toBe(200);
	});
});

describe('unknown providers', () => {
	test.each([
		['/auth/signin/nobody', { form: {} }],
		['/auth/callback/nobody', {}],
		['/auth/callback/nobody', { form: {} }],
		['/auth/webauthn-options/nobody', {}],
	])('%s is 404', async (path, event) => {
		const { response, logger } = await call(path, event);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ error: 'UnknownProvider' });
		expect(logger.error).not.toHaveBeenCalled();
	});
	test('in production the development provider is one of them', async () => {
		vi.stubEnv('NODE_ENV', 'production');
		const options = { providers: [Development()] };
		const form = { id: 'alice' };
		expect((await call('/auth/signin/development', { form }, options)).status).toBe(404);
		expect((await call('/auth/callback/development', { form }, { ...options, dev: true })).status).toBe(404);
		const { response } = await call('/auth/providers', {}, options);
		expect(await response.json()).toEqual({});
		vi.unstubAllEnvs();
	});
	test('while developing it signs its people in', async () => {
		vi.stubEnv('NODE_ENV', 'development');
		const options = { providers: [Development()], dev: true };
		const { cookies } = await call('/auth/signin/development', { form: { id: 'alice' } }, options);
		expect(cookies[cookieName]).toMatch(/^ey/);
		const stranger = await call('/auth/signin/development', { form: { id: 'mallory' } }, options);
		expect(stranger.location).toContain('error=CredentialsSignin');
		vi.unstubAllEnvs();
	});
});
