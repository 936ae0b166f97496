import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn as solidSignIn, signOut as solidSignOut } from '../solid-start/actions.js';
import { getSession, getToken } from '../solid-start/session.js';
import {
	makeConfig,
	makeEvent as makeSolidEvent,
	thrownBy,
} from '../solid-start/testing/fixtures.test.helper.js';
import {
	cookieName,
	makeAdapter,
	makeAuth,
	makeEvent,
	origin,
	password,
	token,
} from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

type Options = Partial<Pick<SvelteKitAuthConfig, 'adapter' | 'providers' | 'env' | 'callbacks'>>;
type Cookies = Record<string, string>;

const readers = [
	[
		'SvelteKit',
		async (cookies: Cookies, options: Options = {}, after = false) => {
			const auth = makeAuth(options);
			const event = makeEvent('/', { cookies });
			if (after)
				await auth.handle({ event, resolve: async () => new Response(`${await event.locals.auth()}`) });
			return { read: await auth.getToken(event), logger: auth.logger };
		},
	],
	[
		'SolidStart',
		async (cookies: Cookies, options: Options = {}, after = false) => {
			const config = makeConfig(options);
			const event = makeSolidEvent('/', { cookies });
			// Asked with the bare request, nothing is set: the cookie stays.
			if (after) await getSession(event.request, config);
			return { read: await getToken(event, config), logger: config.logger };
		},
	],
] as const;

afterEach(() => vi.restoreAllMocks());

describe.each(readers)('fault 57: getToken, %s', (_, readWith) => {
	const access_token = 'for-another-service';

	test('gives what the jwt callback once put into the cookie, and calls nothing', async () => {
		const jwt = vi.fn();
		const cookies = { [cookieName]: await token({ access_token }) };
		const { read } = await readWith(cookies, { callbacks: { jwt } });
		expect(read).toMatchObject({ sub: '1', name: 'Ada', access_token });
		expect(jwt).not.toHaveBeenCalled();
	});
	test('null once the jwt callback has ended the session in this request', async () => {
		const cookies = { [cookieName]: await token({ access_token }) };
		const { read } = await readWith(cookies, { callbacks: { jwt: () => null } }, true);
		expect(read).toBeNull();
	});
	test('from chunks', async () => {
		const value = await token({ access_token: 'x'.repeat(5000) });
		const cookies = { [`${cookieName}.0`]: value.slice(0, 3936), [`${cookieName}.1`]: value.slice(3936) };
		expect((await readWith(cookies)).read?.access_token).toHaveLength(5000);
	});
	test.each(['', 'rubbish', 'a.b.c.d.e'])('the cookie %j is none, and no error', async (value) => {
		const { read, logger } = await readWith({ [cookieName]: value });
		expect(read).toBeNull();
		expect(logger.error).not.toHaveBeenCalled();
	});
	test('null with database sessions and with a broken configuration', async () => {
		const cookies = { [cookieName]: 'SECRET-TOKEN' };
		expect((await readWith(cookies, { adapter: makeAdapter(), providers: [] })).read).toBeNull();
		const good = { [cookieName]: await token() };
		expect((await readWith(good, { env: {} })).read).toBeNull();
	});
});

describe('fault 57: getToken, SolidStart, by request and within one', () => {
	test('takes the bare request', async () => {
		const request = new Request(origin, { headers: { cookie: `${cookieName}=${await token()}` } });
		expect(await getToken(request, makeConfig())).toMatchObject({ name: 'Ada' });
	});
	test('a config function that fails: null, and logged', async () => {
		const error = vi.spyOn(console, 'error').mockImplementation(() => {});
		const fails = () => Promise.reject(new Error('no platform'));
		expect(await getToken(new Request(origin), fails)).toBeNull();
		expect(error.mock.calls.join()).toContain('no platform');
	});
	test('knows who has just signed in or out', async () => {
		const config = makeConfig({ providers: [password] });
		const form = { providerId: 'credentials', username: 'ada', password: 'secret' };
		const coming = makeSolidEvent('/', { form });
		await thrownBy(solidSignIn(coming, config, form));
		expect(await getToken(coming, config)).toMatchObject({ name: 'ada' });
		const leaving = makeSolidEvent('/', { form: {}, cookies: { [cookieName]: await token() } });
		expect(await getToken(leaving, config)).toMatchObject({ name: 'Ada' });
		await thrownBy(solidSignOut(leaving, config));
		expect(await getToken(leaving, config)).toBeNull();
	});
});
