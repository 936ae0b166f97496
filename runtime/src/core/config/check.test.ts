import Credentials from '@auth/core/providers/credentials';
import GitHub from '@auth/core/providers/github';
import Nodemailer from '@auth/core/providers/nodemailer';
import Passkey from '@auth/core/providers/passkey';
import { describe, expect, test, vi } from 'vitest';
import { Development } from '../providers/development.js';
import { readSession } from '../session/index.js';
import { makeAdapter, quietLogger, secret } from '../testing/fixtures.test.helper.js';
import type { RuntimeConfig } from '../types.js';
import { resolveConfig } from './index.js';
import { prepare } from './prepare.js';

const github = GitHub({ clientId: 'id', clientSecret: 'x' });
const mail = Nodemailer({ server: 'smtp://127.0.0.1:1', from: 'a@b.example' });
const passkeyMethods = [
	'getAccount',
	'getAuthenticator',
	'createAuthenticator',
	'listAuthenticatorsByUserId',
];
const keepsPasskeys = {
	...makeAdapter(),
	...Object.fromEntries(
		[...passkeyMethods, 'updateAuthenticatorCounter'].map((name) => [name, async () => null]),
	),
};
const webauthn = { experimental: { enableWebAuthn: true } };
const bare = { ...makeAdapter(), useVerificationToken: undefined };

/** What is wrong with a configuration: option, code, and a part of the message that says what to do. */
const rows: [string, Record<string, unknown>, string, string, string][] = [
	['trust', { trustHost: false }, 'trustHost', 'UntrustedHost', 'AUTH_TRUST_HOST=true'],
	['no secret', { env: {} }, 'secret', 'MissingSecret', 'npx authgraft secret'],
	['short secret', { secret: 'x'.repeat(31) }, 'secret', 'MissingSecret', 'at least 32'],
	['short secret before a long one', { secret: ['new', secret] }, 'secret', 'MissingSecret', 'too short'],
	['empty old secret', { secret: [secret, ''] }, 'secret', 'MissingSecret', 'too short'],
	['old secret that is no text', { secret: [secret, 5] }, 'secret', 'MissingSecret', 'too short'],
	['empty secret, let be', { secret: [''], allowShortSecret: true }, 'secret', 'MissingSecret', 'too short'],
	['secret that is no text', { secret: [5] }, 'secret', 'MissingSecret', 'too short'],
	[
		'strategy',
		{ session: { strategy: 'cookie' } },
		'session.strategy',
		'UnsupportedStrategy',
		"'jwt' or 'database'",
	],
	[
		'maxAge',
		{ session: { maxAge: '30d' } },
		'session.maxAge',
		'InvalidConfiguration',
		'number of seconds from 1',
	],
	[
		'maxAge 0',
		{ session: { maxAge: 0 } },
		'session.maxAge',
		'InvalidConfiguration',
		'number of seconds from 1',
	],
	['updateAge', { session: { updateAge: -1 } }, 'session.updateAge', 'InvalidConfiguration', 'from 0 up'],
	[
		'sessionCache',
		{ sessionCache: { bytes: -1 } },
		'sessionCache.bytes',
		'InvalidConfiguration',
		'from 0 up',
	],
	['jwt.maxAge', { jwt: { maxAge: Number.NaN } }, 'jwt.maxAge', 'InvalidConfiguration', 'number of seconds'],
	['short jwt.secret', { jwt: { secret: 'x' } }, 'jwt.secret', 'MissingSecret', 'at least 32'],
	['no jwt.secret', { jwt: { secret: [] } }, 'jwt.secret', 'MissingSecret', 'Leave it out'],
	['short first jwt.secret', { jwt: { secret: ['x', secret] } }, 'jwt.secret', 'MissingSecret', 'too short'],
	['half a codec', { jwt: { encode: () => '' } }, 'jwt', 'InvalidConfiguration', 'go together'],
	['basePath', { basePath: 'https://app.example/auth' }, 'basePath', 'InvalidConfiguration', 'like /auth'],
	['prefix', { prefix: '/api/auth' }, 'prefix', 'InvalidConfiguration', 'basePath'],
	['page', { pages: { signIn: 'signin' } }, 'pages.signIn', 'InvalidConfiguration', 'like /signin'],
	[
		'page elsewhere',
		{ pages: { error: '//evil.example' } },
		'pages.error',
		'InvalidConfiguration',
		'like /signin',
	],
	[
		'page that is no text',
		{ pages: { newUser: 5 } },
		'pages.newUser',
		'InvalidConfiguration',
		'like /signin',
	],
	[
		'proxy',
		{ redirectProxyUrl: '/auth' },
		'redirectProxyUrl',
		'InvalidConfiguration',
		'https://your-domain/auth',
	],
	['callback', { callbacks: { jwt: {} } }, 'callbacks.jwt', 'InvalidConfiguration', 'not a function'],
	['event', { events: { signIn: 'x' } }, 'events.signIn', 'InvalidConfiguration', 'not a function'],
	[
		'cookie name',
		{ cookies: { state: { name: 'a;b' } } },
		'cookies.state.name',
		'InvalidConfiguration',
		'a;b',
	],
	['no provider', { providers: [{}] }, 'providers', 'InvalidProvider', 'number 1'],
	['nothing', { providers: [undefined] }, 'providers', 'InvalidProvider', ''],
	['id with a slash', { providers: [GitHub({ id: 'a/b' })] }, 'providers', 'InvalidProvider', 'number 1'],
	['one id twice', { providers: [github, github] }, 'providers', 'InvalidProvider', '"github"'],
	['id of dots', { providers: [GitHub({ id: '..' })] }, 'providers', 'InvalidProvider', 'number 1'],
	[
		'id with a blank',
		{ providers: [GitHub({ id: 'a b' })] },
		'providers',
		'InvalidProvider',
		'letters, digits',
	],
	[
		'id of letters beyond ASCII',
		{ providers: [GitHub({ id: 'größe' })] },
		'providers',
		'InvalidProvider',
		'',
	],
	[
		'bare e-mail without a database',
		{ providers: [Nodemailer] },
		'adapter',
		'MissingAdapter',
		'"nodemailer"',
	],
	[
		'function that throws',
		{
			providers: [
				github,
				() => {
					throw new Error('no variable X');
				},
			],
		},
		'providers',
		'InvalidProvider',
		'The function at number 2 cannot stand alone in `providers` (no variable X)',
	],
	['function that makes none', { providers: [() => {}] }, 'providers', 'InvalidProvider', 'number 1'],
	[
		'function that makes one later',
		{ providers: [async () => github] },
		'providers',
		'InvalidProvider',
		'number 1',
	],
	[
		'no authorize',
		{ providers: [Credentials({ authorize: 5 as never })] },
		'authorize',
		'MissingAuthorize',
		'"credentials"',
	],
	[
		'password and rows',
		{ providers: [Credentials({ authorize: () => null })], adapter: makeAdapter() },
		'session.strategy',
		'UnsupportedStrategy',
		"strategy: 'jwt'",
	],
	[
		'rows without a database',
		{ session: { strategy: 'database' } },
		'adapter',
		'MissingAdapter',
		'`adapter`',
	],
	['e-mail without a database', { providers: [mail] }, 'adapter', 'MissingAdapter', '"nodemailer"'],
	[
		'e-mail adapter',
		{ providers: [mail], adapter: bare },
		'adapter',
		'MissingAdapterMethods',
		'useVerificationToken',
	],
	[
		'rows adapter',
		{ adapter: { ...makeAdapter(), updateSession: undefined } },
		'adapter',
		'MissingAdapterMethods',
		'updateSession',
	],
	[
		'passkeys',
		{ providers: [Passkey], adapter: keepsPasskeys },
		'experimental.enableWebAuthn',
		'ExperimentalFeatureNotEnabled',
		'enableWebAuthn: true',
	],
	[
		'passkeys without a database',
		{ providers: [Passkey], ...webauthn },
		'adapter',
		'MissingAdapter',
		'Passkeys',
	],
	[
		'passkey adapter',
		{ providers: [Passkey], ...webauthn, adapter: makeAdapter() },
		'adapter',
		'MissingAdapterMethods',
		'getAuthenticator',
	],
	[
		'two autofills',
		{ providers: [Passkey, Passkey({ id: 'second' })], ...webauthn, adapter: keepsPasskeys },
		'enableConditionalUI',
		'DuplicateConditionalUI',
		'one of them',
	],
	[
		'autofill field',
		{ providers: [Passkey({ formFields: { email: {} } })], ...webauthn, adapter: keepsPasskeys },
		'formFields',
		'MissingWebAuthnAutocomplete',
		'"passkey"',
	],
];

describe('a configuration that cannot work is told once, by code, option and fix, and closes everything', () => {
	test.each(rows)('%s', async (_, options, option, type, fix) => {
		const logger = quietLogger();
		const base = { env: { AUTH_SECRET: secret }, trustHost: true, providers: [github] };
		const config = { ...base, ...options, logger } as unknown as RuntimeConfig;
		const { problem } = prepare(config);
		expect(problem).toMatchObject({ option, type });
		expect(problem?.message).toContain(fix);
		expect(problem?.message).not.toContain('Read more');
		expect(logger.error.mock.calls).toEqual([[problem]]);

		const request = { url: new URL('http://localhost:3000/'), headers: new Headers() };
		const resolved = resolveConfig(config, request);
		const cookie = 'authjs.session-token=SECRET-TOKEN';
		expect(await readSession(resolved, cookie, () => true)).toEqual({ session: null, cookies: [] });
		expect(logger.error).toHaveBeenCalledOnce();
	});
});

test('all that is wrong is told at once, a line each; the first decides, and a cause is told without its effects', () => {
	const logger = quietLogger();
	const config = {
		...{ env: {}, logger, session: { strategy: 'database', maxAge: -1 }, basePath: '?' },
		providers: [mail, Passkey, { ...github, options: {} }, { ...github, options: {} }],
	} as unknown as RuntimeConfig;
	const { problem } = prepare(config);
	const told = logger.error.mock.calls.map(([error]) => error);
	expect(told[0]).toBe(problem);
	expect(told.map(({ type, option }) => `${type} ${option}`)).toEqual([
		'UntrustedHost trustHost',
		'MissingSecret secret',
		'InvalidConfiguration session.maxAge',
		'InvalidConfiguration basePath',
		'MissingAdapter adapter',
		'InvalidProvider providers',
		'ExperimentalFeatureNotEnabled experimental.enableWebAuthn',
	]);
});

test('a list of providers that cannot be read hides nothing else', () => {
	const logger = quietLogger();
	const broken = () => {
		throw new Error('no variable');
	};
	const { problem } = prepare({ env: {}, trustHost: true, logger, providers: [broken] });
	const told = logger.error.mock.calls.map(([error]) => error.message);
	expect(told).toEqual([problem?.message, expect.stringContaining('AUTH_SECRET is not set')]);
	expect(told[0]).toContain('(no variable)');
});

describe('what a variable lacks', () => {
	const told = (env: object) => {
		const logger = quietLogger();
		prepare({ env: { ...env }, trustHost: true, logger, providers: [GitHub] });
		return [...logger.error.mock.calls, ...logger.warn.mock.calls].map(([one]) => String(one.message ?? one));
	};
	test('that is not declared in SvelteKit 3 is told with the file; one that is declared and empty is not', () => {
		expect(told({})[0]).toMatch(
			/^AUTH_SECRET is not set \(in SvelteKit 3 declare it in src\/env\.ts, too\)\. It/,
		);
		expect(told({ AUTH_SECRET: undefined })[0]).toMatch(/^AUTH_SECRET is not set\. It takes/);
		expect(told({ AUTH_SECRET: secret })).toEqual([expect.stringMatching(/AUTH_GITHUB_ID \(in SvelteKit 3/)]);
		expect(told({ AUTH_SECRET: secret, AUTH_GITHUB_ID: '' })).toEqual([
			expect.stringMatching(/Set AUTH_GITHUB_ID$/),
		]);
	});
	test.each(['BETTER_AUTH_SECRET', 'NEXTAUTH_SECRET'])(
		'%s in its place is named, and not shown, wherever it is',
		(name) => {
			const hint = `${name} is set, but another library reads it. Rename it to AUTH_SECRET.`;
			expect(told({ [name]: 'hunter2' })).toContain(hint);
			vi.stubEnv(name, 'hunter2');
			expect(told({}).join()).toContain(hint);
			expect(told({}).join()).not.toContain('hunter2');
			expect(told({ AUTH_SECRET: secret }).join()).not.toContain(name);
			vi.unstubAllEnvs();
		},
	);
});

test('what works is left alone', () => {
	const providers = [github, mail as never, Passkey];
	const logger = quietLogger();
	const adapter = keepsPasskeys;
	const config = { env: { AUTH_SECRET: secret }, trustHost: true, providers, adapter, logger, ...webauthn };
	expect(prepare(config).problem).toBeNull();
	expect(logger.warn.mock.calls).toEqual([[expect.stringMatching(/^experimental-webauthn/)]]);
});

describe('a short secret', () => {
	const told = (options: object) => {
		const logger = quietLogger();
		const config = { env: {}, trustHost: true, providers: [github], logger, ...options };
		const { problem } = prepare(config as unknown as RuntimeConfig);
		return [problem, ...logger.warn.mock.calls.flat()];
	};
	test.each([
		['behind a long one', { secret: [secret, 'old'] }],
		['by its number', { env: { AUTH_SECRET: 'old', AUTH_SECRET_1: secret } }],
		['of jwt', { secret, jwt: { secret: [secret, 'old'] } }],
	])('that only reads is let be, and told: %s', (_, options) => {
		expect(told(options)).toEqual([null, expect.stringMatching(/^An old secret is shorter than 32/)]);
	});
	test.each([
		['AUTH_SECRET', { env: { AUTH_SECRET: 'old' } }],
		['jwt.secret', { secret, jwt: { secret: 'old' } }],
	])('that signs is let be where allowShortSecret says so, and told: %s', (_, options) => {
		const [problem, ...warnings] = told({ ...options, allowShortSecret: true });
		expect(problem).toBeNull();
		expect(warnings).toEqual([expect.stringContaining('signs sessions is shorter than 32')]);
		expect(told({ ...options, allowShortSecret: 'yes' })[0]).toMatchObject({ type: 'MissingSecret' });
	});
});

describe('passwords and rows, beside another provider', () => {
	const providers = [github, Credentials({ authorize: () => null })];
	const make = (options: object) => {
		const logger = quietLogger();
		const base = { env: { AUTH_SECRET: secret }, trustHost: true, adapter: makeAdapter(), logger };
		const made = prepare({ ...base, providers, ...options } as unknown as RuntimeConfig);
		return { ...made, ids: made.core.providers.map((one) => (one as { id: string }).id), logger };
	};
	test.each([{}, { session: { strategy: 'database' } }])(
		'are left out and told, and the other one works: %o',
		(options) => {
			const { problem, ids, logger } = make(options);
			expect([problem, ids]).toEqual([null, ['github']]);
			expect(logger.warn.mock.calls).toEqual([
				[expect.stringMatching(/^"credentials" .* JWT sessions only\. Set session: \{ strategy: 'jwt' \}/)],
			]);
		},
	);
	test('with JWT sessions both work', () => {
		expect(make({ session: { strategy: 'jwt' } }).ids).toEqual(['github', 'credentials']);
	});
	test('test people are no other provider: in production there are none', () => {
		vi.stubEnv('NODE_ENV', 'development');
		const { problem } = make({ dev: true, providers: [Development(), providers[1]] });
		vi.unstubAllEnvs();
		expect(problem).toMatchObject({ type: 'UnsupportedStrategy' });
	});
});

test('half a codec is no fault where no session is read by it: they lie in the database', () => {
	const config = {
		...{ env: { AUTH_SECRET: secret }, trustHost: true, providers: [github], logger: quietLogger() },
		...{ adapter: makeAdapter(), jwt: { encode: () => '' } },
	} as unknown as RuntimeConfig;
	expect(prepare(config).problem).toBeNull();
	expect(prepare({ ...config, session: { strategy: 'jwt' } }).problem).toMatchObject({ option: 'jwt' });
});
