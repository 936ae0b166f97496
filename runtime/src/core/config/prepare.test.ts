import Credentials from '@auth/core/providers/credentials';
import GitHub from '@auth/core/providers/github';
import Keycloak from '@auth/core/providers/keycloak';
import Mastodon from '@auth/core/providers/mastodon';
import Resend from '@auth/core/providers/resend';
import { describe, expect, test, vi } from 'vitest';
import { makeAdapter, quietLogger, secret } from '../../sveltekit/testing/fixtures.test.helper.js';
import { Development } from '../providers/development.js';
import type { RuntimeConfig } from '../types.js';
import { resolveConfig } from './index.js';
import { prepare } from './prepare.js';

function make(options: Partial<RuntimeConfig> = {}) {
	const logger = quietLogger();
	const env = { AUTH_SECRET: secret };
	const prepared = prepare({ env, trustHost: true, providers: [], ...options, logger });
	return { ...prepared, logger, logged: logger.error };
}

describe('providers that are not finished', () => {
	const finished = GitHub({ clientId: 'x', clientSecret: 'y' });
	test.each([
		['no client id', Keycloak({ issuer: 'https://id.example' } as never), 'Set AUTH_KEYCLOAK_ID'],
		['no issuer', Keycloak({ clientId: 'x' } as never), 'Set AUTH_KEYCLOAK_ISSUER'],
		['called before its issuer was known', Mastodon({ clientId: 'x' } as never), 'Pass `issuer` in the call'],
	])('%s: told, and kept from the core, which would refuse the others too', (_, provider, fix) => {
		const { problem, core, providers, logger } = make({ providers: [finished, provider] });
		expect(problem).toBeNull();
		expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(fix));
		expect(core.providers).toMatchObject([{ id: 'github' }]);
		expect(providers).toHaveLength(2);
	});
});

describe('problems', () => {
	test.each<[string, Partial<RuntimeConfig>, string, RegExp]>([
		[
			'untrusted',
			{ trustHost: false },
			'UntrustedHost',
			/AUTH_URL=https:\/\/your-domain.*AUTH_TRUST_HOST=true/,
		],
		['no secret', { env: {} }, 'MissingSecret', /at least 32 random characters/],
		['short secret', { env: { AUTH_SECRET: 'short' } }, 'MissingSecret', /too short/],
		[
			'short secret that signs',
			{ env: { AUTH_SECRET: secret, AUTH_SECRET_1: 'short' } },
			'MissingSecret',
			/too short/,
		],
		[
			'AUTH_URL',
			{ env: { AUTH_SECRET: secret, AUTH_URL: 'app.example' } },
			'InvalidConfiguration',
			/AUTH_URL/,
		],
		[
			'credentials with database sessions',
			{ adapter: makeAdapter(), providers: [Credentials({ authorize: () => null })] },
			'UnsupportedStrategy',
			/strategy: 'jwt'/,
		],
		['database without adapter', { session: { strategy: 'database' } }, 'MissingAdapter', /adapter/],
		['e-mail without adapter', { providers: [Resend] }, 'MissingAdapter', /"resend"/],
		['one id twice', { providers: [GitHub, GitHub({})] }, 'InvalidProvider', /"github"/],
	])('%s', (_, options, type, message) => {
		const { problem, logged } = make(options);
		expect(problem?.type).toBe(type);
		expect(problem?.message).toMatch(message);
		expect(logged).toHaveBeenCalledOnce();
	});

	test('a short secret is refused while developing, too', () => {
		const { problem } = make({ env: { AUTH_SECRET: 'short' }, dev: true });
		expect(problem?.type).toBe('MissingSecret');
	});
	test('one config’s problem is not the next one’s', () => {
		expect(make({ providers: [Resend] }).problem).not.toBeNull();
		expect(make({ providers: [GitHub] }).problem).toBeNull();
	});
	test('credentials with an adapter and JWT sessions are fine', () => {
		const providers = [Credentials({ authorize: () => null })];
		expect(make({ adapter: makeAdapter(), session: { strategy: 'jwt' }, providers }).problem).toBeNull();
	});
	test('another library’s secret is named', () => {
		const { logger } = make({ env: { BETTER_AUTH_SECRET: secret } });
		expect(logger.warn).toHaveBeenCalledWith(expect.stringMatching(/BETTER_AUTH_SECRET/));
	});
});

describe('the development provider', () => {
	const ids = (options: Partial<RuntimeConfig>) =>
		make({ providers: [Development()], ...options }).providers.map(({ id }) => id);

	test.each([
		[true, 'development', ['development']],
		[true, 'production', []],
		[true, undefined, []],
		[true, 'test', []],
		[false, 'development', []],
		[undefined, 'development', []],
	])('dev %s, NODE_ENV %s: %o', (dev, nodeEnv, expected) => {
		vi.stubEnv('NODE_ENV', nodeEnv);
		expect(ids(dev === undefined ? {} : { dev })).toEqual(expected);
		vi.unstubAllEnvs();
	});
	test('NODE_ENV in the config’s own env does not open it', () => {
		vi.stubEnv('NODE_ENV', 'production');
		const env = { AUTH_SECRET: secret, NODE_ENV: 'development' };
		expect(ids({ dev: true, env })).toEqual([]);
		vi.unstubAllEnvs();
	});
	test('leaving it out is told', () => {
		const { logger } = make({ providers: [Development()] });
		expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/Development provider/));
	});
	test('authorize looks at NODE_ENV itself and knows only its people', async () => {
		const provider = Development({ people: [{ id: 'x', name: 'X' }] });
		const request = new Request('http://localhost');
		expect(await provider.authorize({ id: 'x' }, request)).toBeNull();
		vi.stubEnv('NODE_ENV', 'development');
		expect(await provider.authorize({ id: 'x' }, request)).toEqual({ id: 'x', name: 'X' });
		expect(await provider.authorize({ id: 'alice' }, request)).toBeNull();
		expect(await provider.authorize({ id: ['x'] }, request)).toBeNull();
		vi.unstubAllEnvs();
	});
	test('people need ids of their own', () => {
		const people = [
			{ id: 'x', name: 'X' },
			{ id: 'x', name: 'Y' },
		];
		expect(() => Development({ people })).toThrow(TypeError);
	});
});

describe('what is made', () => {
	test('the user’s config is never written to', () => {
		const config: RuntimeConfig = Object.freeze({
			env: Object.freeze({ AUTH_SECRET: secret, AUTH_URL: 'https://a.example/x' }),
			providers: Object.freeze([Object.freeze(GitHub({}))]) as never,
			logger: Object.freeze(quietLogger()),
		});
		const before = JSON.stringify(config);
		expect(prepare(config)).toMatchObject({ basePath: '/x', problem: null });
		expect(JSON.stringify(config)).toBe(before);
		expect(prepare(config)).toBe(prepare(config));
	});
	test('cookies follow the one origin', () => {
		const at = (env: Record<string, string>, options: Partial<RuntimeConfig> = {}) =>
			resolveConfig(
				{
					env: { AUTH_SECRET: secret, ...env },
					trustHost: true,
					providers: [],
					logger: quietLogger(),
					...options,
				},
				{ url: new URL('http://10.0.0.1/x'), headers: new Headers({ 'x-forwarded-host': 'b.example' }) },
			);
		expect(at({ AUTH_URL: 'https://a.example' })).toMatchObject({
			origin: 'https://a.example',
			secure: true,
			sessionCookie: { name: '__Secure-authjs.session-token', options: { secure: true } },
			core: { useSecureCookies: true },
		});
		expect(at({})).toMatchObject({ origin: 'http://b.example', secure: false });
		expect(at({}, { useSecureCookies: true }).sessionCookie.name).toBe('__Secure-authjs.session-token');
		expect(at({}, { cookies: { sessionToken: { name: 'own' } } }).sessionCookie.name).toBe('own');
	});
	test('AUTH_REDIRECT_PROXY_URL', () => {
		const env = { AUTH_SECRET: secret, AUTH_REDIRECT_PROXY_URL: 'https://proxy.example/auth' };
		expect(make({ env }).core.redirectProxyUrl).toBe('https://proxy.example/auth');
	});
});
