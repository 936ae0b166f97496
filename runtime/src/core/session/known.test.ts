import { decode, encode, type JWT } from '@auth/core/jwt';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveConfig } from '../config/index.js';
import { cookieName, makeAdapter, quietLogger, secret } from '../testing/fixtures.test.helper.js';
import { forge } from '../testing/jwt-forge.test.helper.js';
import type { RuntimeConfig } from '../types.js';
import { readSession, type SessionResult } from './index.js';

const now = Date.parse('2026-11-28T12:00:00Z');
const seconds = now / 1000;
const hour = 60 * 60;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const after = (seconds: number) => vi.setSystemTime(now + seconds * 1000);

/** One server: its configuration is the same object for all requests. */
function server(options: Partial<RuntimeConfig> = {}) {
	const config = { providers: [], secret, trustHost: true, logger: quietLogger(), ...options };
	return (cookie: string, canSetCookies = true) => {
		const url = new URL('http://localhost:3000/');
		return readSession(resolveConfig(config, { url, headers: new Headers() }), cookie, () => canSetCookies);
	};
}
const claims = { sub: '1', name: 'Ada', email: 'ada@example.com', picture: '/a.png' };
const fresh = { ...claims, iat: seconds, exp: seconds + 30 * 24 * hour };
const cookieOf = (claims: Record<string, unknown>, of = { secret, salt: cookieName }) =>
	`${of.salt}=${forge({ claims }, of)}`;
const atOnce = (result: SessionResult | Promise<SessionResult>) => !(result instanceof Promise);

describe('a token that was verified before', () => {
	test('is answered at once, and as it was', async () => {
		const read = server();
		const cookie = cookieOf(fresh);
		const first = read(cookie);
		expect(atOnce(first)).toBe(false);
		const result = await first;
		const second = read(cookie);
		expect(second).toStrictEqual(result);
		expect(second).toStrictEqual({
			session: {
				user: { name: 'Ada', email: 'ada@example.com', image: '/a.png' },
				expires: '2026-12-28T12:00:00.000Z',
			},
			cookies: [],
		});
	});

	test('in chunks, too', async () => {
		const read = server();
		const [name, value = ''] = cookieOf(fresh).split('=');
		const cookie = `${name}.1=${value.slice(100)}; ${name}.0=${value.slice(0, 100)}`;
		await read(cookie);
		expect(read(cookie)).toMatchObject({ session: { user: { name: 'Ada' } } });
	});

	test('gives each request a session of its own', async () => {
		const read = server();
		const cookie = cookieOf(fresh);
		await read(cookie);
		for (let time = 0; time < 2; time++) {
			const { session } = await read(cookie);
			expect(session).toMatchObject({ user: { name: 'Ada' } });
			if (session?.user) session.user.name = 'changed';
			if (session) session.expires = 'changed';
		}
	});

	const shows = ({ token }: { token: JWT }) => token;
	test.each<[string, Partial<RuntimeConfig>, Record<string, unknown>?]>([
		['a jwt callback', { callbacks: { jwt: shows } }],
		['a session callback', { callbacks: { session: ({ session }) => session } }],
		['an event of sessions', { events: { session: () => {} } }],
		['no cache', { sessionCache: false }],
		['a cache of nothing', { sessionCache: { entries: 0 } }],
		['a decode of the application', { jwt: { encode, decode: (params) => decode(params) } }],
		['sessions in a database', { adapter: makeAdapter() as never }],
		['a refresh that is always due', { session: { updateAge: 0 } }],
		['a token without an end', {}, { ...fresh, exp: undefined }],
		['a token without a date of issue', {}, { ...fresh, iat: undefined }],
		['a token that was valid only later', {}, { ...fresh, nbf: seconds - 1 }],
		['a name that is no text', {}, { ...fresh, name: { first: 'Ada' } }],
		['an end that is no date', {}, { ...fresh, exp: 1e20 }],
	])('is read all the same with %s', async (_, options, token = fresh) => {
		const read = server(options);
		const cookie = cookieOf(token);
		await read(cookie);
		expect(atOnce(read(cookie))).toBe(false);
	});

	test('is over when it is over, and its cookie goes', async () => {
		const read = server({ session: { updateAge: 10 * hour } });
		const cookie = cookieOf({ ...fresh, exp: seconds + 100 });
		await read(cookie);
		for (const at of [99, 100, 114]) {
			after(at);
			expect(atOnce(read(cookie))).toBe(true);
		}
		after(115);
		expect(await read(cookie)).toMatchObject({ session: null, cookies: [{ name: cookieName, value: '' }] });
	});

	test('is issued anew when its time has come', async () => {
		const read = server({ sessionCache: { maxAge: 48 * hour } });
		const cookie = cookieOf(fresh);
		await read(cookie);
		after(24 * hour - 1);
		expect(read(cookie)).toMatchObject({ session: {}, cookies: [] });
		after(24 * hour);
		expect(await read(cookie)).toMatchObject({ session: {}, cookies: [{ name: cookieName }] });
		expect(await read(cookie, false)).toMatchObject({ session: { user: { name: 'Ada' } }, cookies: [] });
	});

	test('is nothing to another cookie, and to a server with another secret', async () => {
		const salt = '__Secure-authjs.session-token';
		const secure = server({ useSecureCookies: true });
		const cookie = cookieOf(fresh);
		await server()(cookie);
		await secure(cookieOf(fresh, { secret, salt }));
		expect(await secure(cookie.replace(cookieName, salt))).toMatchObject({ session: null });
		expect(await server({ secret: 'x'.repeat(40) })(cookie)).toMatchObject({ session: null });
	});
});

/** The session, and which cookies are set: a token that is issued anew is another one each time. */
async function seen(reading: SessionResult | Promise<SessionResult>) {
	const { session, cookies } = await reading;
	const names = cookies.map(({ name, value }) => [name, value === '']);
	return { session, names };
}
const text = fc.oneof(fc.string(), fc.constant(null), fc.jsonValue({ maxDepth: 1 }));
const date = fc.oneof(
	fc.integer({ min: -40 * 24 * hour, max: 40 * 24 * hour }).map((from) => seconds + from),
	fc.constantFrom(seconds + 0.5, 1e20, -1e20, 0),
);
const anyClaims = fc.record(
	{ name: text, email: text, picture: text, sub: text, iat: date, exp: date, nbf: date },
	{ requiredKeys: [] },
);

test('whatever is in a token, whenever it comes: the cache changes nothing that is to be seen', async () => {
	await fc.assert(
		fc.asyncProperty(anyClaims, fc.array(fc.nat(40 * 24 * hour), { maxLength: 4 }), async (claims, later) => {
			const limits = { maxAge: 50 * 24 * hour };
			const [cached, uncached] = [server({ sessionCache: limits }), server({ sessionCache: false })];
			const cookie = cookieOf(claims);
			for (const at of [0, 0, ...later]) {
				after(at);
				expect(await seen(cached(cookie))).toStrictEqual(await seen(uncached(cookie)));
			}
		}),
		{ numRuns: 300 },
	);
});

test('what the core issues is answered at once', async () => {
	const read = server();
	const value = await encode({ token: claims, secret, salt: cookieName });
	await read(`${cookieName}=${value}`);
	expect(atOnce(read(`${cookieName}=${value}`))).toBe(true);
});
