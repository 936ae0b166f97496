import GitHub from '@auth/core/providers/github';
import { describe, expect, test, vi } from 'vitest';
import { prepare } from '../core/config/prepare.js';
import { Development } from '../core/providers/development.js';
import { ada, integrations, makeConfig, origin, secret } from './fixtures.test.helper.js';
import { createSessionCookie, signedInRequest, type TestedConfig } from './session-cookie.js';

const session = { user: { name: 'Ada', email: 'ada@example.com', image: null }, expires: expect.any(String) };

describe.each(integrations)('%s', (_, endpoints, makeApplication) => {
	test('the protected page opens with the request, and does not without', async () => {
		const config = makeConfig();
		const application = makeApplication(config);
		const answer = await application(await signedInRequest(config, ada, `${origin}/dashboard`));
		expect([answer.status, await answer.json()]).toEqual([200, session]);

		const refused = await application(
			new Request(`${origin}/dashboard`, { headers: { accept: 'text/html' } }),
		);
		expect([refused.status, refused.headers.get('location')]).toEqual([
			303,
			'/signin?redirectTo=%2Fdashboard',
		]);
	});

	test.each([
		['https', `https://app.example/dashboard`, {}],
		['a proxy that ends TLS', `${origin}/dashboard`, { headers: { 'x-forwarded-proto': 'https' } }],
	])('%s: the secure cookie', async (_, url, init) => {
		const config = makeConfig();
		const request = await signedInRequest(config, ada, url, init);
		expect(request.headers.get('cookie')).toMatch(/^__Secure-authjs\.session-token=ey/);
		expect((await makeApplication(config)(request)).status).toBe(200);
	});

	test.each([
		['a session that has expired', { maxAge: -60 }, {}],
		['another secret', {}, { secret: 'another-secret-of-at-least-32-characters' }],
		['another cookie name', {}, { cookies: { sessionToken: { name: 'other' } } }],
	])('%s is refused', async (_, options, other) => {
		const config = makeConfig();
		const request = await signedInRequest({ ...config, ...other }, ada, `${origin}/dashboard`, {}, options);
		expect((await makeApplication(config)(request)).status).toBe(303);
	});

	test('claims of a jwt callback reach the session, in chunks when they are long', async () => {
		const role = 'r'.repeat(4000);
		const config = makeConfig({
			callbacks: {
				jwt: ({ token, user, account }) =>
					user && account ? { ...token, role: `${account.provider} ${Reflect.get(user, 'role')}` } : token,
				session: ({ session, token }) => Object.assign(session, { role: token.role }),
			},
		});
		const request = await signedInRequest(config, { ...ada, role } as typeof ada, `${origin}/dashboard`);
		expect(request.headers.get('cookie')).toMatch(/session-token\.0=.+; authjs\.session-token\.1=/);
		const answer = await makeApplication(config)(request);
		expect(await answer.json()).toEqual({ ...session, role: `testing ${role}` });
	});

	test('a request that writes has the Origin of the page: sign-out works', async () => {
		const config = makeConfig();
		const request = await signedInRequest(config, ada, `${origin}${endpoints}/signout`, {
			method: 'post',
			body: new URLSearchParams(),
			headers: { cookie: 'theme=dark' },
		});
		expect(request.headers.get('cookie')).toMatch(/^theme=dark; authjs\.session-token=ey/);
		expect(request.headers.get('origin')).toBe(origin);
		const answer = await makeApplication(config)(request);
		expect(answer.status).toBe(302);
		expect(answer.headers.getSetCookie().join()).toMatch(/authjs\.session-token=; Max-Age=0/);
	});
});

test('without a URL the cookie is for AUTH_URL, and paths are below it', async () => {
	const env = { AUTH_SECRET: secret, AUTH_URL: 'https://app.example' };
	const config = { providers: [], env };
	expect(await createSessionCookie(config, ada)).toMatch(/^__Secure-/);
	expect((await signedInRequest(config, ada, '/dashboard?a=1')).url).toBe(
		'https://app.example/dashboard?a=1',
	);
	const local = makeConfig({ env: { ...env, AUTH_URL: '' } });
	expect(await createSessionCookie(local, ada)).toMatch(/^authjs/);
	expect((await signedInRequest(local, ada, '/dashboard')).url).toBe('http://localhost/dashboard');
});

test('own encoding and cookie name are used', async () => {
	const encode = vi.fn(async () => 'ENCODED+');
	const jwt = { encode, decode: async () => null };
	const cookies = { sessionToken: { name: 'sid' } };
	expect(await createSessionCookie(makeConfig({ jwt, cookies }), ada)).toBe('sid=ENCODED%2B');
	expect(encode).toHaveBeenCalledWith(expect.objectContaining({ salt: 'sid', maxAge: 2592000 }));
});

const problems: [name: string, config: unknown, user: unknown, message: string][] = [
	['no secret', makeConfig({ env: {} }), ada, 'secret: AUTH_SECRET is not set'],
	['no trust', makeConfig({ trustHost: false }), ada, 'trustHost: The host header is not trusted'],
	['a config function', () => makeConfig(), ada, 'pass what it returns'],
	['no config', undefined, ada, '`providers`'],
	['two paths', { ...makeConfig(), prefix: '/a', basePath: '/b' }, ada, 'basePath "/b" and prefix "/a"'],
	['no id', makeConfig(), { name: 'Ada' }, '`id`'],
	['no user', makeConfig(), undefined, '`id`'],
	['a jwt callback that says no', makeConfig({ callbacks: { jwt: () => null } }), ada, 'callbacks.jwt'],
];

test('what is wrong is thrown, and said nowhere else: a warning is the application’s', async () => {
	const providers = [GitHub, Development()];
	const config = makeConfig({ env: {}, providers });
	await expect(createSessionCookie(config, ada)).rejects.toMatchObject({ cause: { option: 'secret' } });
	const working = { ...config, secret };
	await createSessionCookie(working, ada);
	expect(config.logger.error).not.toHaveBeenCalled();
	expect(config.logger.warn).not.toHaveBeenCalled();
	prepare(working);
	expect(config.logger.warn).toHaveBeenCalledTimes(2);
});

test.each(problems)('%s is named', async (_, config, user, message) => {
	await expect(createSessionCookie(config as TestedConfig, user as typeof ada)).rejects.toThrow(message);
});
