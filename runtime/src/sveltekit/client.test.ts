import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, signIn, signOut } from './client.js';
import { makeAuth, makeEvent, page } from './fixtures.test.helper.js';

/** A browser's location: keeps what is assigned to `href`. */
let place: { href: string; reload: ReturnType<typeof vi.fn> };
let visited: string[];
/** Requests that went out. */
let requests: Request[];

beforeEach(() => {
	visited = [];
	requests = [];
	const start = 'http://localhost:3000/page?x=1';
	place = {
		get href() {
			return start;
		},
		set href(url: string) {
			visited.push(url);
		},
		reload: vi.fn(),
	};
	vi.stubGlobal('location', place);
	const { handle } = makeAuth();
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const headers = { ...(init.headers as Record<string, string>), origin: 'http://localhost:3000' };
		const event = makeEvent(path);
		const request = new Request(event.url, { ...init, headers });
		requests.push(request.clone());
		Object.assign(event, { request });
		return handle({ event, resolve: page });
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
});
/** Lets the next request be answered like this. */
const answer = (body: unknown, status = 200) =>
	vi.stubGlobal('fetch', async () =>
		typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
	);

describe('signIn', () => {
	test('right password: ok, and where to go', async () => {
		const result = await signIn('credentials', { password: 'secret', redirect: false });
		expect(result).toEqual({
			ok: true,
			status: 200,
			url: 'http://localhost:3000/page?x=1',
			error: null,
			code: null,
		});
		expect(visited).toEqual([]);
		expect(requests[0]?.headers.get('x-auth-return-redirect')).toBe('1');
		const sent = new URLSearchParams(await requests[0]?.text());
		expect(Object.fromEntries(sent)).toEqual({
			password: 'secret',
			callbackUrl: 'http://localhost:3000/page?x=1',
		});
	});
	test('wrong password: not ok', async () => {
		expect(await signIn('credentials', { password: 'no', redirect: false })).toEqual({
			ok: false,
			status: 401,
			url: 'http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials',
			error: 'CredentialsSignin',
			code: 'credentials',
		});
		expect(visited).toEqual([]);
	});
	test('with redirect it goes on, and to the sign-in page after an error', async () => {
		await signIn('credentials', { password: 'secret', redirectTo: '/there' });
		await signIn('credentials', { password: 'no' });
		expect(visited).toEqual([
			'http://localhost:3000/there',
			'http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials',
		]);
	});
	test('an unknown provider', async () => {
		expect(await signIn('nobody', { redirect: false })).toMatchObject({
			ok: false,
			status: 404,
			url: null,
			error: 'UnknownProvider',
		});
	});
	test('without a provider the sign-in page opens', async () => {
		await signIn();
		expect(visited).toEqual([
			'http://localhost:3000/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fpage%3Fx%3D1',
		]);
	});
	test('FormData and authorization parameters', async () => {
		const form = new FormData();
		form.set('password', 'secret');
		expect((await signIn('credentials', form, { login_hint: 'ada' })).ok).toBe(true);
		expect(requests[0]?.url).toBe('http://localhost:3000/auth/signin/credentials?login_hint=ada');
	});
	test('a relative URL, as pages.newUser gives, is resolved', async () => {
		answer({ url: '/welcome' });
		expect((await signIn('x', { redirect: false })).url).toBe('http://localhost:3000/welcome');
	});
	test.each([
		['Cross-site POST form submissions are forbidden', 403, 'MissingCSRF'],
		['<h1>Bad gateway</h1>', 502, 'Configuration'],
		[null, 500, 'Configuration'],
	])('an answer that is not ours: %j', async (body, status, error) => {
		answer(body, status);
		expect(await signIn('x', { redirect: false })).toMatchObject({ ok: false, status, error, url: null });
	});
	test('a script in the answer is not run', async () => {
		answer({ url: 'javascript:alert(1)' });
		await signIn('x');
		expect(visited).toEqual([]);
	});
	test('reloads when only the hash differs', async () => {
		answer({ url: 'http://localhost:3000/page?x=1#top' });
		await signIn('x');
		expect(place.reload).toHaveBeenCalledOnce();
		answer({ url: 'http://localhost:3000/other#top' });
		await signIn('x');
		expect(place.reload).toHaveBeenCalledOnce();
	});
});

test('signOut', async () => {
	expect(await signOut({ redirectTo: '/bye' })).toMatchObject({ ok: true, url: 'http://localhost:3000/bye' });
	expect(visited).toEqual(['http://localhost:3000/bye']);
	expect(await signOut({ redirect: false })).toMatchObject({ ok: true });
});

test('createClient: another place for the endpoints', async () => {
	const client = createClient({ basePath: '/app/auth/' });
	vi.stubGlobal('fetch', async (url: string) => {
		requests.push(new Request(new URL(url, 'http://localhost:3000')));
		return Response.json({ url: '/' });
	});
	await client.signIn('x', { redirect: false });
	await client.signOut({ redirect: false, basePath: '/other' });
	expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/app/auth/signin/x', '/other/signout']);
});
