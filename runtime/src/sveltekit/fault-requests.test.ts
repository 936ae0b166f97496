import { describe, expect, test, vi } from 'vitest';
import { auth as solidAuth } from '../solid-start/session.js';
import { app, github } from './testing/call.test.helper.js';
import { cookieName, makeAuth, makeEvent, password, secret, token } from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

/** Counts what is done for a session. */
function counted() {
	const decoded = vi.fn(() => ({ sub: '1', name: 'Ada', refresh_token: 'r1' }));
	const jwt = vi.fn(({ token }: { token: object }) => token);
	const options = {
		jwt: { encode: () => 'made', decode: decoded },
		callbacks: { jwt },
		providers: [password],
	} as unknown as Partial<SvelteKitAuthConfig>;
	return { options, decoded, jwt };
}

describe('fault 12: every call of auth() was a run of the core', () => {
	test('a layout and two calls of a page: decoded once', async () => {
		const { options, decoded, jwt } = counted();
		const { handle } = makeAuth(options);
		const event = makeEvent('/', { cookies: { [cookieName]: 'any' } });
		const sessions: unknown[] = [];
		await handle({
			event,
			resolve: async () => {
				const layout = event.locals.auth();
				sessions.push(await layout, ...(await Promise.all([event.locals.auth(), event.locals.auth()])));
				return new Response();
			},
		});
		expect(sessions.map((session) => (session as { user: { name: string } }).user.name)).toEqual(
			Array(3).fill('Ada'),
		);
		expect([decoded.mock.calls.length, jwt.mock.calls.length]).toEqual([1, 1]);
	});
	test('SolidStart: a guard and two queries: decoded once', async () => {
		const { options, decoded, jwt } = counted();
		const config = { env: { AUTH_SECRET: secret }, trustHost: true, ...options };
		const request = new Request('http://localhost:3000/', { headers: { cookie: `${cookieName}=any` } });
		const event = { request, response: { headers: new Headers() }, locals: {} };
		const read = () => solidAuth(event, config as never);
		expect(await Promise.all([read(), read(), read()])).toHaveLength(3);
		expect([decoded.mock.calls.length, jwt.mock.calls.length]).toEqual([1, 1]);
	});
});

describe('fault 19: AUTH_URL filled the log', () => {
	test.each(['https://app.example', 'https://app.example/auth'])('%s: not one line', async (AUTH_URL) => {
		const { handle, logger } = makeAuth({ env: { AUTH_SECRET: secret, AUTH_URL }, providers: [github] });
		for (const path of ['/', '/auth/session', '/auth/providers', '/auth/csrf', '/auth/signin']) {
			const event = makeEvent(path, { cookies: { [`__Secure-${cookieName}`]: await token() } });
			const response = await handle({ event, resolve: app });
			expect(response.status, path).toBeLessThan(300);
		}
		expect([logger.warn.mock.calls, logger.error.mock.calls]).toEqual([[], []]);
	});
});

describe('fault 18: a form with `redirect: false` shows its page in the same answer', () => {
	const form = { providerId: 'credentials', username: 'ada', password: 'secret', redirect: 'false' };
	/** Posts a form without JavaScript: SvelteKit runs the action, then the page's load, in one request. */
	async function post(action: 'signIn' | 'signOut', fields: Record<string, string>, cookies = {}) {
		const auth = makeAuth();
		const event = makeEvent('/signin', { form: fields, cookies, routeId: '/signin' });
		const seen: unknown[] = [];
		await auth.handle({
			event,
			resolve: async () => {
				seen.push(await event.locals.auth());
				await auth[action](event);
				seen.push(await event.locals.auth());
				return new Response();
			},
		});
		return seen;
	}
	test('which knows who has signed in', async () => {
		expect(await post('signIn', form)).toMatchObject([null, { user: { name: 'ada' } }]);
	});
	test('and that nobody is signed in any more', async () => {
		const cookies = { [cookieName]: await token() };
		expect(await post('signOut', { redirect: 'false' }, cookies)).toMatchObject([
			{ user: { name: 'Ada' } },
			null,
		]);
	});
	test('a wrong password changes nothing', async () => {
		const cookies = { [cookieName]: await token() };
		const seen = await post('signIn', { ...form, password: 'no' }, cookies);
		expect(seen).toMatchObject([{ user: { name: 'Ada' } }, { user: { name: 'Ada' } }]);
	});
});
