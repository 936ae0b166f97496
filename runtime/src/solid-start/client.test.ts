import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SolidAuth } from './auth.js';
import { createClient, signIn, signOut } from './client.js';
import { makeConfig } from './fixtures.test.helper.js';

/** Requests that went out. */
let requests: Request[];

beforeEach(() => {
	requests = [];
	vi.stubGlobal('location', { href: 'http://localhost:3000/page' });
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const headers = { ...(init.headers as Record<string, string>), origin: 'http://localhost:3000' };
		const request = new Request(new URL(path, 'http://localhost:3000'), { ...init, headers });
		requests.push(request.clone());
		return SolidAuth(makeConfig()).POST({ request, response: { headers: new Headers() }, locals: {} });
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
});

test('the endpoints are at /api/auth', async () => {
	const result = await signIn('credentials', { password: 'secret', redirect: false, redirectTo: '/x' });
	expect(result).toEqual({ ok: true, status: 200, url: 'http://localhost:3000/x', error: null, code: null });
	expect(await signIn('credentials', { password: 'no', redirect: false })).toMatchObject({
		ok: false,
		status: 401,
		error: 'CredentialsSignin',
	});
	expect(await signOut({ redirect: false })).toMatchObject({ ok: true });
	expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
		'/api/auth/signin/credentials',
		'/api/auth/signin/credentials',
		'/api/auth/signout',
	]);
});

test('createClient: another place for the endpoints', async () => {
	await createClient({ basePath: '/app/api/auth/' }).signOut({ redirect: false });
	expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/app/api/auth/signout']);
});
