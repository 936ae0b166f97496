import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as solidStart from '../../../runtime/src/solid-start/index.ts';
import * as svelteKit from '../../../runtime/src/sveltekit/index.ts';
import {
	type Config,
	goodEnv,
	integrations,
	makeApplication,
	type OwnRoute,
} from '../support/application.ts';
import { github, password, right, wrong } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('several-sign-in-pages');
afterAll(() => expect(page.left).toEqual([]));
beforeEach(() => void vi.stubEnv('AUTH_SECRET', goodEnv.AUTH_SECRET));
afterEach(() => void vi.unstubAllEnvs());

const runtimes = { sveltekit: svelteKit, 'solid-start': solidStart };
const origin = 'http://localhost:3000';
const pages = { signIn: '/signin', error: '/signin' };
type ConfigFor = (event: { request: Request }) => Promise<Config>;

describe.each(integrations)('docs/needs/several-sign-in-pages.md on %s', (integration) => {
	const basePath = integration === 'sveltekit' ? '/auth' : '/api/auth';
	const providers = [password, github];
	const signInPages = ['/admin/signin', '/de/signin', '/login'];

	const make = (config: Config | ConfigFor = { providers, pages }) => {
		// On SvelteKit each of them has an action of its own.
		let act: OwnRoute = () => ({});
		const routes = Object.fromEntries(
			signInPages.map((path): [string, OwnRoute] => [`POST ${path}`, (event) => act(event)]),
		);
		const app = makeApplication(integration, config, { basePath, routes });
		if (integration === 'sveltekit') act = app.module.signIn as OwnRoute;
		const person = new Person(app);
		/** Goes to the provider from a page, and comes back with its "no". */
		const refuse = async (from: string, fields: Record<string, string> = {}, byAction = false) => {
			const { pathname } = new URL(from, origin);
			const path = byAction
				? integration === 'sveltekit'
					? pathname
					: app.actions.signIn
				: `${basePath}/signin/github`;
			const form = { ...fields, ...(byAction && { providerId: 'github' }) };
			await person.visit(path, { form, headers: { referer: `${origin}${from}` }, follow: false });
			const { redirects } = await person.visit(`${basePath}/callback/github?error=access_denied`, {
				follow: false,
			});
			return redirects[0]?.replace(origin, '');
		};
		return { app, person, refuse };
	};

	test('the rule leads to its own page', async () => {
		const runtime = runtimes[integration];
		const { guardAdmin } = await page.module<{ guardAdmin: unknown }>('the hook or middleware', {
			'@authgraft/runtime/sveltekit': runtime,
		});
		expect(guardAdmin).toBeTypeOf('function');
		const app = makeApplication(
			integration,
			{ providers, pages },
			{ protect: { signInPage: '/admin/signin' } },
		);
		const { redirects } = await new Person(app).visit('/dashboard', { follow: false });
		expect(redirects[0]).toBe(`${origin}/admin/signin?redirectTo=%2Fdashboard`);
	});

	test.each([false, true])(
		'after "no" at the provider people are where they began (by an action: %s)',
		async (byAction) => {
			const error = 'error=OAuthCallbackError';
			const { refuse, person } = make();
			const wanted = { redirectTo: '/admin/orders', callbackUrl: '/admin/orders' };
			const back = `${error}&redirectTo=%2Fadmin%2Forders`;
			expect(await refuse('/admin/signin?redirectTo=/admin/orders', wanted, byAction)).toBe(
				`/admin/signin?${back}`,
			);
			expect(await refuse('/de/signin', wanted, byAction)).toBe(`/de/signin?${back}`);
			expect(await refuse('/login?redirectTo=/admin/orders', wanted, byAction)).toBe(`/login?${back}`);
			// And from the usual one they come back to that, whatever was begun before.
			await person.visit(`${basePath}/signin/github`, {
				form: {},
				headers: { referer: `${origin}/login?redirectTo=/` },
				follow: false,
			});
			expect(await refuse('/signin', wanted)).toBe(`/signin?${back}`);
			expect(person.cookies.names()).not.toContain('authgraft.start');
		},
	);

	test('a page that signs nobody in is none: its button leads to the usual one', async () => {
		const { refuse } = make();
		expect(await refuse('/pricing', { callbackUrl: '/' })).toBe('/signin?error=OAuthCallbackError');
	});

	test.each([
		['another site', 'https://evil.example/signin?redirectTo=/x'],
		['no page', ''],
		['what is no address', '::'],
	])('%s is no page to come back to', async (_, referer) => {
		const { person } = make();
		await person.visit(`${basePath}/signin/github`, { form: {}, headers: { referer }, follow: false });
		const { redirects } = await person.visit(`${basePath}/callback/github?error=access_denied`, {
			follow: false,
		});
		expect(redirects[0]).toBe(`${origin}/signin?error=OAuthCallbackError`);
	});

	test.each([
		'https://evil.example/signin',
		'//evil.example/signin',
		'/\\evil.example',
		'javascript:alert(1)',
	])('a cookie that says %s leads nowhere', async (planted) => {
		const { person } = make();
		await person.visit(`${basePath}/signin/github`, { form: {}, follow: false });
		person.cookies.set(
			'authgraft.start',
			encodeURIComponent(new URLSearchParams({ page: planted }).toString()),
		);
		const { redirects } = await person.visit(`${basePath}/callback/github?error=access_denied`, {
			follow: false,
		});
		expect(redirects[0]).toBe(`${origin}/signin?error=OAuthCallbackError`);
	});

	test('after a wrong password as well', async () => {
		const { app, person } = make();
		const headers = { referer: `${origin}/admin/signin` };
		const form = { ...wrong, callbackUrl: '/admin' };
		const { redirects } = await person.visit(`${app.basePath}/signin/credentials`, {
			form,
			headers,
			follow: false,
		});
		expect(redirects[0]).toBe(
			`${origin}/admin/signin?error=CredentialsSignin&code=credentials&redirectTo=%2Fadmin`,
		);
	});

	test('without a wanted page people go back to where they were, and never to a sign-in page', async () => {
		for (const [from, to] of [
			['/pricing?plan=2', '/pricing?plan=2'],
			['/signin', '/'],
			['/de/signin?redirectTo=/de/account', '/de/account'],
			['https://evil.example/x', '/'],
		] as const) {
			const { app, person } = make();
			const headers = { referer: new URL(from, origin).href };
			const at = { headers, follow: false };
			const byForm = await person.visit(`${app.basePath}/signin/credentials`, { form: right, ...at });
			const byAction = await person.visit(app.actions.signIn, {
				form: { ...right, providerId: 'credentials' },
				...at,
			});
			expect([from, byForm.redirects[0], byAction.redirects[0]]).toEqual([
				from,
				`${origin}${to}`,
				`${origin}${to}`,
			]);
		}
	});

	test('a language stays the language', async () => {
		const { authConfig } = await page.module<{ authConfig: ConfigFor }>('src/auth.ts');
		const { refuse, app } = make(async (event) => ({ ...(await authConfig(event)), providers }));
		const wanted = { redirectTo: '/de/account', callbackUrl: '/de/account' };
		expect(await refuse('/de/signin?redirectTo=/de/account', wanted)).toBe(
			'/de/signin?error=OAuthCallbackError&redirectTo=%2Fde%2Faccount',
		);
		// The action's request has that page for its usual one, the provider's answer another.
		expect(await refuse('/de/signin?redirectTo=/de/account', wanted, true)).toBe(
			'/de/signin?error=OAuthCallbackError&redirectTo=%2Fde%2Faccount',
		);
		const config = await authConfig({ request: new Request(`${origin}/de/account`) });
		expect([config.pages?.signIn, config.pages?.error]).toEqual(['/de/signin', '/de/signin']);
		expect((await authConfig({ request: new Request(`${origin}/design`) })).pages?.signIn).toBe('/signin');
		expect(app.logs.filter(({ level }) => level === 'warn')).toEqual([]);
	});
});
