import { skipCSRFCheck } from '@auth/core';
import { describe, expect, test } from 'vitest';
import {
	cookieName,
	cookiesOf,
	mailbox,
	makeAdapter,
	makeAuth,
	makeEvent,
	page,
	password,
	token,
} from '../../sveltekit/testing/fixtures.test.helper.js';
import { growth } from '../testing/steps.test.helper.js';
import { setAuthorizationParams } from './request.js';

type Options = NonNullable<Parameters<typeof makeAuth>[0]>;
type Event = NonNullable<Parameters<typeof makeEvent>[1]>;

async function call(path: string, event: Event, options: Options = {}) {
	const { handle, logger } = makeAuth(options);
	const response = await handle({ event: makeEvent(path, event), resolve: page });
	return { response, status: response.status, location: response.headers.get('location'), logger };
}

const { email } = mailbox();
const right = { username: 'ada', password: 'secret' };

test('fault 48: a configuration with e-mail does not spoil the next one in the process', async () => {
	const form = { email: 'ada@example.com' };
	const mail = { providers: [email], adapter: makeAdapter(), session: { strategy: 'jwt' as const } };
	const first = await call('/auth/signin/email', { form }, mail);
	expect(first.location).toContain('/auth/verify-request');
	const second = await call('/auth/signin/credentials', { form: right });
	expect(cookiesOf(second.response)[cookieName]).toMatch(/^ey/);
	expect(second.logger.error).not.toHaveBeenCalled();
});

describe('a callback-url cookie that is no URL', () => {
	test.each(['foo', 'javascript:alert(1)', '%', '//evil.example'])(
		'%s does not close the endpoints',
		async (bad) => {
			const cookies = { 'authjs.callback-url': encodeURIComponent(bad), [cookieName]: await token() };
			const { location, response } = await call('/auth/signout', { form: {}, cookies });
			expect(location).toBe('http://localhost:3000/');
			expect(cookiesOf(response)[cookieName]).toBe('');
		},
	);
});

describe('skipCSRFCheck', () => {
	const options: Options = { skipCSRFCheck: skipCSRFCheck as typeof skipCSRFCheck };
	const signsIn = async (headers: Record<string, string>, config: Options) => {
		const { response } = await call('/auth/signin/credentials', { form: right, headers }, config);
		return Boolean(cookiesOf(response)[cookieName]);
	};
	test('leaves the token out for callers without an origin', async () => {
		expect(await signsIn({ origin: 'none' }, options)).toBe(true);
		expect(await signsIn({ origin: 'none' }, {})).toBe(false);
	});
	test.each([
		{ origin: 'https://evil.example' },
		{ origin: 'null' },
		{ origin: 'none', 'sec-fetch-site': 'cross-site' },
		{ origin: 'none', 'sec-fetch-site': 'same-site' },
	])('does not open the door to other sites: %o', async (headers) => {
		expect(await signsIn(headers, options)).toBe(false);
	});
});

test('raw is left out, and told', async () => {
	const { response, logger } = await call('/auth/providers', {}, { raw: Symbol('return-type-raw') as never });
	expect(Object.keys(await response.json())).toEqual(['credentials']);
	expect(logger.warn.mock.calls).toEqual([[expect.stringContaining('`raw` is left out')]]);
});

describe('bodies', () => {
	const large = 'x'.repeat(1024 * 1024);
	test.each<[string, Event]>([
		['urlencoded', { form: { ...right, large } }],
		['JSON', { json: { ...right, large } }],
	])('of more than 1 MiB are refused: %s', async (_, event) => {
		const headers = { origin: 'http://localhost:3000' };
		const { status, response } = await call('/auth/signin/credentials', { ...event, headers });
		expect(status).toBe(413);
		expect(response.headers.getSetCookie()).toEqual([]);
	});
	test('a stream is not read to its end', async () => {
		let pulled = 0;
		const body = new ReadableStream({
			pull(controller) {
				pulled++;
				controller.enqueue(new Uint8Array(64 * 1024));
			},
		});
		const event = makeEvent('/auth/signin/credentials');
		const init = { method: 'POST', body, duplex: 'half', headers: { origin: 'http://localhost:3000' } };
		Object.assign(event, { request: new Request(event.url, init as RequestInit) });
		const response = await makeAuth().handle({ event, resolve: page });
		expect(response.status).toBe(413);
		expect(pulled).toBeLessThan(25);
	});
});

test('fault 40: a cookie that proxies refuse is told, with what makes it large', async () => {
	const callbacks = {
		jwt: () => ({ sub: '1', small: 'x', accessToken: 'y'.repeat(9000), groups: ['z'.repeat(500)] }),
	};
	const { logger, response } = await call('/auth/signin/credentials', { form: right }, { callbacks });
	expect(Object.keys(cookiesOf(response)).filter((name) => name.startsWith(cookieName))).toHaveLength(4);
	const [[message]] = logger.warn.mock.calls as [[string]];
	expect(message).toContain('"accessToken", "groups"');
	expect(message).not.toContain('yyy');
});

describe('what the core logs', () => {
	test('fault 25: a worthless cookie is no error, at sign-out and update either', async () => {
		const cookies = { [cookieName]: 'ey.worthless' };
		const signOut = await call('/auth/signout', { form: {}, cookies });
		expect(signOut.logger.error).not.toHaveBeenCalled();
		const headers = { origin: 'http://localhost:3000' };
		const update = await call('/auth/session', { json: { data: {} }, headers, cookies });
		expect(await update.response.json()).toBeNull();
		expect(update.logger.error).not.toHaveBeenCalled();
	});
	test('a jwt callback that throws is an error, and the session stays', async () => {
		const cookies = { [cookieName]: await token() };
		const callbacks = {
			jwt() {
				throw new Error('a typo');
			},
		};
		const headers = { origin: 'http://localhost:3000' };
		const { status, response, logger } = await call(
			'/auth/session',
			{ json: { data: {} }, headers, cookies },
			{ callbacks },
		);
		expect([status, response.headers.getSetCookie()]).toEqual([500, []]);
		expect(logger.error.mock.calls).toMatchObject([[{ type: 'JWTSessionError' }]]);
	});
	test('debug shows no password, no token and no row', async () => {
		const wrong = { username: 'broken', password: 'broken' };
		const { logger } = await call('/auth/signin/credentials', { form: wrong }, { debug: true });
		const text = JSON.stringify(logger.debug.mock.calls);
		expect(text).toContain('callback route error details');
		expect(text).toContain('"password":"[string]"');
		expect(text).not.toContain('broken');
	});
});

test('a second answer for a password is not undone by a refresh that was due', async () => {
	const cookies = { [cookieName]: await token({}, { age: 3 * 24 * 60 * 60 }) };
	const headers = { origin: 'http://localhost:3000' };
	const { response } = await call(
		'/auth/session',
		{ json: { data: { name: 'Grace' } }, headers, cookies },
		{
			callbacks: { jwt: ({ token: claims, session }) => ({ ...claims, ...session }) },
			providers: [password],
		},
	);
	expect(await response.json()).toMatchObject({ user: { name: 'Grace' } });
	expect(response.headers.getSetCookie().filter((cookie) => cookie.startsWith(cookieName))).toHaveLength(1);
});

test('authorization parameters: the last of a name counts, none of ours is set, one pass for all', async () => {
	const url = new URL('https://app.example/auth/signin/github?login_hint=old&keep=1');
	const given = [
		['login_hint', 'ada'],
		['state', 'forged'],
		['prompt', 'none'],
		['prompt', 'login'],
	] as const;
	setAuthorizationParams(url, given);
	expect(url.search).toBe('?login_hint=ada&keep=1&prompt=login');

	const cost = await growth(
		(params: [string, string][]) => setAuthorizationParams(new URL('https://app.example/x'), params),
		(count) => Array.from({ length: count }, (_, index) => [`p${index}`, 'x']),
		1000,
	);
	expect(cost.steps).toBeLessThan(6);
	const many = new URL('https://app.example/x?keep=1');
	setAuthorizationParams(
		many,
		Array.from({ length: 1000 }, (_, index) => [`p${index}`, 'x']),
	);
	expect(many.searchParams.size).toBe(100);
	expect(many.searchParams.get('keep')).toBe('1');
});
