import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customFetch } from '@auth/core';
import type { Provider } from '@auth/core/providers';
import Apple from '@auth/core/providers/apple';
import Dribbble from '@auth/core/providers/dribbble';
import GitHub from '@auth/core/providers/github';
import Keycloak from '@auth/core/providers/keycloak';
import Mastodon from '@auth/core/providers/mastodon';
import NetSuite from '@auth/core/providers/netsuite';
import Notion from '@auth/core/providers/notion';
import Spotify from '@auth/core/providers/spotify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepare } from '../../runtime/src/core/prepare.ts';
import { providerOption } from '../../runtime/src/core/providers.ts';
import type { ResolvedProvider } from '../../runtime/src/core/types.ts';
import { type Config, goodEnv, integrations, makeApplication, type Settings } from './support/application.ts';
import { type Database, openDatabase } from './support/database.ts';
import { complaints, password, signedIn, whoIs } from './support/fixtures.ts';
import { type MailServer, startMailServer } from './support/mail.ts';
import { Person } from './support/person.ts';

/* What the runtime does with every provider of the installed core. */

type Variables = Record<string, string>;
type Options = Record<string, unknown>;
type Factory = (options: Options) => {
	id: string;
	checks?: string[];
	authorization?: unknown;
	options?: Options;
};
/** A provider in the list of a configuration that has these variables. */
type Listed = (factory: Factory, env: Variables) => unknown;

const folder = join(import.meta.dirname, '../../node_modules/@auth/core');
const modules = readdirSync(join(folder, 'providers'))
	.filter((file) => file.endsWith('.js'))
	.map((file) => file.slice(0, -'.js'.length))
	// The list of all of them, and two that hold types alone.
	.filter((name) => !['index', 'oauth', 'provider-types'].includes(name));

/** All others are listed bare. */
const withOptions: Record<string, Listed> = {
	credentials: () => password,
	loops: (factory, env) => (options: Options) =>
		factory({ ...options, transactionalId: env.AUTH_LOOPS_TRANSACTIONAL_ID ?? '' }),
	netsuite: (factory, env) => (options: Options) =>
		factory({
			...options,
			accountID: env.AUTH_NETSUITE_ACCOUNT_ID ?? '',
			userinfo: env.AUTH_NETSUITE_USERINFO ?? '',
		}),
};

let mail: MailServer;
let database: Database;
let values: Variables;
beforeAll(async () => {
	mail = await startMailServer();
	database = await openDatabase();
	const { host, port, auth } = mail.server;
	values = {
		ID: 'client-id',
		SECRET: 'client-secret',
		ISSUER: 'https://issuer.test.example/tenant',
		KEY: 'api-key',
		SERVER: `smtp://${auth.user}:${auth.pass}@${host}:${port}/?ignoreTLS=true`,
		FROM: 'app@test.example',
		ACCOUNT_ID: '1234567',
		USERINFO: 'https://1234567.restlets.test.example/me',
		TRANSACTIONAL_ID: 'template',
	};
});
afterAll(async () => {
	database?.close();
	await mail?.close();
});
afterEach(() => vi.unstubAllGlobals());

const load = async (name: string) =>
	((await import(join(folder, 'providers', `${name}.js`))) as { default: Factory }).default;

/** What every provider needs of the rest: a database, JWT sessions so that passwords work, and passkeys switched on. */
function configuration(listed: unknown): Config {
	return {
		providers: [listed as Provider],
		adapter: database.adapter,
		session: { strategy: 'jwt' },
		experimental: { enableWebAuthn: true },
	};
}

/** Does what the log says until it says no more. */
function followTheLog(list: (env: Variables) => unknown): { env: Variables; told: string[] } {
	const env: Variables = { ...goodEnv };
	const told: string[] = [];
	for (;;) {
		const warnings: string[] = [];
		const logger = { warn: (text: string) => warnings.push(text), error() {}, debug() {} };
		const { problem } = prepare({ ...configuration(list(env)), env, logger } as never);
		if (problem) throw problem;
		const warning = warnings.find((text) => !text.startsWith('experimental-webauthn'));
		if (!warning) return { env, told };
		const [variable = ''] = /AUTH_\w+/.exec(warning) ?? [];
		const value = givenFor(variable);
		if (!value || variable in env) throw new Error(`What to do about this? ${warning}`);
		env[variable] = value;
		told.push(variable);
	}
}

/** By the end of the variable's name, the longest first: `ACCOUNT_ID`, not `ID`. */
function givenFor(variable: string): string | undefined {
	const ends = Object.entries(values).sort(([a], [b]) => b.length - a.length);
	return ends.find(([end]) => variable.endsWith(`_${end}`))?.[1];
}

/** Answers for every server of the world: discovery documents of this issuer, and whatever the mailers send. */
function world(issuer: string | undefined) {
	const sent: Request[] = [];
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		const url = String(input);
		if (!url.endsWith('/.well-known/openid-configuration')) {
			sent.push(new Request(url, init));
			return Response.json({});
		}
		const base = url.replace('/.well-known/openid-configuration', '');
		return Response.json({
			issuer,
			authorization_endpoint: `${base}/discovered/authorize`,
			token_endpoint: `${base}/discovered/token`,
			userinfo_endpoint: `${base}/discovered/userinfo`,
		});
	});
	return sent;
}

/** Where the module itself says that people are sent, by what it is called with. */
function authorizationUrl(factory: Factory, issuer: string | undefined): URL {
	const given = { clientId: values.ID, clientSecret: values.SECRET, issuer, accountID: values.ACCOUNT_ID };
	const { authorization } = factory(given) as { authorization?: string | { url?: string } };
	const url = typeof authorization === 'string' ? authorization : authorization?.url;
	return new URL(url ?? `${issuer?.replace(/\/$/, '')}/discovered/authorize`);
}

async function prepared(name: string) {
	const factory = await load(name);
	const list = withOptions[name] ?? ((bare: Factory) => bare);
	const { env, told } = followTheLog((env) => list(factory, env));
	const { core, providers } = prepare({ ...configuration(list(factory, env)), env, logger: {} } as never);
	const provider = providers[0] as ResolvedProvider;
	const id = String((provider as { options?: Options }).options?.id ?? provider.id);
	return { factory, env, told, core, provider, id, listed: list(factory, env) };
}

/** A copy of its module: it remembers in variables what it has seen, and refuses other configurations for it. */
async function coresOwnCheck() {
	const { href } = pathToFileURL(join(folder, 'lib/utils/assert.js'));
	const module = (await import(`${href}?copy`)) as {
		assertConfig: (request: object, options: object) => unknown;
	};
	return module.assertConfig;
}

test('the folder has been read', () => {
	expect(modules.length).toBeGreaterThanOrEqual(104);
	expect(modules).toEqual(expect.arrayContaining([...Object.keys(withOptions), 'apple', 'zoom']));
});

describe.each(modules)('%s', (name) => {
	test('the log leads to a provider that the core takes', async () => {
		const { core, told, provider } = await prepared(name);
		expect(core.providers).toHaveLength(1);
		const request = { url: new URL('http://localhost:3000/auth/providers') };
		const assertConfig = await coresOwnCheck();
		expect(assertConfig(request, core)).toBeInstanceOf(Array);
		const asked =
			provider.type === 'oauth' || provider.type === 'oidc' ? 2 : provider.type === 'email' ? 1 : 0;
		expect(told.length).toBeGreaterThanOrEqual(asked);
	});

	test.each(integrations)('leads where it says on %s', async (integration) => {
		const { factory, env, provider, id, listed } = await prepared(name);
		const issuer = providerOption<string>(provider, 'issuer');
		const sent = world(issuer);
		const app = makeApplication(integration, configuration(listed), { env });
		const person = new Person(app);
		const path = `${app.basePath}/signin/${id}`;
		if (provider.type === 'webauthn') {
			const visit = await person.visit(`${app.basePath}/webauthn-options/${id}`);
			expect(visit.json()).toMatchObject({
				action: 'authenticate',
				options: { challenge: expect.any(String) },
			});
			return;
		}
		const typed = { email: `${name}@test.example`, username: 'ada', password: 'secret' };
		const visit = await person.visit(path, { form: typed, follow: false });
		expect(complaints(app).filter((type) => !type.startsWith('experimental-webauthn'))).toEqual([]);
		expect(visit.status).toBe(302);
		const to = new URL(visit.redirects[0] ?? '');
		if (provider.type === 'credentials') {
			expect(to.href).toBe('http://localhost:3000/');
		} else if (provider.type === 'email') {
			expect(to.pathname).toBe(`${app.basePath}/verify-request`);
			if (env[`AUTH_${id.toUpperCase()}_SERVER`]) {
				expect(mail.letterTo(typed.email).subject).toBe('Sign in to localhost:3000');
				return;
			}
			expect(sent).toHaveLength(1);
			const said = [...(sent[0]?.headers ?? [])].flat().join(' ');
			expect(`${said} ${atob(/Basic (\S+)/.exec(said)?.[1] ?? '')}`).toContain('api-key');
			const body = await sent[0]?.text();
			expect(body).toContain(typed.email);
			if (env[`AUTH_${id.toUpperCase()}_FROM`]) expect(body).toContain('app@test.example');
		} else {
			const expected = authorizationUrl(factory, issuer);
			expect(to.origin + to.pathname).toBe(expected.origin + expected.pathname);
			expect(to.href).not.toContain('undefined');
			// A slash too few would lead to another host.
			if (env[`AUTH_${id.toUpperCase().replaceAll('-', '_')}_ISSUER`])
				expect(to.href).toMatch(/^https:\/\/issuer\.test\.example\/tenant\/\w/);
			const checks = (provider as { checks?: string[] }).checks ?? ['pkce'];
			const params = Object.fromEntries(to.searchParams);
			expect(params).toMatchObject({
				client_id: 'client-id',
				redirect_uri: `http://localhost:3000${app.basePath}/callback/${id}`,
				...(checks.includes('state') && { state: expect.stringMatching(/^.{20}/) }),
				...(checks.includes('nonce') && { nonce: expect.stringMatching(/^.{20}/) }),
				...(checks.includes('pkce') && {
					code_challenge: expect.stringMatching(/^[\w-]{43}$/),
					code_challenge_method: 'S256',
				}),
			});
			expect(checks.length).toBeGreaterThan(0);
		}
	});
});

describe.each(integrations)('providers on %s', (integration) => {
	const start = async (
		listed: unknown[],
		variables: Variables,
		settings: Settings = {},
		form: Variables = {},
	) => {
		const env = { ...goodEnv, ...variables };
		const app = makeApplication(integration, { providers: listed as Provider[] }, { env, ...settings });
		const begin = async (id: string) => {
			const person = new Person(app);
			const visit = await person.visit(`${app.basePath}/signin/${id}`, { form, follow: false });
			return { person, visit, to: new URL(visit.redirects[0] ?? 'about:blank') };
		};
		return { app, begin };
	};
	const id = { clientId: 'client-id', clientSecret: 'client-secret' };

	test('two of one kind beside each other, each with variables of its own', async () => {
		world('https://staff.test.example');
		const staff = (options: Options) => Keycloak({ ...options, id: 'staff-2' } as never);
		const fedi = (options: Options) => Mastodon({ ...options, id: 'fedi' } as never);
		const { begin, app } = await start([staff, Keycloak, fedi, Mastodon], {
			...{
				AUTH_STAFF_2_ID: 'staff',
				AUTH_STAFF_2_SECRET: 'x',
				AUTH_STAFF_2_ISSUER: 'https://staff.test.example',
			},
			...{ AUTH_FEDI_ID: 'fedi', AUTH_FEDI_SECRET: 'x', AUTH_FEDI_ISSUER: 'https://fedi.test.example/' },
			...{
				AUTH_MASTODON_ID: 'first',
				AUTH_MASTODON_SECRET: 'x',
				AUTH_MASTODON_ISSUER: 'https://m.test.example',
			},
		});
		const seen = await Promise.all(
			['staff-2', 'fedi', 'mastodon'].map(async (name) => {
				const { to } = await begin(name);
				return [
					to.origin + to.pathname,
					to.searchParams.get('client_id'),
					to.searchParams.get('redirect_uri'),
				];
			}),
		);
		const back = (name: string) => `http://localhost:3000${app.basePath}/callback/${name}`;
		expect(seen).toEqual([
			['https://staff.test.example/discovered/authorize', 'staff', back('staff-2')],
			['https://fedi.test.example/oauth/authorize', 'fedi', back('fedi')],
			['https://m.test.example/oauth/authorize', 'first', back('mastodon')],
		]);
		expect(complaints(app)).toEqual([expect.stringContaining('Set AUTH_KEYCLOAK_ID')]);
	});

	test.each<[string, unknown, Variables, string]>([
		['netsuite', NetSuite, { AUTH_NETSUITE_ID: 'x', AUTH_NETSUITE_SECRET: 'x' }, 'AUTH_NETSUITE_ACCOUNT_ID'],
		['mastodon', Mastodon, { AUTH_MASTODON_ID: 'x', AUTH_MASTODON_SECRET: 'x' }, 'AUTH_MASTODON_ISSUER'],
		['keycloak', Keycloak, { AUTH_KEYCLOAK_ID: 'x', AUTH_KEYCLOAK_SECRET: 'x' }, 'AUTH_KEYCLOAK_ISSUER'],
		['github', GitHub, { AUTH_GITHUB_ID: 'x' }, 'AUTH_GITHUB_SECRET'],
	])(
		'%s while it is unfinished: nobody is sent anywhere, and the others work',
		async (name, bare, env, variable) => {
			const { app, begin } = await start([bare, password, Spotify(id)], env);
			const { visit, to, person } = await begin(name);
			expect(visit.status).toBe(302);
			expect([to.origin, to.searchParams.get('error')]).toEqual(['http://localhost:3000', 'Configuration']);
			for (const method of ['GET', 'POST'] as const) {
				const form = method === 'POST' ? { form: { code: 'x' } } : {};
				const back = await person.visit(`${app.basePath}/callback/${name}?code=x`, {
					follow: false,
					...form,
				});
				expect(back.redirects[0]).toMatch(/^http:\/\/localhost:3000\/.*error=Configuration$/);
			}
			expect(complaints(app)[0]).toContain(variable);
			expect((await begin('spotify')).to.hostname).toBe('accounts.spotify.com');
			expect(await whoIs(await signedIn(app))).toBe('ada');
		},
	);

	test('parameters beside the URL of a module: both count', async () => {
		const scope = 'user-read-email user-top-read';
		const { begin } = await start(
			[
				Spotify({ ...id, authorization: { params: { scope, show_dialog: undefined } } }),
				Notion({ ...id, redirectUri: '' }),
				Dribbble(id),
			],
			{},
		);
		const spotify = (await begin('spotify')).to;
		expect([
			spotify.hostname,
			spotify.searchParams.get('scope'),
			spotify.searchParams.has('show_dialog'),
		]).toEqual(['accounts.spotify.com', scope, false]);
		expect((await begin('notion')).to.searchParams.get('redirect_uri')).toMatch(/\/callback\/notion$/);
		expect((await begin('dribbble')).to.searchParams.get('scope')).not.toBe('undefined');
	});

	test('an answer as a form stays one when other parameters of Apple are set', async () => {
		world('https://appleid.apple.com');
		const apple = Apple({
			...id,
			checks: ['pkce', 'state', 'nonce'],
			authorization: { params: { scope: 'name' } },
		});
		const { begin } = await start([apple], {}, { origin: 'https://app.test.example' });
		const { to, person } = await begin('apple');
		expect([to.searchParams.get('response_mode'), to.searchParams.get('scope')]).toEqual([
			'form_post',
			'name',
		]);
		const set = person.cookies.all.filter(({ name }) => /state|nonce|pkce|callback-url/.test(name));
		expect(set.map(({ name, sameSite, secure }) => [name, sameSite, secure]).sort()).toEqual([
			['__Secure-authjs.callback-url', 'none', true],
			['__Secure-authjs.nonce', 'none', true],
			['__Secure-authjs.pkce.code_verifier', 'none', true],
			['__Secure-authjs.state', 'none', true],
		]);
	});

	const away = async () => {
		throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
	};
	const discovery = 'https://id.test.example/x/.well-known/openid-configuration';
	const document = (issuer: string) => async () =>
		Response.json({ issuer, authorization_endpoint: 'https://id.test.example/authorize' });
	test.each<[string, () => Promise<Response>, string]>([
		['is away', away, `"keycloak": ${discovery} is needed and cannot be reached: ECONNREFUSED`],
		[
			'does not exist',
			async () => new Response('', { status: 404 }),
			`"keycloak": ${discovery} is needed and answers 404`,
		],
		[
			'has another name',
			document('https://id.test.example/y'),
			'names another issuer: https://id.test.example/y',
		],
		[
			'has a name with a slash',
			document('https://id.test.example/x/'),
			'names another issuer: https://id.test.example/x/',
		],
	])('an issuer that %s: the error page, and a log that says which', async (_, fetcher, told) => {
		vi.stubGlobal('fetch', fetcher);
		const env = {
			AUTH_KEYCLOAK_ID: 'x',
			AUTH_KEYCLOAK_SECRET: 'x',
			AUTH_KEYCLOAK_ISSUER: 'https://id.test.example/x',
		};
		const { app, begin } = await start([Keycloak], env, { logger: false });
		const { visit, person } = await begin('keycloak');
		expect(visit.status).toBe(302);
		expect(visit.redirects).toEqual([`http://localhost:3000${app.basePath}/error?error=Configuration`]);
		expect(visit.text).toBe('');
		const form = { providerId: 'keycloak' };
		const tried = await person.visit(app.actions.signIn, { form, follow: false });
		expect(tried.redirects.join()).not.toContain('id.test.example');
		const errors = app.logs.filter(({ level }) => level === 'error').map(({ text }) => text);
		expect(errors).toEqual([expect.stringContaining(told), expect.stringContaining(told)]);
		for (const text of errors)
			expect(text).toMatch(/^\[auth\] InvalidEndpoints: .*\(https:\/\/id\.test\.example\/x\)[^\n]*$/);
	});

	test('what was asked for with a fetch of its own is still asked for with that', async () => {
		const asked: string[] = [];
		const own = async (input: unknown) => {
			asked.push(String(input));
			return document('https://id.test.example/x')();
		};
		vi.stubGlobal('fetch', away);
		const keycloak = Keycloak({ ...id, issuer: 'https://id.test.example/x', [customFetch]: own } as never);
		const { begin } = await start([keycloak], {});
		expect((await begin('keycloak')).to.href).toContain('https://id.test.example/authorize?');
		expect(asked).toEqual([discovery]);
	});
});
