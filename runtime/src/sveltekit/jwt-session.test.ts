import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import { describe, expect, test, vi } from 'vitest';
import {
	cookieName,
	cookiesOf,
	day,
	makeAuth,
	makeEvent,
	page,
	secret,
	token,
} from './testing/fixtures.test.helper.js';
import { view } from './testing/view.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

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
		// The first character of the tag: the last one has bits that mean nothing.
		[
			'changed',
			async () => (await token()).replace(/\.[^.](?=[^.]*$)/, (first) => (first === '.A' ? '.B' : '.A')),
		],
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

describe('a callback that returns nothing', () => {
	const forgetful = (() => {}) as never;
	test.each([
		['session', { session: forgetful }, 'callbacks.session returned nothing: return the session'],
		[
			'session, later',
			{ session: (async () => {}) as never },
			'callbacks.session returned nothing: return the session',
		],
		['jwt', { jwt: forgetful }, 'callbacks.jwt returned nothing: return the token'],
	])('%s: nobody is signed in, the cookie stays, and it is named once', async (_, callbacks, words) => {
		const { handle, logger } = makeAuth({ callbacks });
		for (const path of ['/', '/again']) {
			const event = makeEvent(path, { cookies: { [cookieName]: await token() } });
			const response = await handle({ event, resolve: page });
			expect(await response.json()).toBeNull();
			expect(response.headers.getSetCookie()).toEqual([]);
		}
		expect(logger.warn.mock.calls).toEqual([[words]]);
		expect(logger.error).not.toHaveBeenCalled();
	});
	test('null is an answer', async () => {
		const { session, logger } = await view(
			{ callbacks: { session: () => null as never } },
			{ [cookieName]: await token() },
		);
		expect(session).toBeNull();
		expect(logger.warn).not.toHaveBeenCalled();
	});
});
