import { customFetch } from '@auth/core';
import Apple from '@auth/core/providers/apple';
import Descope from '@auth/core/providers/descope';
import GitHub from '@auth/core/providers/github';
import Keycloak from '@auth/core/providers/keycloak';
import Resend from '@auth/core/providers/resend';
import { describe, expect, test, vi } from 'vitest';
import { environment } from './environment.js';
import { copyPlain, providerId, resolveProviders } from './providers.js';

const env = environment({
	AUTH_GITHUB_ID: 'id',
	AUTH_GITHUB_SECRET: 'secret',
	AUTH_WORK_GITHUB_ID: 'work-id',
	AUTH_KEYCLOAK_ISSUER: 'https://kc.example/realms/x',
	AUTH_RESEND_KEY: 'key',
	AUTH_DESCOPE_ID: 'descope-id',
});
const first = (provider: Parameters<typeof resolveProviders>[0][number]) =>
	resolveProviders([provider], env)[0] as unknown as Record<PropertyKey, unknown> & {
		options: Record<PropertyKey, unknown>;
	};

describe('resolveProviders', () => {
	test('a bare factory is called with what its variables hold', () => {
		const factory = vi.fn(GitHub);
		const provider = first(factory);
		expect(provider.options).toEqual({ clientId: 'id', clientSecret: 'secret' });
		expect(factory).toHaveBeenLastCalledWith({ clientId: 'id', clientSecret: 'secret' });
		expect(first(Keycloak)).toMatchObject({ options: { issuer: 'https://kc.example/realms/x' } });
		expect(first(Resend)).toMatchObject({ apiKey: 'key' });
		expect(first(Descope)).toMatchObject({ options: { issuer: 'https://api.descope.com/descope-id' } });
	});
	test('an object is filled in and never written to', () => {
		const github = GitHub({});
		const provider = first(github);
		expect(provider).toMatchObject({ clientId: 'id', clientSecret: 'secret' });
		expect(github).not.toHaveProperty('clientId');
		(provider.authorization as { params: object }).params = {};
		expect(github.authorization).toMatchObject({ params: { scope: 'read:user user:email' } });
	});
	test('an id of its own names its own variables', () => {
		const provider = first(GitHub({ id: 'work-github' }));
		expect(providerId(provider as never)).toBe('work-github');
		expect(provider).toMatchObject({ clientId: 'work-id' });
		expect(provider.clientSecret).toBeUndefined();
	});
	test('Symbol keys survive', () => {
		const fetcher = vi.fn();
		expect(Reflect.get(first(GitHub({ [customFetch]: fetcher })).options, customFetch)).toBe(fetcher);
		const apple = Apple({});
		const symbols = Object.getOwnPropertySymbols(apple);
		expect(Object.getOwnPropertySymbols(first(apple))).toEqual(symbols);
		expect(symbols.length).toBeGreaterThan(0);
	});
	test('a factory that cannot stand alone says what to write', () => {
		function Mailer(): never {
			throw new Error('Nodemailer requires a `server` configuration');
		}
		expect(() => resolveProviders([Mailer as never], env)).toThrow(/Mailer\(\{ \.\.\. \}\)/);
	});
});

test('copyPlain shares what is not plain', () => {
	const url = new URL('https://a.example');
	const original = { url, list: [{ a: 1 }], run: () => 1 };
	const copy = copyPlain(original);
	expect(copy).toEqual(original);
	expect(copy.url).toBe(url);
	expect(copy.list[0]).not.toBe(original.list[0]);
});
