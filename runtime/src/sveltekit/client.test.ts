import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type TestBrowser } from '../core/testing/browser.test.helper.js';
import { createClient, signIn, signOut } from './client.js';
import { makeAuth, makeEvent, page, password } from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

let browser: TestBrowser;

/** Opens a page of an application whose hook is this runtime. */
function open(path?: string, options: Partial<SvelteKitAuthConfig> = {}) {
	const { handle } = makeAuth(options);
	browser = openPage((request) => {
		const event = makeEvent(request.url);
		Object.assign(event, { request });
		return handle({ event, resolve: page });
	}, path);
}
beforeEach(() => open());
afterEach(() => {
	vi.unstubAllGlobals();
});

/** Lets every request be answered like this. */
const answer = (body: unknown, status = 200) => {
	browser = openPage(() =>
		typeof body === 'string' || body === null
			? new Response(body, { status, headers: { 'content-type': 'text/html' } })
			: Response.json(body, { status }),
	);
};

describe('signIn', () => {
	test('right password: ok, and where to go', async () => {
		const result = await signIn('credentials', { password: 'secret', redirect: false });
		expect(result).toEqual({
			ok: true,
			status: 200,
			url: 'http://localhost:3000/page?x=1',
			error: undefined,
			code: undefined,
		});
		expect(browser.visited).toEqual([]);
		const [request] = browser.requests;
		expect(request?.headers.get('x-auth-return-redirect')).toBe('1');
		const sent = new URLSearchParams(await request?.text());
		expect(Object.fromEntries(sent)).toEqual({
			password: 'secret',
			callbackUrl: 'http://localhost:3000/page?x=1',
		});
	});
	test('fault 8: a wrong password is not ok', async () => {
		expect(await signIn('credentials', { password: 'no', redirect: false })).toEqual({
			ok: false,
			status: 401,
			url: 'http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials',
			error: 'CredentialsSignin',
			code: 'credentials',
		});
		expect(browser.visited).toEqual([]);
	});
	test('with redirect it goes on, and to the sign-in page after an error', async () => {
		await signIn('credentials', { password: 'secret', redirectTo: '/there' });
		await signIn('credentials', { password: 'secret', callbackUrl: '/older-name' });
		await signIn('credentials', { password: 'no' });
		expect(browser.visited).toEqual([
			'http://localhost:3000/there',
			'http://localhost:3000/older-name',
			'http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials',
		]);
	});
	test('fault 56: an unknown provider is told, with redirect by the sign-in page', async () => {
		const result = { ok: false, status: 404, url: null, error: 'UnknownProvider', code: undefined };
		expect(await signIn('nobody', { redirect: false })).toEqual(result);
		expect(await signIn('undefined', { redirect: false })).toEqual(result);
		expect(browser.visited).toEqual([]);
		expect(await signIn('nobody', { redirectTo: '/x' })).toEqual(result);
		expect(browser.visited).toEqual([
			'http://localhost:3000/auth/signin?error=UnknownProvider&callbackUrl=%2Fx',
		]);
	});
	test('fault 56: without a provider the sign-in page opens, and nothing is posted', async () => {
		await signIn();
		await signIn('');
		const url = 'http://localhost:3000/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fpage%3Fx%3D1';
		expect(browser.visited).toEqual([url, url]);
		expect(await signIn(undefined, { redirect: false })).toEqual({
			ok: true,
			status: 200,
			url,
			error: undefined,
			code: undefined,
		});
		expect(browser.visited).toHaveLength(2);
		expect(browser.requests).toEqual([]);
	});
	test('fault 38: endpoints are opened by the browser, not by a router that does not know them', async () => {
		await signIn();
		expect(browser.visited.map((url) => new URL(url).pathname)).toEqual(['/auth/signin']);
	});
	test('fault 45: credentials under an id of their own sign in', async () => {
		open('/page', { providers: [{ ...password, id: 'ldap' }] });
		const fields = { username: 'ada', password: 'secret', redirect: false };
		expect(await signIn('ldap', fields)).toMatchObject({ ok: true, status: 200 });
		expect(browser.cookies.get('authjs.session-token')).toMatch(/^ey/);
	});
	test('fault 46: a relative URL, as pages.newUser gives, is resolved', async () => {
		answer({ url: '/welcome' });
		expect((await signIn('x', { redirect: false })).url).toBe('http://localhost:3000/welcome');
	});
	test('fault 47: from a sign-in page it leads to where the person wanted to go', async () => {
		open('/signin?redirectTo=%2Fdashboard%3Ftab%3D2', { pages: { signIn: '/signin' } });
		expect((await signIn('credentials', { password: 'secret', redirect: false })).url).toBe(
			'http://localhost:3000/dashboard?tab=2',
		);
		open('/signin', { pages: { signIn: '/signin' } });
		expect((await signIn('credentials', { password: 'secret', redirect: false })).url).toBe(
			'http://localhost:3000/',
		);
	});
	test('FormData and authorization parameters', async () => {
		const form = new FormData();
		form.set('password', 'secret');
		form.set('picture', new Blob(['x']), 'x.png');
		expect((await signIn('credentials', form, { login_hint: 'ada' })).ok).toBe(true);
		expect(browser.sent()).toEqual(['POST /auth/signin/credentials?login_hint=ada']);
		const sent = new URLSearchParams(await browser.requests[0]?.text());
		expect([...sent.keys()]).toEqual(['password', 'callbackUrl']);
	});
	test('fault 18: `redirect: false` from a form, which is text there', async () => {
		const form = new FormData();
		form.set('password', 'secret');
		form.set('redirect', 'false');
		expect((await signIn('credentials', form)).ok).toBe(true);
		expect(browser.visited).toEqual([]);
	});
	test('fields with the names of an object’s own are fields', async () => {
		const form = new FormData();
		for (const name of ['__proto__', 'constructor', 'toString', 'password']) form.set(name, 'secret');
		expect(await signIn('credentials', form)).toMatchObject({ ok: true });
		const sent = new URLSearchParams(await browser.requests[0]?.text());
		expect([...sent.keys()]).toEqual(['__proto__', 'constructor', 'toString', 'password', 'callbackUrl']);
		expect(Object.hasOwn(Object.prototype, 'password')).toBe(false);
	});
	test.each([
		['Cross-site POST form submissions are forbidden', 403, 'MissingCSRF'],
		['<h1>Bad gateway</h1>', 502, 'Configuration'],
		['<h1>Not found</h1>', 404, 'Configuration'],
		['<h1>Sign in to this Wi-Fi</h1>', 200, 'Configuration'],
		[null, 500, 'Configuration'],
		[['a list'], 200, 'Configuration'],
	])('an answer that is not ours: %j', async (body, status, error) => {
		answer(body, status);
		expect(await signIn('x')).toEqual({ ok: false, status, error, url: null, code: undefined });
		expect(await signOut()).toMatchObject({ ok: false, status, error });
		expect(browser.visited).toEqual([]);
	});
	test('no answer at all', async () => {
		openPage(async () => {
			throw new TypeError('Failed to fetch');
		});
		const result = { ok: false, status: 0, url: null, error: 'NetworkError', code: undefined };
		expect(await signIn('credentials', { password: 'secret' })).toEqual(result);
		expect(await signOut()).toEqual(result);
	});
	test('a script in the answer is not run', async () => {
		answer({ url: 'javascript:alert(1)' });
		await signIn('x');
		expect(browser.visited).toEqual([]);
	});
	test('reloads when only the hash differs', async () => {
		answer({ url: 'http://localhost:3000/page?x=1#top' });
		await signIn('x');
		expect(browser.reload).toHaveBeenCalledOnce();
		answer({ url: 'http://localhost:3000/other#top' });
		await signIn('x');
		expect(browser.reload).not.toHaveBeenCalled();
	});
});

test('signOut', async () => {
	expect(await signOut({ redirectTo: '/bye' })).toMatchObject({ ok: true, url: 'http://localhost:3000/bye' });
	expect(browser.visited).toEqual(['http://localhost:3000/bye']);
	expect(await signOut({ redirect: false })).toMatchObject({ ok: true });
	expect(browser.visited).toHaveLength(1);
});

test('createClient: another place for the endpoints', async () => {
	const client = createClient({ basePath: '/app/auth/' });
	answer({ url: '/' });
	await client.signIn('x', { redirect: false });
	await client.signOut({ redirect: false, basePath: '/other' });
	expect(browser.sent()).toEqual(['POST /app/auth/signin/x', 'POST /other/signout']);
});
