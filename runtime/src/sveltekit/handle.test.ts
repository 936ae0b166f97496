import { error, redirect } from '@sveltejs/kit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SvelteKitAuth } from './auth.js';
import {
	cookieName,
	makeAuth,
	makeEvent,
	makeLazyAuth,
	page,
	password,
	secret,
	token,
} from './testing/fixtures.test.helper.js';

afterEach(() => {
	vi.restoreAllMocks();
});
const silence = () => vi.spyOn(console, 'error').mockImplementation(() => {});

describe('never throws', () => {
	test('a config function that fails: pages work signed out, endpoints are 500', async () => {
		const log = silence();
		const { handle } = makeLazyAuth(() => Promise.reject(new Error('no platform')));
		const view = await handle({ event: makeEvent('/', { routeId: '/' }), resolve: page });
		expect([view.status, await view.json()]).toEqual([200, null]);
		expect((await handle({ event: makeEvent('/auth/session'), resolve: page })).status).toBe(500);
		expect(log).toHaveBeenCalled();
	});
	test('a config function that throws at once, or gives nothing', async () => {
		silence();
		for (const config of [
			() => {
				throw 'a string';
			},
			async () => undefined,
		]) {
			const { handle } = makeLazyAuth(config as never);
			expect((await handle({ event: makeEvent('/'), resolve: page })).status).toBe(200);
		}
	});
	test('a logger that throws', async () => {
		silence();
		const logger = {
			error: () => {
				throw new Error('no space left');
			},
		};
		const { handle } = SvelteKitAuth({ providers: [], env: {}, logger: logger as never });
		expect((await handle({ event: makeEvent('/'), resolve: page })).status).toBe(200);
	});
	test('paths that cannot be decoded, even when a later hook throws', async () => {
		silence();
		const { handle } = makeAuth();
		for (const [thrown, status] of [
			[() => redirect(303, '/login'), 303],
			[() => error(403, 'no'), 403],
			[
				() => {
					throw new Error('bug');
				},
				500,
			],
		] as const) {
			const event = makeEvent('/dashboard%');
			expect((await handle({ event, resolve: async () => thrown() })).status).toBe(status);
		}
	});
	test('elsewhere a later hook’s redirect is SvelteKit’s', async () => {
		const { handle } = makeAuth();
		const resolve = async () => redirect(303, '/login');
		await expect(handle({ event: makeEvent('/x'), resolve })).rejects.toMatchObject({ location: '/login' });
	});
});

describe('locals.auth', () => {
	test('is null while building, and nothing is read', async () => {
		const { handle, logger } = makeAuth({ building: true, env: {} });
		const event = makeEvent('/', { cookies: { [cookieName]: await token() } });
		expect(await (await handle({ event, resolve: page })).json()).toBeNull();
		expect(
			(await handle({ event: makeEvent('/auth/session'), resolve: page })).headers.get('cache-control'),
		).toBeNull();
		expect(logger.error).not.toHaveBeenCalled();
	});
	test('the lazy config sees the event, and its env counts', async () => {
		const { handle } = makeLazyAuth(async (event) => ({
			trustHost: true,
			providers: [password],
			env: (event.platform as unknown as { env: Record<string, string> }).env,
		}));
		const event = makeEvent('/', { cookies: { [cookieName]: await token() } });
		Object.assign(event, { platform: { env: { AUTH_SECRET: secret } } });
		expect(await (await handle({ event, resolve: page })).json()).toMatchObject({ user: { name: 'Ada' } });
	});
	test('two events do not share a session', async () => {
		const { handle } = makeAuth();
		const first = makeEvent('/', { cookies: { [cookieName]: await token({ name: 'Ada' }) } });
		const second = makeEvent('/', { cookies: { [cookieName]: await token({ name: 'Bob' }) } });
		const views = [first, second].map((event) => handle({ event, resolve: page }));
		const sessions = await Promise.all(views.map(async (view) => (await view).json()));
		expect(sessions.map(({ user }) => user.name)).toEqual(['Ada', 'Bob']);
	});
	test('the same under a proxy that ends TLS', async () => {
		const { handle } = makeAuth();
		const value = await token({}, { salt: `__Secure-${cookieName}` });
		const headers = { 'x-forwarded-host': 'app.example.com', 'x-forwarded-proto': 'https' };
		const event = makeEvent('/', { headers, cookies: { [`__Secure-${cookieName}`]: value } });
		expect(await (await handle({ event, resolve: page })).json()).toMatchObject({ user: { name: 'Ada' } });
	});
});

test('a missing configuration is told at once', () => {
	expect(() => SvelteKitAuth({} as never)).toThrow(TypeError);
	expect(() => SvelteKitAuth(undefined as never)).toThrow(/providers/);
});
