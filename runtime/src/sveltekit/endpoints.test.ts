import { describe, expect, test } from 'vitest';
import { call } from './testing/call.test.helper.js';
import { cookieName, day, secret, token } from './testing/fixtures.test.helper.js';

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
	test.each<[string, string, object, number]>([
		['the configuration cannot work', '/auth/providers', { env: {} }, 500],
		['the provider is none', '/auth/callback/nobody', {}, 404],
		['there are too many parameters', `/auth/providers?${'a&'.repeat(200)}`, {}, 414],
		['all is well', '/auth/providers', {}, 200],
		['nobody is signed in', '/auth/session', {}, 200],
	])('HEAD has the status of GET and no body: %s', async (_, path, options, status) => {
		const [get, head] = await Promise.all(
			['GET', 'HEAD'].map((method) => call(path, { method }, { debug: true, ...options })),
		);
		expect([get?.status, head?.status]).toEqual([status, status]);
		expect(await head?.response.text()).toBe('');
	});
	test('HEAD reads no session: nothing is refreshed', async () => {
		const cookies = { [cookieName]: await token({}, { age: 10 * day }) };
		expect((await call('/auth/session', { cookies })).cookies).not.toEqual({});
		expect((await call('/auth/session', { cookies, method: 'HEAD' })).cookies).toEqual({});
	});
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
