import { describe, expect, test } from 'vitest';
import { call, own } from './testing/call.test.helper.js';
import { cookieName, secret, token } from './testing/fixtures.test.helper.js';

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
	test('nobody chooses where the code is sent', async () => {
		const path = '/auth/signin/github?login_hint=ada&redirect_uri=https%3A%2F%2Fevil.example&client_id=evil';
		const params = new URL((await call(path, { form: {} })).location ?? '').searchParams;
		expect(params.get('redirect_uri')).toBe('http://localhost:3000/auth/callback/github');
		expect([params.get('client_id'), params.get('login_hint')]).toEqual(['id', 'ada']);
	});
	test('reads that need no token set no cookie', async () => {
		expect((await call('/auth/providers')).cookies).toEqual({});
		expect((await call('/auth/session')).cookies).toEqual({});
	});
});
