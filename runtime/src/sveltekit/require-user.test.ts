import { isHttpError, isRedirect } from '@sveltejs/kit';
import { describe, expect, test } from 'vitest';
import { cookieName, type EventOptions, makeAuth, makeEvent, token } from './fixtures.test.helper.js';
import { requireUser } from './require-user.js';

const html = { accept: 'text/html' };

/** Runs `requireUser` where a load runs: behind the hook. */
async function load(path: string, options: EventOptions = {}, config: Parameters<typeof makeAuth>[0] = {}) {
	const event = makeEvent(path, options);
	let outcome: unknown;
	await makeAuth(config).handle({
		event,
		resolve: async () => {
			outcome = await requireUser(event).catch((thrown: unknown) => thrown);
			return new Response();
		},
	});
	return outcome;
}

describe('requireUser', () => {
	test('gives the session of somebody who is signed in', async () => {
		const cookies = { [cookieName]: await token() };
		expect(await load('/orders', { cookies, headers: html })).toMatchObject({ user: { name: 'Ada' } });
	});

	test.each<[string, string, EventOptions, string]>([
		['a page', '/orders?page=2', { headers: html }, '%2Forders%3Fpage%3D2'],
		['its data', '/orders', { isDataRequest: true }, '%2Forders'],
		['a form action', '/orders?/delete', { form: {}, headers: html }, '%2Forders'],
		[
			'an enhanced form',
			'/orders?/delete',
			{ form: {}, headers: { 'x-sveltekit-action': 'true' } },
			'%2Forders',
		],
	])('sends strangers to the sign-in page: %s', async (_, path, options, back) => {
		const thrown = await load(path, options);
		expect(isRedirect(thrown)).toBe(true);
		expect(thrown).toMatchObject({ status: 303, location: `/auth/signin?redirectTo=${back}` });
	});

	test.each<[string, EventOptions]>([
		['an endpoint', { headers: { accept: 'application/json' } }],
		['a remote function', { isRemoteRequest: true, headers: html }],
	])('tells programs 401: %s', async (_, options) => {
		const thrown = await load('/orders', options);
		expect(isHttpError(thrown, 401)).toBe(true);
	});

	test('a forged cookie and a broken configuration let nobody in', async () => {
		expect(isRedirect(await load('/orders', { cookies: { [cookieName]: 'x' }, headers: html }))).toBe(true);
		const thrown = await load('/orders', { headers: html }, { env: {} });
		expect(thrown).toMatchObject({ status: 303 });
	});

	test('says what is missing: the hook, or that the page is prerendered', async () => {
		await expect(requireUser(makeEvent('/orders'))).rejects.toThrow('without the auth hook');
		expect(await load('/orders', {}, { building: true })).toMatchObject({
			message: expect.stringContaining('prerender = false'),
		});
	});
});

describe('getToken', () => {
	test('fault 57: holds what the cookie holds, which the session does not show', async () => {
		const cookies = { [cookieName]: await token({ accessToken: 'at' }) };
		const { getToken } = makeAuth();
		expect(await getToken(makeEvent('/', { cookies }))).toMatchObject({ sub: '1', accessToken: 'at' });
	});
	test.each([[{}], [{ [cookieName]: 'x' }]])('is null for %o', async (cookies) => {
		expect(await makeAuth().getToken(makeEvent('/', { cookies }))).toBeNull();
	});
	test('is null with another secret', async () => {
		const cookies = { [cookieName]: await token({}, { secret: 'x'.repeat(32) }) };
		expect(await makeAuth().getToken(makeEvent('/', { cookies }))).toBeNull();
	});
});
