import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage, type TestBrowser } from '../core/testing/browser.test.helper.js';
import { SolidAuth } from './auth.js';
import { createClient, getSession, signIn, signOut, update } from './client.js';
import { makeConfig } from './testing/fixtures.test.helper.js';
import type { SolidAuthConfig } from './types.js';

let browser: TestBrowser;

function open(options: Partial<SolidAuthConfig> = {}) {
	const handlers = SolidAuth(makeConfig(options));
	browser = openPage((request) => {
		const event = { request, response: { headers: new Headers() }, locals: {} };
		return handlers[request.method as 'GET' | 'POST'](event) as Promise<Response>;
	}, '/page');
}
beforeEach(() => open());
afterEach(() => {
	vi.unstubAllGlobals();
});

test('the endpoints are at /api/auth', async () => {
	const result = await signIn('credentials', { password: 'secret', redirect: false, redirectTo: '/x' });
	expect(result).toEqual({
		ok: true,
		status: 200,
		url: 'http://localhost:3000/x',
		error: undefined,
		code: undefined,
	});
	expect(await signIn('credentials', { password: 'no', redirect: false })).toMatchObject({
		ok: false,
		status: 401,
		error: 'CredentialsSignin',
	});
	expect(await signOut({ redirect: false })).toMatchObject({ ok: true });
	expect(browser.sent()).toEqual([
		'POST /api/auth/signin/credentials',
		'POST /api/auth/signin/credentials',
		'POST /api/auth/signout',
	]);
});

test('fault 15: getSession and update', async () => {
	open({
		callbacks: {
			jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
		},
	});
	expect(await getSession()).toBeNull();
	expect(await update({ name: 'Eve' })).toBeNull();
	await signIn('credentials', { username: 'ada', password: 'secret', redirect: false });
	expect(await update({ name: 'Lovelace' })).toMatchObject({ user: { name: 'Lovelace' } });
	expect(await getSession()).toMatchObject({ user: { name: 'Lovelace', email: 'ada@example.com' } });
	expect(browser.sent().filter((line) => line.endsWith('/session'))).toEqual([
		'GET /api/auth/session',
		'POST /api/auth/session',
		'POST /api/auth/session',
		'GET /api/auth/session',
	]);
});

test('createClient: another place for the endpoints', async () => {
	const client = createClient({ basePath: '/app/api/auth/' });
	await client.signOut({ redirect: false });
	await client.getSession().catch(() => {});
	expect(browser.sent()).toEqual(['POST /app/api/auth/signout', 'GET /app/api/auth/session']);
});
