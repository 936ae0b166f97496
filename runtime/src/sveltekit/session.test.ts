import type { JWT } from '@auth/core/jwt';
import GitHub from '@auth/core/providers/github';
import type { Session } from '@auth/core/types';
import { describe, expect, test, vi } from 'vitest';
import {
	cookieName,
	cookiesOf,
	day,
	type EventOptions,
	makeAdapter,
	makeAuth,
	makeEvent,
	page,
	secret,
	token,
} from './fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

/** A page view: the session that the page saw, and the cookies that came with it. */
async function view(
	options: Partial<SvelteKitAuthConfig>,
	cookies: Record<string, string>,
	more: EventOptions = {},
) {
	const { handle, logger } = makeAuth(options);
	const event = makeEvent('/', { cookies, routeId: '/', ...more });
	const response = await handle({ event, resolve: page });
	const session = (await response.json()) as (Session & Record<string, unknown>) | null;
	return { session, cookies: cookiesOf(response), raw: response.headers.getSetCookie(), logger };
}

describe('JWT sessions', () => {
	test('a page view reads the session and sets no cookie', async () => {
		const { session, raw } = await view({}, { [cookieName]: await token({}, { age: 3600 }) });
		expect(session?.user).toEqual({ name: 'Ada', email: 'ada@example.com' });
		expect(Date.parse(session?.expires ?? '') / 1000).toBeCloseTo(Date.now() / 1000 + 30 * day - 3600, -1);
		expect(raw).toEqual([]);
	});
	test('nobody: null, no cookie', async () => {
		expect(await view({}, {})).toMatchObject({ session: null, raw: [] });
	});
	test('the public session is a whitelist', async () => {
		const { session } = await view(
			{},
			{ [cookieName]: await token({ accessToken: 'x', picture: '/a.png' }) },
		);
		expect(session).toEqual({
			user: { name: 'Ada', email: 'ada@example.com', image: '/a.png' },
			expires: expect.any(String),
		});
	});

	test.each([
		['rubbish', async () => 'rubbish'],
		['truncated', async () => (await token()).slice(0, -10)],
		['changed', async () => (await token()).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
		['another secret', () => token({}, { secret: 'x'.repeat(40) })],
		['another cookie’s salt', () => token({}, { salt: '__Secure-authjs.session-token' })],
		['expired', () => token({}, { age: 31 * day })],
		['an unsigned JWT', async () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
		['percent signs', async () => '%E0%A4%A'],
	])('a forged cookie (%s) is null, removed, and no error in the log', async (_, make) => {
		const { session, cookies, logger } = await view({ debug: true }, { [cookieName]: await make() });
		expect(session).toBeNull();
		expect(cookies).toEqual({ [cookieName]: '' });
		expect(logger.error).not.toHaveBeenCalled();
		expect(logger.debug).toHaveBeenCalledOnce();
	});
	test('all chunks of a forged cookie are removed', async () => {
		const forged = { [`${cookieName}.0`]: 'a', [`${cookieName}.1`]: 'b' };
		expect((await view({}, forged)).cookies).toEqual({ [`${cookieName}.0`]: '', [`${cookieName}.1`]: '' });
	});
	test('a chunked cookie is read', async () => {
		const value = await token({ big: 'x'.repeat(6000) });
		const chunks = { [`${cookieName}.0`]: value.slice(0, 3936), [`${cookieName}.1`]: value.slice(3936) };
		expect((await view({}, chunks)).session?.user?.name).toBe('Ada');
	});

	test('updateAge decides when the cookie is issued anew', async () => {
		const old = await token({}, { age: 2 * day });
		const due = await view({}, { [cookieName]: old });
		expect(due.cookies[cookieName]).toMatch(/^ey/);
		expect(due.cookies[cookieName]).not.toBe(old);
		expect(due.raw[0]).toMatch(/Path=\/; Expires=.*HttpOnly; SameSite=Lax$/);
		expect(Date.parse(due.session?.expires ?? '') / 1000).toBeCloseTo(Date.now() / 1000 + 30 * day, -1);
		expect((await view({ session: { updateAge: 3 * day } }, { [cookieName]: old })).raw).toEqual([]);
		const always = { session: { updateAge: 0 } };
		expect((await view(always, { [cookieName]: await token() })).raw).toHaveLength(1);
	});
	test('a refreshed cookie on a page for shared caches makes the page private', async () => {
		const { handle } = makeAuth();
		const event = makeEvent('/', { cookies: { [cookieName]: await token({}, { age: 2 * day }) } });
		const response = await handle({
			event,
			resolve: async () => {
				await event.locals.auth();
				return new Response('x', { headers: { 'cache-control': 'public, max-age=60' } });
			},
		});
		expect(response.headers.getSetCookie()).toHaveLength(1);
		expect(response.headers.get('cache-control')).toBe('private, no-store');
	});
	test('a response with immutable headers takes the cookie, too', async () => {
		const { handle } = makeAuth();
		const event = makeEvent('/', { cookies: { [cookieName]: 'rubbish' } });
		const resolve = async () => {
			await event.locals.auth();
			return Response.redirect('http://localhost:3000/x', 302);
		};
		const response = await handle({ event, resolve });
		expect(response.status).toBe(302);
		expect(response.headers.get('location')).toBe('http://localhost:3000/x');
		expect(cookiesOf(response)).toEqual({ [cookieName]: '' });
	});
	test('after the response is out nothing is set and nothing throws', async () => {
		const { handle, logger } = makeAuth();
		const event = makeEvent('/', { cookies: { [cookieName]: await token({}, { age: 2 * day }) } });
		const response = await handle({ event, resolve: async () => new Response('streaming') });
		expect((await event.locals.auth())?.user?.name).toBe('Ada');
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(event.setCookies).toEqual([]);
		expect(logger.error).not.toHaveBeenCalled();
	});
	test('a request of the server to itself refreshes nothing', async () => {
		const cookies = { [cookieName]: await token({}, { age: 2 * day }) };
		expect((await view({}, cookies, { isSubRequest: true })).raw).toEqual([]);
	});

	test('secrets rotate without signing anybody out', async () => {
		const old = await token({}, { age: 2 * day });
		const rotated = 'y'.repeat(32);
		const env = { AUTH_SECRET: secret, AUTH_SECRET_1: rotated };
		const first = await view({ env }, { [cookieName]: old });
		expect(first.session?.user?.name).toBe('Ada');
		const value = first.cookies[cookieName] ?? '';
		expect((await view({ env: { AUTH_SECRET: rotated } }, { [cookieName]: value })).session).not.toBeNull();
		expect((await view({ env: { AUTH_SECRET: secret } }, { [cookieName]: value })).session).toBeNull();
		expect(
			(await view({ env: {}, secret: [rotated, secret] }, { [cookieName]: old })).session,
		).not.toBeNull();
	});

	describe('callbacks', () => {
		test('a jwt callback that changes the token, in place or not, issues the cookie anew', async () => {
			const cookies = { [cookieName]: await token() };
			const inPlace = await view(
				{ callbacks: { jwt: ({ token }) => Object.assign(token, { visits: 1 }) } },
				cookies,
			);
			expect(inPlace.raw).toHaveLength(1);
			expect((await view({ callbacks: { jwt: ({ token }) => ({ ...token }) } }, cookies)).raw).toEqual([]);
			expect(
				(await view({ callbacks: { jwt: ({ token }) => ({ ...token, x: [1] }) } }, cookies)).raw,
			).toHaveLength(1);
		});
		test('null from the jwt callback ends the session', async () => {
			const result = await view({ callbacks: { jwt: () => null } }, { [cookieName]: await token() });
			expect(result).toMatchObject({ session: null, cookies: { [cookieName]: '' } });
		});
		test('a callback that throws is logged; the cookie stays', async () => {
			const jwt = () => {
				throw new Error('refresh failed');
			};
			const { session, raw, logger } = await view({ callbacks: { jwt } }, { [cookieName]: await token() });
			expect({ session, raw }).toEqual({ session: null, raw: [] });
			expect(logger.error).toHaveBeenCalledOnce();
			expect(logger.error.mock.calls[0]?.[0]).toMatchObject({ type: 'JWTSessionError' });
		});
		test('the session callback adds what it wants', async () => {
			const session = ({ session, token }: { session: Session; token: JWT }) => ({
				...session,
				user: { ...session.user, id: token.sub as string },
			});
			const result = await view({ callbacks: { session } }, { [cookieName]: await token() });
			expect(result.session?.user).toEqual({ id: '1', name: 'Ada', email: 'ada@example.com' });
		});
		test('events.session fires; one that throws is only logged', async () => {
			const event = vi.fn();
			await view({ events: { session: event } }, { [cookieName]: await token() });
			expect(event).toHaveBeenCalledExactlyOnceWith({
				session: expect.objectContaining({ user: expect.anything() }),
				token: expect.objectContaining({ sub: '1' }),
			});
			event.mockRejectedValue(new Error('audit log is down'));
			const { session, logger } = await view({ events: { session: event } }, { [cookieName]: await token() });
			expect(session).not.toBeNull();
			expect(logger.error.mock.calls[0]?.[0]).toMatchObject({ type: 'EventError' });
		});
		test('custom encode and decode, and a cookie name of one’s own', async () => {
			const options: Partial<SvelteKitAuthConfig> = {
				cookies: { sessionToken: { name: 'sid', options: { sameSite: 'strict' } } },
				jwt: {
					decode: ({ token }) => JSON.parse(atob(token ?? '')),
					encode: ({ token }) => btoa(JSON.stringify(token)),
				},
			};
			const { session, raw } = await view(options, { sid: btoa('{"name":"Bob"}') });
			expect(session?.user?.name).toBe('Bob');
			expect(raw[0]).toMatch(/^sid=.*SameSite=Strict$/);
		});
	});
});

describe('database sessions', () => {
	const cookies = { [cookieName]: 'SECRET-TOKEN' };

	test('one look-up a request, however often the session is asked for; no cookie', async () => {
		const adapter = makeAdapter();
		const { handle } = makeAuth({ adapter, providers: [GitHub] });
		const event = makeEvent('/', { cookies, routeId: '/' });
		const response = await handle({
			event,
			resolve: async () => {
				const [first, second] = await Promise.all([event.locals.auth(), event.locals.auth()]);
				expect(first).toBe(second);
				return Response.json(await event.locals.auth());
			},
		});
		expect(adapter.getSessionAndUser).toHaveBeenCalledOnce();
		expect(adapter.updateSession).not.toHaveBeenCalled();
		expect(response.headers.getSetCookie()).toEqual([]);
		expect((await response.json()).user).toEqual({ name: 'Ada', email: 'ada@example.com' });
	});
	test('the documented callback gives away neither the session token nor the row', async () => {
		let seen: object = {};
		const session = ({ session, user }: { session: Session; user: { id: string } }) => {
			seen = structuredClone(session);
			Object.assign(session.user ?? {}, { id: user.id });
			return session;
		};
		const result = await view(
			{ adapter: makeAdapter(), providers: [GitHub], callbacks: { session } },
			cookies,
		);
		expect(result.session?.user).toEqual({ id: '1', name: 'Ada', email: 'ada@example.com' });
		expect(JSON.stringify([seen, result.session])).not.toMatch(/SECRET-TOKEN|HASH|userId/);
		expect(result.session?.expires).toEqual(expect.any(String));
	});
	test('POST /auth/session does not give it away either', async () => {
		const session = ({ session }: { session: Session }) => session;
		const { handle } = makeAuth({ adapter: makeAdapter(), providers: [GitHub], callbacks: { session } });
		const event = makeEvent('/auth/session', {
			cookies,
			json: { data: { x: 1 } },
			headers: { origin: 'http://localhost:3000' },
		});
		const response = await handle({ event, resolve: page });
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			user: { name: 'Ada', email: 'ada@example.com' },
			expires: expect.any(String),
		});
	});
	test('the row is updated when updateAge has passed', async () => {
		const adapter = makeAdapter({ expires: new Date(Date.now() + 20 * day * 1000) });
		const { session, raw } = await view({ adapter, providers: [GitHub] }, cookies);
		expect(adapter.updateSession).toHaveBeenCalledOnce();
		expect(raw[0]).toMatch(/^authjs.session-token=SECRET-TOKEN; .*Expires=/);
		expect(Date.parse(session?.expires ?? '') / 1000).toBeCloseTo(Date.now() / 1000 + 30 * day, -1);
	});
	test('an expired session is deleted and its cookie removed', async () => {
		const adapter = makeAdapter({ expires: new Date(Date.now() - 1000) });
		const result = await view({ adapter, providers: [GitHub] }, cookies);
		expect(result).toMatchObject({ session: null, cookies: { [cookieName]: '' } });
		expect(adapter.deleteSession).toHaveBeenCalledExactlyOnceWith('SECRET-TOKEN');
	});
	test('an unknown token is removed', async () => {
		const result = await view({ adapter: makeAdapter(), providers: [GitHub] }, { [cookieName]: 'x' });
		expect(result).toMatchObject({ session: null, cookies: { [cookieName]: '' } });
	});
	test('a database that is down: null, logged, cookie kept', async () => {
		const adapter = makeAdapter();
		adapter.getSessionAndUser.mockRejectedValue(new Error('ECONNREFUSED'));
		const { session, raw, logger } = await view({ adapter, providers: [GitHub] }, cookies);
		expect({ session, raw }).toEqual({ session: null, raw: [] });
		expect(logger.error).toHaveBeenCalledOnce();
		expect(logger.error.mock.calls[0]?.[0]).toMatchObject({ type: 'SessionTokenError' });
	});
	test('dates that come as strings', async () => {
		const adapter = makeAdapter({ expires: new Date(Date.now() + 29.9 * day * 1000).toISOString() as never });
		expect((await view({ adapter, providers: [GitHub] }, cookies)).session).not.toBeNull();
	});
});
