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
import { afterEach, describe, expect, test, vi } from 'vitest';
import { goodEnv, integrations, makeApplication, type Settings } from './support/application.ts';
import { complaints, password, signedIn, whoIs } from './support/fixtures.ts';
import { Person } from './support/person.ts';
import { world } from './support/world.ts';

type Variables = Record<string, string>;
type Options = Record<string, unknown>;

afterEach(() => vi.unstubAllGlobals());

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
