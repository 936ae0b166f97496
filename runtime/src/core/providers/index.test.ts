import { customFetch } from '@auth/core';
import Apple from '@auth/core/providers/apple';
import BoxyHQ from '@auth/core/providers/boxyhq-saml';
import Descope from '@auth/core/providers/descope';
import GitHub from '@auth/core/providers/github';
import Keycloak from '@auth/core/providers/keycloak';
import Loops from '@auth/core/providers/loops';
import MicrosoftEntraId from '@auth/core/providers/microsoft-entra-id';
import Nodemailer from '@auth/core/providers/nodemailer';
import Osso from '@auth/core/providers/osso';
import Resend from '@auth/core/providers/resend';
import { describe, expect, test, vi } from 'vitest';
import { environment } from '../environment.js';
import type { ResolvedProvider } from '../types.js';
import {
	copyPlain,
	providerId,
	providerName,
	providerOption,
	resolveProviders,
	variablePrefix,
} from './index.js';

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
	test('a factory that cannot stand alone says what to write, and why', () => {
		function Mailer(): never {
			throw new Error('requires a `region`');
		}
		expect(() => resolveProviders([Mailer as never], env)).toThrow(
			'Mailer cannot stand alone in `providers` (requires a `region`). Call it with the options it needs, for example Mailer({ ... }).',
		);
	});
	test('functions get fresh objects each time, with what their own id names', () => {
		const seen: object[] = [];
		const arrow = (options: object) => {
			seen.push(options);
			return Keycloak({ ...options, id: 'staff' } as never);
		};
		const variables = {
			AUTH_STAFF_ID: 'staff-id',
			AUTH_STAFF_SECRET: 'staff-secret',
			AUTH_STAFF_ISSUER: 'https://staff.example',
			AUTH_KEYCLOAK_ID: 'id',
			AUTH_KEYCLOAK_ISSUER: 'https://kc.example',
		};
		const [staff, keycloak] = resolveProviders([arrow as never, Keycloak], environment(variables));
		expect(staff).toMatchObject({
			options: {
				id: 'staff',
				clientId: 'staff-id',
				clientSecret: 'staff-secret',
				issuer: 'https://staff.example',
			},
		});
		expect(keycloak).toMatchObject({ options: { clientId: 'id', issuer: 'https://kc.example' } });
		expect(new Set(seen).size).toBe(2);
		expect(seen.at(-1)).toEqual({
			clientId: 'staff-id',
			clientSecret: 'staff-secret',
			issuer: 'https://staff.example',
		});
	});
	test('no variable has a dot or a tilde in its name', () => {
		expect(['a-b', 'a.b', 'a~b', 'a_b', 'ab9'].map(variablePrefix)).toEqual([
			...Array(4).fill('AUTH_A_B'),
			'AUTH_AB9',
		]);
	});
	test.each([
		['https://saml.example', 'https://saml.example/api/oauth/authorize'],
		['https://saml.example/', 'https://saml.example/api/oauth/authorize'],
		['https://saml.example/in/here/', 'https://saml.example/in/here/api/oauth/authorize'],
	])('the issuer %s fits the URLs that are made of it', (issuer, url) => {
		const made = (bare: unknown, id: string) =>
			resolveProviders([bare as never], environment({ [`AUTH_${id}_ISSUER`]: issuer }))[0] as never as {
				authorization: string | { url: string };
				token: string;
			};
		expect(made(BoxyHQ, 'BOXYHQ_SAML').authorization).toMatchObject({ url });
		expect(made(Osso, 'OSSO').token).toBe(url.replace('/api/oauth/authorize', '/oauth/token'));
		const second = (options: object) => Osso({ ...options, id: 'two' } as never);
		expect(made(second, 'TWO').token).toBe(url.replace('/api/oauth/authorize', '/oauth/token'));
	});
});

describe('e-mail', () => {
	const all = { AUTH_RESEND_KEY: 'key', AUTH_RESEND_FROM: 'env@a.example', AUTH_LOOPS_KEY: 'loops' };
	const of = (listed: unknown, variables: Record<string, string> = all) =>
		resolveProviders([listed as never], environment(variables))[0] as never as ResolvedProvider;
	const from = (listed: unknown, variables?: Record<string, string>) =>
		providerOption(of(listed, variables), 'from');

	test('whom it is from: the option, then the environment, then what the core made up', () => {
		expect(from(Resend)).toBe('env@a.example');
		expect(from(Resend({}))).toBe('env@a.example');
		expect(from(Resend({ from: 'own@a.example' }))).toBe('own@a.example');
		expect(from({ ...Resend({}), from: 'own@a.example' })).toBe('own@a.example');
		expect(from(() => Resend({}))).toBe('env@a.example');
		expect(from(Resend({}), {})).toBe('Auth.js <no-reply@authjs.dev>');
	});
	test('an empty key that a module brings along counts as none', () => {
		expect(of(Loops({ transactionalId: 'x' }))).toMatchObject({ apiKey: 'loops' });
	});
	test('a server from the environment reaches the factory; the one it is tried with reaches no host', () => {
		const server = 'smtp://mail.example';
		expect(of(Nodemailer, { AUTH_NODEMAILER_SERVER: server })).toMatchObject({ options: { server } });
		expect(of(Nodemailer, {})).toMatchObject({ options: { server: 'smtp://unset.invalid' } });
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

describe('providerName', () => {
	test('people read Microsoft, unless the application says otherwise', () => {
		const name = (provider: Parameters<typeof first>[0]) => providerName(first(provider) as never);
		expect(name(MicrosoftEntraId)).toBe('Microsoft');
		expect(name(MicrosoftEntraId({ name: 'Contoso' } as never))).toBe('Contoso');
		expect(name(GitHub)).toBe('GitHub');
	});
});
