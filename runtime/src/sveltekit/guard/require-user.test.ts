import { isHttpError, isRedirect, redirect } from '@sveltejs/kit';
import { describe, expect, test, vi } from 'vitest';
import { hasRole } from '../../core/access/has-role.js';
import {
	cookieName,
	type EventOptions,
	makeAuth,
	makeEvent,
	quietLogger,
	token,
} from '../testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from '../types.js';
import { type RequireUserOptions, requireUser } from './require-user.js';

const html = { accept: 'text/html' };

/** Runs `requireUser` where a load runs: behind the hook. */
async function load(
	path: string,
	options: EventOptions = {},
	config: Parameters<typeof makeAuth>[0] = {},
	user: RequireUserOptions = {},
) {
	const event = makeEvent(path, options);
	let outcome: unknown;
	await makeAuth(config).handle({
		event,
		resolve: async () => {
			outcome = await requireUser(event, user).catch((thrown: unknown) => thrown);
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

describe('requireUser with a condition', () => {
	const callbacks: SvelteKitAuthConfig['callbacks'] = {
		session: ({ session }) => ({ ...session, user: { ...session.user, role: 'member' } }),
	};
	const ask = async (event: EventOptions, user: RequireUserOptions, more = {}) =>
		load('/orders', { cookies: { [cookieName]: await token() }, ...event }, { callbacks, ...more }, user);

	test.each<[string, EventOptions]>([
		['a page', { headers: html }],
		['its data', { isDataRequest: true }],
		['a form action', { form: {}, headers: html }],
		['an enhanced form', { form: {}, headers: { 'x-sveltekit-action': 'true' } }],
		['an endpoint', { headers: { accept: 'application/json' } }],
		['a remote function', { isRemoteRequest: true }],
	])('%s: 403 for whoever lacks it, never a redirect', async (_, event) => {
		const refused = await ask(event, { allow: hasRole('admin') });
		expect(isRedirect(refused)).toBe(false);
		expect(isHttpError(refused, 403)).toBe(true);
		expect(await ask(event, { allow: hasRole('member') })).toMatchObject({ user: { role: 'member' } });
	});
	test('strangers are not asked about', async () => {
		const allow = vi.fn(() => true);
		expect(isRedirect(await ask({ cookies: {}, headers: html }, { allow }))).toBe(true);
		expect(allow).not.toHaveBeenCalled();
	});
	test.each<[string, unknown]>([
		['nothing', () => undefined],
		['a truthy text', () => 'no'],
		['an object', () => ({ allowed: false })],
		['a rejection', () => Promise.reject(new Error('roles are down'))],
		['a redirect', () => redirect(303, '/elsewhere')],
		['no function at all', 'admin'],
	])('in doubt it is 403: %s', async (_, allow) => {
		const refused = await ask({ headers: html }, { allow } as RequireUserOptions);
		expect(isHttpError(refused, 403)).toBe(true);
	});
	test('what it throws is in the log, and not in the answer', async () => {
		const logger = quietLogger();
		const allow = () => {
			throw new Error('roles are down');
		};
		const refused = await ask({ headers: html }, { allow }, { logger });
		expect(JSON.stringify(refused)).not.toContain('down');
		expect(logger.error).toHaveBeenCalledWith(new Error('roles are down'));
	});
});

// SvelteKit 3: `event.url` throws there, and a query that a page renders has to lead to the sign-in page nevertheless.
test.each([
	['/orders?page=2', {}, '%2Forders%3Fpage%3D2'],
	['/orders/__data.json?page=2&x-sveltekit-invalidated=01', { isDataRequest: true }, '%2Forders%3Fpage%3D2'],
	['/__data.json', { isDataRequest: true }, '%2F'],
	['/orders.html__data.json', { isDataRequest: true }, '%2Forders'],
])('a remote query knows the way back without the URL of the event: %s', async (path, options, back) => {
	const event = makeEvent(path, { headers: html, ...options });
	let outcome: unknown;
	await makeAuth().handle({
		event,
		resolve: async () => {
			const derived = { ...event } as typeof event;
			for (const property of ['url', 'route', 'params'])
				Object.defineProperty(derived, property, {
					get() {
						throw new Error('not in a query');
					},
				});
			outcome = await requireUser(derived).catch((thrown: unknown) => thrown);
			return new Response();
		},
	});
	expect(outcome).toMatchObject({ status: 303, location: `/auth/signin?redirectTo=${back}` });
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
