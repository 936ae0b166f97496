import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn, signOut } from './actions.js';
import {
	cookieName,
	type EventOptions,
	everything,
	fromClient,
	makeConfig,
	makeEvent,
	redirectOf,
	sentCookies,
	thrownBy,
	token,
} from './testing/fixtures.test.helper.js';

const own = { origin: 'http://localhost:3000' };
const post = (headers: Record<string, string> = {}, more: EventOptions = {}) =>
	makeEvent('/_server?id=abc-0', { method: 'POST', headers: { ...own, ...headers }, ...more });
const right = { providerId: 'credentials', username: 'ada', password: 'secret', redirectTo: '/x' };
const wrong = { ...right, password: 'hunter2' };
const signedIn = async () => ({ cookies: { [cookieName]: await token() } });

afterEach(() => {
	vi.restoreAllMocks();
});

describe.each([
	['JavaScript', fromClient],
	['a plain form', {}],
])('signing in, from %s', (_, headers) => {
	test('success: cookies on the event, a bare redirect thrown', async () => {
		const event = post(headers);
		const thrown = await thrownBy(signIn(event, makeConfig(), right));
		expect([thrown.status, thrown.headers.get('location')]).toEqual([303, '/x']);
		// On the redirect itself they would be missed by SolidStart 1's single flight.
		expect(thrown.headers.getSetCookie()).toEqual([]);
		expect(sentCookies(event)[cookieName]).toMatch(/^ey/);
		expect(await everything(thrown)).not.toContain('secret');
	});
	test('an OAuth provider', async () => {
		const event = post(headers);
		const location = await redirectOf(signIn(event, makeConfig(), { providerId: 'github' }));
		expect(location).toMatch(/^https:\/\/github\.com\/login/);
		expect(Object.keys(sentCookies(event)).join()).toContain('pkce');
	});
	test('no provider: the sign-in page', async () => {
		const location = await redirectOf(signIn(post(headers), makeConfig(), { redirectTo: '/x' }));
		expect(location).toBe('/signin?redirectTo=%2Fx');
	});
	test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
		'no open redirect to %s',
		async (redirectTo) => {
			expect(await redirectOf(signIn(post(headers), makeConfig(), { ...right, redirectTo }))).toBe('/');
			const event = post(headers, await signedIn());
			expect(await redirectOf(signOut(event, makeConfig(), { redirectTo }))).toBe('/');
		},
	);
	test('signing out', async () => {
		const event = post(headers, await signedIn());
		expect(await redirectOf(signOut(event, makeConfig()))).toBe('/');
		expect(sentCookies(event)[cookieName]).toBe('');
	});
});

describe('mistakes', () => {
	test('to JavaScript: a value, without what was typed', async () => {
		const event = post(fromClient);
		expect(await signIn(event, makeConfig(), wrong)).toEqual({
			ok: false,
			error: 'CredentialsSignin',
			code: 'credentials',
			message: expect.any(String),
			providerId: 'credentials',
		});
		expect(event.response.headers.getSetCookie()).toEqual([]);
	});
	test('to a plain form: a redirect, since SolidStart would put a value and the form into a cookie', async () => {
		const thrown = await thrownBy(signIn(post(), makeConfig(), wrong));
		expect(thrown.status).toBe(303);
		expect(thrown.headers.get('location')).toBe(
			'/signin?error=CredentialsSignin&code=credentials&redirectTo=%2Fx',
		);
		expect(await everything(thrown)).not.toContain('hunter2');
	});
	test('X-Server-Id alone is not JavaScript: the cookie goes by X-Server-Instance', async () => {
		const thrown = await thrownBy(signIn(post({ 'x-server-id': 'abc-0' }), makeConfig(), wrong));
		expect(thrown.headers.get('location')).toBe(
			'/signin?error=CredentialsSignin&code=credentials&redirectTo=%2Fx',
		);
	});
	test.each([
		['nobody', 'UnknownProvider'],
		['__proto__', 'UnknownProvider'],
	])('provider %s: %s', async (providerId, error) => {
		expect(await signIn(post(fromClient), makeConfig(), { providerId })).toMatchObject({ ok: false, error });
	});
	test('an error in `authorize` is the server’s matter, and its text stays there', async () => {
		const failure = await signIn(post(fromClient), makeConfig(), { ...right, password: 'broken' });
		expect(failure.error).toBe('Configuration');
		expect(JSON.stringify(failure)).not.toContain('hunter2');
	});
	test('a broken configuration', async () => {
		expect(await signIn(post(fromClient), makeConfig({ env: {} }), right)).toMatchObject({
			error: 'Configuration',
		});
		expect(await redirectOf(signIn(post(), makeConfig({ env: {} }), right))).toContain('error=Configuration');
	});
});

describe('who may', () => {
	test.each<[string, EventOptions, boolean]>([
		['own origin', {}, true],
		['Sec-Fetch-Site', { headers: { 'sec-fetch-site': 'same-origin' } }, true],
		['another site', { headers: { origin: 'https://evil.example' } }, false],
		['a subdomain', { headers: { 'sec-fetch-site': 'same-site' } }, false],
		['nobody says', { headers: {} }, false],
		['typed in', { headers: { 'sec-fetch-site': 'none' } }, false],
		['a link', { method: 'GET', headers: own }, false],
		['a prefetch', { method: 'HEAD', headers: own }, false],
	])('%s', async (_, options, allowed) => {
		const { method = 'POST', headers = own } = options;
		for (const caller of [fromClient, {}]) {
			const event = () => makeEvent('/_server', { method, headers: { ...headers, ...caller } });
			const entering = event();
			await signIn(entering, makeConfig(), right).catch(() => {});
			expect(sentCookies(entering)[cookieName]?.startsWith('ey') ?? false).toBe(allowed);

			const cookies = (await signedIn()).cookies;
			const leaving = makeEvent('/_server', { method, headers: { ...headers, ...caller }, cookies });
			await signOut(leaving, makeConfig()).catch(() => {});
			expect(sentCookies(leaving)[cookieName] === '').toBe(allowed);
		}
	});
	test('what they are told', async () => {
		const foreign = { origin: 'https://evil.example' };
		expect(await signIn(post({ ...fromClient, ...foreign }), makeConfig(), right)).toMatchObject({
			error: 'MissingCSRF',
		});
		expect(await redirectOf(signOut(post(foreign), makeConfig()))).toBe('/signin?error=MissingCSRF');
	});
});

describe('forms', () => {
	test.each([new FormData(), new URLSearchParams()])('as %o', async (form) => {
		for (const [name, value] of Object.entries(right)) form.set(name, value);
		expect(await redirectOf(signIn(post(), makeConfig(), form))).toBe('/x');
	});
	test('callbackUrl is as good as redirectTo', async () => {
		const { redirectTo: _, ...rest } = right;
		expect(await redirectOf(signIn(post(), makeConfig(), { ...rest, callbackUrl: '/y' }))).toBe('/y');
	});
	test('nothing at all', async () => {
		expect(await redirectOf(signIn(post(), makeConfig(), undefined as never))).toBe('/signin?redirectTo=%2F');
	});
});

// An Error that is thrown from an action ends in the same cookie as a value.
describe('programmers’ mistakes never throw anything but a Response', () => {
	test.each([
		['no event', undefined, makeConfig()],
		['late', post({}, { late: true }), makeConfig()],
		['config function', post(), async () => Promise.reject(new Error('no secret store'))],
	])('%s', async (_, event, config) => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const thrown = await thrownBy(signIn(event, config, right));
		expect([thrown.status, thrown.body]).toEqual([500, null]);
		expect(log).toHaveBeenCalled();
	});
});

test('below a path, targets are full URLs', async () => {
	const config = makeConfig({ base: '/app' });
	expect(await redirectOf(signIn(post(), config, { ...right, redirectTo: '/app/x' }))).toBe(
		'http://localhost:3000/app/x',
	);
	expect(await redirectOf(signOut(post(), config))).toBe('http://localhost:3000/app');
});
