import { afterEach, describe, expect, test, vi } from 'vitest';
import { SolidAuth } from './auth.js';
import { authMiddleware } from './middleware.js';
import { call, right } from './testing/call.test.helper.js';
import {
	cookieName,
	day,
	type EventOptions,
	everything,
	makeConfig,
	makeEvent,
	secret,
	sentCookies,
	token,
} from './testing/fixtures.test.helper.js';
import type { SolidAuthConfig } from './types.js';

afterEach(() => {
	vi.restoreAllMocks();
});

describe('endpoints', () => {
	test.each(['/api/auth/signin/credentials', '/api/auth/callback/credentials'])(
		'%s signs in',
		async (path) => {
			const { status, location, cookies } = await call(path, { form: { ...right, callbackUrl: '/x?y=1' } });
			expect([status, location]).toEqual([302, 'http://localhost:3000/x?y=1']);
			expect(cookies[cookieName]).toMatch(/^ey/);
		},
	);
	test('a wrong password leads back, with the wanted page and without the password', async () => {
		const form = { username: 'ada', password: 'hunter2', callbackUrl: '/x?y=1' };
		const { response, location } = await call('/api/auth/signin/credentials', { form });
		expect(location).toBe(
			'http://localhost:3000/signin?error=CredentialsSignin&code=credentials&redirectTo=%2Fx%3Fy%3D1',
		);
		expect(await everything(response)).not.toContain('hunter2');
	});
	test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
		'no open redirect to %s, after success or mistake',
		async (callbackUrl) => {
			const good = await call('/api/auth/signin/credentials', { form: { ...right, callbackUrl } });
			expect(good.location).toBe('http://localhost:3000/');
			const bad = await call('/api/auth/signin/credentials', { form: { password: 'no', callbackUrl } });
			expect(bad.location).toBe('http://localhost:3000/signin?error=CredentialsSignin&code=credentials');
		},
	);
	test('an OAuth provider', async () => {
		const { location } = await call('/api/auth/signin/github', { form: { callbackUrl: '/x' } });
		expect(new URL(location ?? '').searchParams.get('redirect_uri')).toBe(
			'http://localhost:3000/api/auth/callback/github',
		);
	});
	test('the session, refreshed when it is due', async () => {
		const old = { cookies: { [cookieName]: await token({}, { age: 2 * day }) } };
		const { response, event } = await call('/api/auth/session', old);
		expect(await response.json()).toMatchObject({ user: { name: 'Ada' } });
		expect(sentCookies(event)[cookieName]).toMatch(/^ey/);
	});
	test('sign-out', async () => {
		const { cookies } = await call('/api/auth/signout', {
			form: {},
			cookies: { [cookieName]: await token() },
		});
		expect(cookies[cookieName]).toBe('');
	});
	test.each([
		['POST', { origin: 'https://evil.example' }],
		['POST', { origin: 'none' }],
		['GET', {}],
		['HEAD', {}],
	])('%s from elsewhere changes nothing: %o', async (method, headers) => {
		const form = method === 'POST' ? right : undefined;
		const options = { method, headers, ...(form && { form }) } as EventOptions;
		const session = { [cookieName]: await token() };
		expect((await call('/api/auth/signin/credentials', options)).cookies[cookieName]).toBeUndefined();
		const out = await call('/api/auth/signout', { ...options, cookies: session });
		expect(out.cookies[cookieName]).toBeUndefined();
	});
	test.each(['/api/auth', '/api/auth/', '/api/auth/nothing', '/api/auth/signin/a/b', '/api/auth/session/x'])(
		'%s is not found',
		async (path) => {
			const { status, logger } = await call(path);
			expect(status).toBe(404);
			expect(logger.error).toHaveBeenCalledTimes(path === '/api/auth' ? 1 : 0);
		},
	);
	test('other methods', async () => {
		expect((await call('/api/auth/session', { method: 'PUT' })).status).toBe(405);
	});
});

describe('where the endpoints are', () => {
	const at = async (path: string, config: Partial<SolidAuthConfig>) => (await call(path, {}, config)).status;
	test.each<[Partial<SolidAuthConfig>, string]>([
		[{}, '/api/auth'],
		[{ prefix: '/auth' }, '/auth'],
		[{ basePath: 'auth/' }, '/auth'],
		[{ basePath: '/auth', prefix: '/auth/' }, '/auth'],
		[{ base: '/app' }, '/app/api/auth'],
		[{ base: '/app' }, '/api/auth'],
		[{ base: '/app', prefix: '/app/login' }, '/app/login'],
		[{ env: { AUTH_SECRET: secret, AUTH_URL: 'https://app.example/from-url' } }, '/from-url'],
		[{ env: { AUTH_SECRET: secret, AUTH_URL: 'https://app.example/' } }, '/api/auth'],
	])('%o: %s', async (config, path) => {
		expect(await at(`${path}/session`, config)).toBe(200);
	});
	test('a route file in another place is told, with the fix', async () => {
		const { status, logger } = await call('/auth/session');
		expect(status).toBe(404);
		expect(logger.error.mock.calls[0]?.[0].message).toContain('set `prefix`');
	});
	test('asked for below a base that nobody told: that is said, and what to write', async () => {
		const { logger } = await call('/app/api/auth/providers');
		expect(logger.error.mock.calls[0]?.[0].message).toBe(
			"The auth route was asked for /app/api/auth/providers, but its path is /api/auth. Say where the application lies, with `base: '/app'`. Or move the route file, or set `prefix`",
		);
	});
	test('what is wrong is told when the server starts, and not again with the first request', async () => {
		vi.useFakeTimers();
		const config = makeConfig({ env: {} });
		authMiddleware(config);
		const make = vi.fn();
		authMiddleware(make);
		const argv = vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'vite', 'build']);
		const built = makeConfig({ env: {} });
		authMiddleware(built);
		argv.mockRestore();
		vi.runAllTimers();
		vi.useRealTimers();
		expect(config.logger.error.mock.calls.map(([error]) => error.option)).toEqual(['secret']);
		await SolidAuth(config).GET(makeEvent('/api/auth/session'));
		expect(config.logger.error).toHaveBeenCalledOnce();
		expect(make).not.toHaveBeenCalled();
		expect(built.logger.error).not.toHaveBeenCalled();
	});
	test('basePath and prefix that contradict each other', () => {
		expect(() => SolidAuth(makeConfig({ basePath: '/a', prefix: '/b' }))).toThrow(
			'SolidAuth got two paths: basePath "/a" and prefix "/b". Set one of them',
		);
	});
	test('a configuration without providers', () => {
		expect(() => SolidAuth(undefined as never)).toThrow(TypeError);
		expect(() => SolidAuth({} as never)).toThrow('list of `providers`');
	});
});

describe('the config function', () => {
	test('gets the event', async () => {
		const lazy = vi.fn(async () => makeConfig());
		const event = makeEvent('/api/auth/session');
		expect((await SolidAuth(lazy).GET(event))?.status).toBe(200);
		expect(lazy).toHaveBeenCalledExactlyOnceWith(event);
	});
	test.each([
		async () => {
			throw new Error('no database');
		},
		() => {
			throw new Error('no database');
		},
		async () => makeConfig({ basePath: '/a', prefix: '/b' }),
		async () => undefined as never,
	])('that fails is answered, not thrown', async (lazy) => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const response = await SolidAuth(lazy).GET(makeEvent('/api/auth/session'));
		expect(response?.status).toBe(500);
		expect(await response?.text()).not.toContain('database');
		expect(log).toHaveBeenCalled();
	});
});

test('problems of the configuration are a 500 with the fix in the log', async () => {
	const { status, response, logger } = await call('/api/auth/session', {}, { env: {} });
	expect(status).toBe(500);
	expect(await response.text()).not.toContain('AUTH_SECRET');
	expect(logger.error.mock.calls[0]?.[0].message).toContain('AUTH_SECRET');
});
