import { describe, expect, test } from 'vitest';
import {
	type Application,
	type Config,
	integrations,
	makeApplication,
	secret,
} from './support/application.ts';
import { openDatabase } from './support/database.ts';
import {
	askForLink,
	complaints,
	confirm,
	github,
	linkProvider,
	password,
	signedIn,
	whoIs,
} from './support/fixtures.ts';
import { Person } from './support/person.ts';

describe.each(integrations)('the function form on %s', (integration) => {
	test('fault 23: it gets the event, and the platform of that event supplies secret, trust and providers', async () => {
		const seen: string[] = [];
		const app = makeApplication(
			integration,
			async ({ request }) => {
				seen.push(new URL(request.url).pathname);
				return { secret, trustHost: true, providers: [password] };
			},
			{ env: {} },
		);
		const ada = await signedIn(app);
		expect(await whoIs(ada)).toBe('ada');
		expect(seen).toContain('/');
		expect((await ada.visit('/dashboard')).status).toBe(200);
	});

	test('a new object for each request does not flood the log', async () => {
		const app = makeApplication(integration, async () => ({ secret: 'short', providers: [password] }));
		for (let view = 0; view < 4; view++) await new Person(app).visit('/');
		expect(complaints(app)).toEqual(['MissingSecret']);
	});

	test('two tenants by host name do not see each other', async () => {
		const secretOf = (host: string) => `${host}-`.repeat(10);
		const app = makeApplication(integration, async ({ request }) => ({
			secret: secretOf(request.headers.get('x-tenant') ?? 'one'),
			providers: [password],
		}));
		const ada = await signedIn(app);
		const headers = { 'x-tenant': 'two' };
		expect((await ada.visit('/', { headers })).text).toBe('null');
	});

	describe('tenants with one AUTH_SECRET', () => {
		const said = (app: Application) =>
			app.logs.filter(({ level }) => level === 'warn').map((line) => JSON.stringify(line));
		/** A header says whose request it is. */
		function make(ofTenant: (name: string) => Config) {
			return makeApplication(integration, async ({ request }) => {
				const name = request.headers.get('x-tenant') ?? 'one';
				return { providers: [password], tenant: name, ...ofTenant(name) };
			});
		}
		const two = { headers: { 'x-tenant': 'two' } };

		test('a session of one is worth nothing at another', async () => {
			const app = make(() => ({}));
			const ada = await signedIn(app);
			const cookie = ada.cookies.header(app.origin, { method: 'GET', from: null });
			expect(await whoIs(ada)).toBe('ada');
			const headers = { ...two.headers, cookie };
			expect((await new Person(app).visit('/', { headers })).text).toBe('null');
			expect((await new Person(app).visit('/dashboard', { headers, follow: false })).status).not.toBe(200);
			expect((await new Person(app).visit(`${app.basePath}/session`, { headers })).text).toBe('null');
			expect(said(app)).toEqual([]);
		});

		test('nor with a secret of `jwt`, whatever it is', async () => {
			const app = make(() => ({ jwt: { secret } as never }));
			const ada = await signedIn(app);
			expect(await whoIs(ada)).toBe('ada');
			expect((await ada.visit('/', two)).text).toBe('null');
		});

		test('in one database neither; and its link of an e-mail, too', async () => {
			const { adapter, rows } = await openDatabase();
			const links: { to: string; url: string }[] = [];
			const app = make(() => ({ adapter, providers: [linkProvider(links)] }));
			const ada = new Person(app);
			await askForLink(app, ada, 'ada@test.example');
			const stolen = new Person(app);
			const refused = await stolen.visit(links[0]?.url ?? '', { form: {}, follow: false, ...two });
			expect(refused.redirects[0]).toContain('error=Verification');
			await confirm(ada, links[0]?.url ?? '');
			expect((await ada.visit('/')).text).toContain('ada@test.example');
			expect(await rows('session')).toMatchObject([{ sessionToken: expect.stringMatching(/\.one$/) }]);
			const cookie = ada.cookies.header(app.origin, { method: 'GET', from: null });
			const headers = { ...two.headers, cookie };
			expect((await new Person(app).visit('/', { headers })).text).toBe('null');
			expect((await ada.visit('/')).text).toContain('ada@test.example');
			// Whoever ends it there has it.
			await ada.visit(`${app.basePath}/signout`, { form: {} });
			expect(await rows('session')).toEqual([]);
		});

		test('a sign-in that was begun at one does not end at another', async () => {
			const app = make(() => ({ providers: [github] }));
			const ada = new Person(app);
			const start = await ada.visit(`${app.basePath}/signin/github`, { form: {}, follow: false });
			const state = new URL(start.redirects[0] ?? '').searchParams.get('state') ?? '';
			const query = new URLSearchParams({ code: 'c', state });
			const path = `${app.basePath}/callback/github?${query}`;
			expect((await ada.visit(path, { follow: false, ...two })).redirects[0]).toContain('error=InvalidCheck');
		});

		test.each(['', 'a.b', 'a b', 'ü', 'x'.repeat(65), 1, null])(
			'%j is no name of a tenant: told',
			async (name) => {
				const app = makeApplication(integration, { providers: [password], tenant: name as never });
				await new Person(app).visit('/');
				expect(JSON.stringify(app.logs)).toContain('tenant is');
			},
		);

		test('without names: said once, where other providers show that there are several', async () => {
			const app = make((name) => ({
				tenant: undefined as never,
				providers: name === 'one' ? [password] : [password, github],
			}));
			const ada = await signedIn(app);
			expect(said(app)).toEqual([]);
			for (let time = 0; time < 2; time++) await ada.visit('/', two);
			expect(said(app)).toEqual([expect.stringContaining('`tenant')]);
		});

		test('without names: said once, where sessions come to several hosts, and not for made-up names', async () => {
			const app = make(() => ({ tenant: undefined as never }));
			const ada = await signedIn(app);
			await ada.visit('/');
			const other = { 'x-forwarded-host': 'two.example', 'x-forwarded-proto': 'http' };
			await new Person(app).visit('/', { headers: other });
			expect(said(app)).toEqual([]);
			for (let time = 0; time < 2; time++) await ada.visit('/', { headers: other });
			expect(said(app)).toEqual([expect.stringContaining('`tenant')]);
		});
	});

	test('a function that rejects: pages still work, signed out, guards are shut, endpoints say 500', async () => {
		const app = makeApplication(integration, async () => {
			throw new Error('The vault is sealed');
		});
		const ada = new Person(app);
		expect([(await ada.visit('/')).status, (await ada.visit('/')).text]).toEqual([200, 'null']);
		expect((await ada.visit('/dashboard', { follow: false })).status).toBe(500);
		expect((await ada.visit(`${app.basePath}/session`)).status).toBe(500);
		expect(JSON.stringify(app.logs)).toContain('The vault is sealed');
		expect(JSON.stringify(app.answers)).not.toContain('The vault is sealed');
	});
});
