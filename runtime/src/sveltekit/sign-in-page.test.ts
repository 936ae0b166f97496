import Credentials from '@auth/core/providers/credentials';
import GitHub from '@auth/core/providers/github';
import { describe, expect, test, vi } from 'vitest';
import { signInErrorMessage } from '../core/errors.js';
import { Development } from '../core/providers/development.js';
import { cookieName, makeAuth, makeEvent, password, secret, token } from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

async function load(
	path: string,
	options: Partial<SvelteKitAuthConfig> = {},
	cookies: Record<string, string> = {},
) {
	const { signInPage } = makeAuth(options);
	return signInPage(makeEvent(path, { routeId: '/signin', cookies }));
}

describe('providers', () => {
	test('as plain data with their fields', async () => {
		const account = Credentials({
			id: 'ldap',
			name: 'Company account',
			credentials: {
				username: { label: 'User' },
				password: { type: 'password', label: 'Password' },
				code: { required: false, autocomplete: 'one-time-code', placeholder: '000000' },
			},
			authorize: () => null,
		});
		const hub = GitHub({ name: 'Hub', clientId: 'id', clientSecret: 'x' });
		const { providers } = await load('/signin', { providers: [hub, account] });
		expect(providers).toEqual([
			{ id: 'github', name: 'Hub', type: 'oauth', fields: [], people: [] },
			{
				id: 'ldap',
				name: 'Company account',
				type: 'credentials',
				people: [],
				fields: [
					{ name: 'username', label: 'User', type: 'text', required: true, autocomplete: 'username' },
					{
						name: 'password',
						label: 'Password',
						type: 'password',
						required: true,
						autocomplete: 'current-password',
					},
					{
						name: 'code',
						label: 'code',
						type: 'text',
						required: false,
						autocomplete: 'one-time-code',
						placeholder: '000000',
					},
				],
			},
		]);
		expect(structuredClone(providers)).toEqual(providers);
	});
	test('one that lacks something is left out, but while developing; where nothing is left, that is told', async () => {
		const ids = async (options: Parameters<typeof load>[1]) => {
			const { providers, error } = await load('/signin', options);
			return [providers.map(({ id }) => id), error?.error];
		};
		const half = GitHub({ clientId: 'id' });
		expect(await ids({ providers: [half, password] })).toEqual([['credentials'], undefined]);
		expect(await ids({ providers: [half, password], dev: true })).toEqual([
			['github', 'credentials'],
			undefined,
		]);
		expect(await ids({ providers: [half] })).toEqual([[], 'Configuration']);
		expect(await ids({ providers: [half], dev: true })).toEqual([['github'], undefined]);
	});
	test('development: people while developing, nothing at all otherwise', async () => {
		const options = { providers: [Development()], dev: true };
		expect((await load('/signin', options)).providers).toEqual([]);
		vi.stubEnv('NODE_ENV', 'development');
		const [option] = (await load('/signin', options)).providers;
		expect(option).toMatchObject({ id: 'development', type: 'credentials', fields: [] });
		expect(option?.people.map(({ id }) => id)).toEqual(['alice', 'bob', 'carol']);
		vi.unstubAllEnvs();
	});
});

describe('redirectTo', () => {
	test.each([
		['/signin', '/'],
		['/signin?redirectTo=/x%3Fy', '/x?y'],
		['/signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fx', '/x'],
		['/signin?redirectTo=/a&callbackUrl=/b', '/a'],
		['/signin?redirectTo=//evil.example', '/'],
		['/signin?redirectTo=/%5Cevil.example', '/'],
		['/signin?redirectTo=https://evil.example', '/'],
		['/signin?redirectTo=javascript:alert(1)', '/'],
	])('%s: %s', async (path, expected) => {
		expect((await load(path)).redirectTo).toBe(expected);
	});
	test('the base is the default', async () => {
		expect((await load('/app/signin', { base: '/app' })).redirectTo).toBe('/app');
	});
	test('callbacks.redirect may allow other sites', async () => {
		const callbacks = { redirect: ({ url }: { url: string }) => url };
		expect((await load('/signin?redirectTo=https://partner.example/x', { callbacks })).redirectTo).toBe(
			'https://partner.example/x',
		);
	});
});

describe('error', () => {
	test('none', async () => {
		expect(await load('/signin')).toMatchObject({ error: null, session: null });
	});
	test('from the URL', async () => {
		const { error } = await load('/signin?error=CredentialsSignin&code=locked');
		expect(error).toEqual({ error: 'CredentialsSignin', code: 'locked', message: expect.any(String) });
	});
	test('a broken configuration: the fix while developing, no detail in production', async () => {
		const production = await load('/signin', { env: {} });
		expect(production.error).toMatchObject({ error: 'Configuration' });
		expect(production.error?.message).not.toContain('AUTH_SECRET');
		const development = await load('/signin', { env: {}, dev: true });
		expect(development.error?.message).toContain('AUTH_SECRET');
	});
	test('every name has a sentence, unknown ones too', () => {
		const names = [
			'CredentialsSignin',
			'OAuthAccountNotLinked',
			'OAuthCallbackError',
			'AccessDenied',
			'Verification',
			'Configuration',
			'MissingCSRF',
			'SessionRequired',
			'AccountNotLinked',
			'WebAuthnVerificationError',
			'UnknownProvider',
		];
		const sentences = names.map((name) => signInErrorMessage(name));
		expect(new Set(sentences).size).toBe(names.length);
		for (const name of ['', 'x', '__proto__', 'toString', '<script>']) {
			expect(signInErrorMessage(name)).toBe('The sign-in could not be completed. Try again.');
		}
	});
});

test('the session is there, and building needs none of it', async () => {
	expect((await load('/signin', {}, { [cookieName]: await token() })).session?.user?.name).toBe('Ada');
	const { signInPage } = makeAuth({ building: true, env: {} });
	const event = makeEvent('/signin?error=x');
	Object.defineProperty(event.url, 'searchParams', {
		get: () => {
			throw new Error('Cannot access url.searchParams on a page with prerendering enabled');
		},
	});
	expect(await signInPage(event)).toEqual({
		...{ providers: [], passkeys: [], basePath: '' },
		...{ redirectTo: '/', error: null, session: null },
	});
});

test('passkeys stand apart: a form cannot start them', async () => {
	const options = { providers: [{ ...fakePasskey, id: 'passkey' } as never], env: { AUTH_SECRET: secret } };
	const { providers, passkeys, basePath } = await load('/signin', options);
	expect({ providers, passkeys, basePath }).toEqual({
		...{ providers: [], passkeys: [{ id: 'passkey', name: 'Passkey' }], basePath: '/auth' },
	});
});
const fakePasskey = { type: 'webauthn', name: 'Passkey', formFields: {} };
