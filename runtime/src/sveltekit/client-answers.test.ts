import { describe, expect, test } from 'vitest';
import { call, json, own } from './testing/call.test.helper.js';
import {
	cookieName,
	cookiesOf,
	makeAuth,
	makeEvent,
	page,
	password,
} from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

describe('what the client gets', () => {
	const post = (path: string, form: Record<string, string>, options?: Partial<SvelteKitAuthConfig>) =>
		call(path, { form, headers: { ...own, ...json } }, options);

	test('credentials through signin/<id>, whatever the id', async () => {
		const right = await post('/auth/signin/credentials', { password: 'secret', callbackUrl: '/x' });
		expect(right.status).toBe(200);
		expect(right.cookies[cookieName]).toMatch(/^ey/);
		expect(await right.response.json()).toEqual({ url: 'http://localhost:3000/x' });
		const ldap = { ...password, id: 'ldap' };
		const other = await post('/auth/signin/ldap', { password: 'secret' }, { providers: [ldap] });
		expect(other.cookies[cookieName]).toMatch(/^ey/);
	});
	test('a wrong password is an error with a status', async () => {
		const { response, status, cookies } = await post('/auth/signin/credentials', { password: 'no' });
		expect(status).toBe(401);
		expect(await response.json()).toMatchObject({
			url: 'http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials',
			error: 'CredentialsSignin',
			code: 'credentials',
		});
		expect(cookies[cookieName]).toBeUndefined();
	});
	test('an error in authorize tells nothing', async () => {
		const { response, status } = await post('/auth/signin/credentials', { password: 'broken' });
		expect(status).toBe(500);
		const body = await response.text();
		expect(JSON.parse(body)).toMatchObject({ error: 'Configuration' });
		expect(body).not.toContain('hunter2');
	});
	test('an `error` parameter of a wanted page is not an error', async () => {
		const { response } = await post('/auth/signin/credentials', {
			password: 'secret',
			callbackUrl: '/report?error=404',
		});
		expect(await response.json()).toEqual({ url: 'http://localhost:3000/report?error=404' });
	});
	test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'foo'])(
		'callbackUrl %j stays here',
		async (callbackUrl) => {
			const { response } = await post('/auth/signin/credentials', { password: 'secret', callbackUrl });
			expect(new URL((await response.json()).url).origin).toBe('http://localhost:3000');
		},
	);
	test('without a callbackUrl the application’s base is the place to go', async () => {
		const { response } = await post('/app/auth/signin/credentials', { password: 'secret' }, { base: '/app' });
		expect(await response.json()).toEqual({ url: 'http://localhost:3000/app' });
	});
	test('multipart forms count as forms', async () => {
		const { handle } = makeAuth();
		const event = makeEvent('/auth/signin/credentials', { method: 'POST', headers: own });
		const body = new FormData();
		body.set('password', 'secret');
		Object.assign(event, { request: new Request(event.url, { method: 'POST', headers: own, body }) });
		expect(cookiesOf(await handle({ event, resolve: page }))[cookieName]).toMatch(/^ey/);
	});
});
