import GitHub from '@auth/core/providers/github';
import type { Session } from '@auth/core/types';
import { describe, expect, test } from 'vitest';
import { cookieName, day, makeAdapter, makeAuth, makeEvent, page } from './testing/fixtures.test.helper.js';
import { view } from './testing/view.test.helper.js';

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
