import { afterEach, describe, expect, test, vi } from 'vitest';
import { Development } from '../../core/providers/development.js';
import { cookieName, fromClient, makeConfig, makeEvent, token } from '../testing/fixtures.test.helper.js';
import type { SolidAuthConfig } from '../types.js';
import { signInPage } from './sign-in.js';

const load = (path: string, config: Partial<SolidAuthConfig> = {}, search?: string) =>
	signInPage(makeEvent(path), makeConfig(config), { search });

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

test('providers as plain data, with the URL that their forms post to', async () => {
	const page = await load('/signin');
	expect(page.providers.map(({ id, action }) => [id, action])).toEqual([
		['credentials', '/api/auth/signin/credentials'],
		['github', '/api/auth/signin/github'],
	]);
	expect(page.providers[0]?.fields.map(({ name, type }) => [name, type])).toEqual([
		['username', 'text'],
		['password', 'password'],
	]);
	expect(page).toMatchObject({
		signOutAction: '/api/auth/signout',
		redirectTo: '/',
		error: null,
		session: null,
	});
	expect(structuredClone(page)).toEqual(page);
	expect(JSON.stringify(page)).not.toContain('clientSecret');
});

test('passkeys stand apart, with the place of the endpoints', async () => {
	const passkey = { type: 'webauthn', id: 'key', name: 'Key', formFields: {} } as never;
	const { providers, passkeys, basePath } = await load('/signin', { base: '/app', providers: [passkey] });
	expect({ providers, passkeys, basePath }).toEqual({
		...{ providers: [], passkeys: [{ id: 'key', name: 'Key' }], basePath: '/app/api/auth' },
	});
});

test.each<[Partial<SolidAuthConfig>, string]>([
	[{ base: '/app' }, '/app/api/auth/signin/credentials'],
	[{ prefix: '/auth' }, '/auth/signin/credentials'],
])('%o: %s', async (config, action) => {
	expect((await load('/signin', config)).providers[0]?.action).toBe(action);
});

test('development: people while developing, nothing at all otherwise', async () => {
	expect((await load('/signin', { providers: [Development()] })).providers).toEqual([]);
	vi.stubEnv('NODE_ENV', 'development');
	const [option] = (await load('/signin', { providers: [Development()] })).providers;
	expect(option).toMatchObject({ action: '/api/auth/signin/development', fields: [] });
	expect(option?.people.map(({ id }) => id)).toEqual(['alice', 'bob', 'carol']);
	expect((await load('/signin', { providers: [Development()], dev: false })).providers).toEqual([]);
});

describe('the page’s query', () => {
	test('of a page load', async () => {
		const page = await load('/signin?redirectTo=/x%3Fy&error=CredentialsSignin&code=locked');
		expect(page.redirectTo).toBe('/x?y');
		expect(page.error).toEqual({
			error: 'CredentialsSignin',
			code: 'locked',
			message: expect.any(String),
		});
	});
	test('of a client navigation, where the request is about a server function', async () => {
		expect((await load('/_server?id=x&redirectTo=/no', {}, '?redirectTo=/x')).redirectTo).toBe('/x');
		expect((await load('/_server?id=x&redirectTo=/no')).redirectTo).toBe('/');
		const headers = { ...fromClient, referer: 'http://localhost:3000/signin?redirectTo=/y' };
		expect((await signInPage(makeEvent('/_server', { headers }), makeConfig())).redirectTo).toBe('/y');
	});
	test.each(['https://evil.example', '//evil.example', '/%5Cevil.example', 'javascript:alert(1)'])(
		'no open redirect to %s',
		async (target) => {
			expect((await load(`/signin?redirectTo=${target}`)).redirectTo).toBe('/');
		},
	);
});

test('the session', async () => {
	const event = makeEvent('/signin', { cookies: { [cookieName]: await token() } });
	expect((await signInPage(event, makeConfig())).session?.user?.name).toBe('Ada');
});

test('a broken configuration: the fix while developing, no detail in production', async () => {
	const production = await load('/signin', { env: {} });
	expect(production.error).toMatchObject({ error: 'Configuration' });
	expect(production.error?.message).not.toContain('AUTH_SECRET');
	expect((await load('/signin', { env: {}, dev: true })).error?.message).toContain('AUTH_SECRET');
});

test('a config function that fails', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => {});
	const lazy = async () => Promise.reject(new Error('no secret store'));
	expect(await signInPage(makeEvent('/signin'), lazy)).toMatchObject({
		providers: [],
		error: { error: 'Configuration' },
	});
	expect(log).toHaveBeenCalled();
});
