import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn, signOut } from './actions.js';
import { authMiddleware } from './middleware.js';
import { auth, getSession } from './session.js';
import {
	cookieName,
	day,
	fromClient,
	makeAdapter,
	makeConfig,
	makeEvent,
	sentCookies,
	thrownBy,
	token,
} from './testing/fixtures.test.helper.js';
import type { SolidEvent } from './types.js';

const database = () => makeConfig({ adapter: makeAdapter(), providers: [] });
const lookUps = (config: { adapter?: unknown }) =>
	(config.adapter as ReturnType<typeof makeAdapter>).getSessionAndUser;
const row = { cookies: { [cookieName]: 'SECRET-TOKEN' } };
const withJwt = async (payload = {}, age = 0) => ({
	cookies: { [cookieName]: await token(payload, { age }) },
});

afterEach(() => {
	vi.restoreAllMocks();
});

describe('getSession', () => {
	test('the public session, by the request alone', async () => {
		const { request } = makeEvent('/', await withJwt());
		expect(await getSession(request, makeConfig())).toEqual({
			user: { name: 'Ada', email: 'ada@example.com', image: undefined },
			expires: expect.any(String),
		});
	});
	test.each(['', 'rubbish', 'a.b.c.d.e'])('the cookie %j is no session', async (value) => {
		const { request } = makeEvent('/', { cookies: { [cookieName]: value } });
		expect(await getSession(request, makeConfig())).toBeNull();
	});
	test('one look-up a request, and nothing is refreshed', async () => {
		const config = makeConfig({
			adapter: makeAdapter({ expires: new Date(Date.now() + day * 1000) }),
			providers: [],
		});
		const { request } = makeEvent('/', row);
		const sessions = await Promise.all([getSession(request, config), getSession(request, config)]);
		expect(sessions[0]).toBe(sessions[1]);
		expect(sessions[0]?.user?.name).toBe('Ada');
		expect(lookUps(config)).toHaveBeenCalledOnce();
		expect((config.adapter as ReturnType<typeof makeAdapter>).updateSession).not.toHaveBeenCalled();
	});
	test('a broken configuration is logged, and nobody is signed in', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const { request } = makeEvent('/', await withJwt());
		const broken = makeConfig({ env: {} });
		expect(await getSession(request, broken)).toBeNull();
		expect(broken.logger.error).toHaveBeenCalledOnce();
		expect(await getSession(request, makeConfig({ prefix: '/a', basePath: '/b' }))).toBeNull();
		expect(log).toHaveBeenCalled();
	});
});

describe('auth', () => {
	test('one look-up for middleware, queries and guards', async () => {
		const config = database();
		const event = makeEvent('/', { ...row, headers: { accept: 'text/html' } });
		await authMiddleware(config)(event);
		const { locals } = event as { locals: { auth(): Promise<unknown> } };
		const all = await Promise.all([locals.auth(), auth(event, config), getSession(event.request, config)]);
		expect(new Set(all).size).toBe(1);
		expect(lookUps(config)).toHaveBeenCalledOnce();
	});
	test('by request, not by locals: single flight asks again with the new cookies', async () => {
		const config = database();
		const first = makeEvent('/_server');
		expect(await auth(first, config)).toBeNull();
		const flight = { ...first, request: makeEvent('/target', row).request };
		expect((await auth(flight, config))?.user?.name).toBe('Ada');
		expect(await auth(first, config)).toBeNull();
		expect(lookUps(config)).toHaveBeenCalledOnce();
	});
	test('a due refresh is sent once', async () => {
		const config = makeConfig();
		const event = makeEvent('/', await withJwt({}, 2 * day));
		await auth(event, config);
		await auth(event, config);
		expect(event.response.headers.getSetCookie()).toHaveLength(1);
		expect(sentCookies(event)[cookieName]).toMatch(/^ey/);
	});
	test('a fresh session sends nothing, and a worthless cookie is taken away', async () => {
		const fresh = makeEvent('/', await withJwt());
		await auth(fresh, makeConfig());
		expect(fresh.response.headers.getSetCookie()).toEqual([]);
		const forged = makeEvent('/', { cookies: { [cookieName]: 'rubbish' } });
		expect(await auth(forged, makeConfig())).toBeNull();
		expect(sentCookies(forged)[cookieName]).toBe('');
	});
	test('too late: the cookie is dropped without a sound', async () => {
		const config = makeConfig();
		const event = makeEvent('/', { ...(await withJwt({}, 2 * day)), late: true });
		expect((await auth(event, config))?.user?.name).toBe('Ada');
		expect(config.logger.error).not.toHaveBeenCalled();
	});
	test('with a bare read before it, the refresh is still sent', async () => {
		const config = makeConfig();
		const event = makeEvent('/', await withJwt({}, 2 * day));
		await getSession(event.request, config);
		await auth(event, config);
		expect(event.response.headers.getSetCookie()).toHaveLength(1);
	});
	test('two configurations in one application do not mix', async () => {
		const event = makeEvent('/', await withJwt());
		const other = makeConfig({ cookies: { sessionToken: { name: 'other' } } });
		expect(await auth(event, makeConfig())).not.toBeNull();
		expect(await auth(event, other)).toBeNull();
	});
	test('outside of a request: said, with what to do', async () => {
		await expect(auth(undefined, makeConfig())).rejects.toThrow('getRequestEvent()');
	});
	test('a config function that fails: signed out, and logged', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const lazy = async () => Promise.reject(new Error('no secret store'));
		expect(await auth(makeEvent('/', await withJwt()), lazy)).toBeNull();
		expect(log).toHaveBeenCalled();
	});
});

describe('after signing in or out within the request', () => {
	const post = (more: object = {}) =>
		makeEvent('/_server', { form: {}, headers: fromClient, ...more }) as ReturnType<typeof makeEvent>;
	const right = { providerId: 'credentials', username: 'ada', password: 'secret' };
	const locals = async (event: SolidEvent, config: ReturnType<typeof makeConfig>) => {
		await authMiddleware(config)(event);
		return event.locals as { auth(): Promise<{ user?: { name?: string | null } } | null> };
	};

	test('locals.auth() sees the new session, also in single flight', async () => {
		const config = makeConfig();
		const event = post();
		const { auth: ask } = await locals(event, config);
		expect(await ask()).toBeNull();
		await thrownBy(signIn(event, config, right));
		expect((await ask())?.user?.name).toBe('ada');
		const cookies = sentCookies(event);
		const flight = { ...event, request: makeEvent('/target', { cookies }).request };
		expect((await auth(flight, config))?.user?.name).toBe('ada');
	});
	test('and that there is none any more', async () => {
		const config = makeConfig();
		const event = post(await withJwt());
		expect(await auth(event, config)).not.toBeNull();
		await thrownBy(signOut(event, config));
		expect(await auth(event, config)).toBeNull();
		expect(sentCookies(event)[cookieName]).toBe('');
	});
	test('a refresh that was under way does not bring the old session back', async () => {
		const config = makeConfig();
		const event = post(await withJwt({}, 2 * day));
		const reading = auth(event, config);
		await thrownBy(signOut(event, config));
		await reading;
		expect(event.response.headers.getSetCookie().at(-1)).toContain('Max-Age=0');
		expect(await auth(event, config)).toBeNull();
	});
	test('chunks that a refresh has added go, too', async () => {
		const big = 'x'.repeat(5000);
		const config = makeConfig({ callbacks: { jwt: ({ token: payload }) => ({ ...payload, big }) } });
		const event = post(await withJwt());
		await auth(event, config);
		expect(Object.keys(sentCookies(event))).toContain(`${cookieName}.1`);
		await thrownBy(signOut(event, config));
		const left = Object.entries(sentCookies(event)).filter(([, value]) => value !== '');
		expect(left.map(([name]) => name).filter((name) => name.startsWith(cookieName))).toEqual([]);
	});
});
