import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Provider } from '@auth/core/providers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepare } from '../../runtime/src/core/config/prepare.ts';
import { providerOption } from '../../runtime/src/core/providers/index.ts';
import type { ResolvedProvider } from '../../runtime/src/core/types.ts';
import { type Config, goodEnv, integrations, makeApplication } from './support/application.ts';
import { type Database, openDatabase } from './support/database.ts';
import { complaints, password } from './support/fixtures.ts';
import { type MailServer, startMailServer } from './support/mail.ts';
import { Person } from './support/person.ts';
import { world } from './support/world.ts';

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
