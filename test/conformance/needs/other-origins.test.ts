import { afterAll, describe, expect, test } from 'vitest';
import type { AuthClient } from '../../../runtime/src/sveltekit/client.ts';
import * as kitClient from '../../../runtime/src/sveltekit/client.ts';
import { type Config, integrations, makeApplication } from '../support/application.ts';
import { openBrowser } from '../support/browser.ts';
import { github, password, right, signedIn, whoIs, wrong } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('other-origins');
afterAll(() => expect(page.left).toEqual([]));

const origin = 'https://app.example.com';
const shop = 'https://shop.example.com/cart?x=1';

describe.each(integrations)('docs/needs/other-origins.md on %s', (integration) => {
	const make = async (config: Config = {}) => {
		const options = await page.options('src/auth.ts: options');
		// As in production, where SvelteKit refuses foreign forms by itself.
		const settings = { origin, basePath: '/auth', checkOrigin: true };
		const providers = [password, github];
		const app = makeApplication(
			integration,
			{ basePath: '/auth', providers, ...options, ...config },
			settings,
		);
		const client = await page.module<AuthClient>('src/auth-client.ts of the front end', {
			'@authgraft/runtime/sveltekit/client': kitClient,
		});
		return { app, client, person: new Person(app) };
	};

	test('its page signs people in, sees who they are, changes the session, and signs them out', async () => {
		const { app, client, person } = await make();
		const { opened } = openBrowser(app, person, shop);
		expect(await client.getSession()).toBeNull();
		expect(await client.signIn('credentials', { ...wrong, redirect: false })).toMatchObject({
			...{ ok: false, error: 'CredentialsSignin', status: 401 },
		});
		expect(await client.signIn('credentials', right)).toMatchObject({ ok: true, url: shop });
		expect(await client.getSession()).toMatchObject({ user: { name: 'ada' } });
		expect(await client.update({})).toMatchObject({ user: { name: 'ada' } });
		expect(await whoIs(person)).toBe('ada');
		expect(await client.signOut()).toMatchObject({ ok: true, url: shop });
		expect(await client.getSession()).toBeNull();
		expect(opened).toEqual([shop, shop]);
		// No cache hands what one origin may read to another.
		expect(app.answers.at(-1)?.headers).toContainEqual(['vary', 'Origin']);
		expect(app.logs.filter(({ level, type }) => level !== 'debug' && type !== 'CredentialsSignin')).toEqual(
			[],
		);
	});

	test('with a provider, too, which sends people back there', async () => {
		const { app, client, person } = await make();
		const { opened } = openBrowser(app, person, shop);
		await client.signIn('github');
		expect(opened[0]).toContain('https://github.com/login/oauth/authorize');
		expect(person.cookies.names()).toContain('__Secure-authjs.pkce.code_verifier');
		expect(decodeURIComponent(person.cookies.find('__Secure-authjs.callback-url')?.value ?? '')).toBe(shop);
	});

	test.each([
		['a neighbour', 'https://evil.example.com/'],
		['a subdomain of it', 'https://x.shop.example.com/'],
		['its name as the beginning', 'https://shop.example.com.evil.example/'],
		['another port', 'https://shop.example.com:8443/'],
		['the network', 'http://shop.example.com/'],
		['another site', 'https://evil.example/'],
	])('%s may not: nobody is signed in, out or seen', async (_, elsewhere) => {
		const { app, client } = await make();
		const person = await signedIn(app);
		openBrowser(app, person, elsewhere);
		const network = { ok: false, error: 'NetworkError', status: 0 };
		await expect(client.getSession()).rejects.toMatchObject({ error: 'NetworkError' });
		expect(await client.signIn('credentials', { ...right, username: 'mallory' })).toMatchObject(network);
		expect(await client.signOut()).toMatchObject(network);
		expect(await whoIs(person)).toBe('ada');
		// A plain form asks nobody before.
		const form = { ...right, username: 'mallory' };
		const { headers } = await person.visit(`${app.basePath}/signin/credentials`, {
			...{ form, from: new URL(elsewhere).origin, follow: false },
		});
		expect(headers.get('access-control-allow-origin')).toBeNull();
		expect(await whoIs(person)).toBe('ada');
	});

	test('signing in ends on no third site', async () => {
		const { app, person } = await make();
		for (const callbackUrl of [
			'https://evil.example/',
			'https://shop.example.com.evil.example/',
			'shop.example.com:/x',
		]) {
			const visit = await person.visit(`${app.basePath}/signin/credentials`, {
				form: { ...right, callbackUrl },
			});
			expect(visit.url).toBe(`${origin}/`);
		}
	});

	test.each([
		'*',
		'null',
		'https://*.example.com',
		'https://shop.example.com/',
		'https://shop.example.com/x',
		'http://shop.example.com',
		'shop.example.com',
		'https://SHOP.example.com',
	])('%s is no origin that can be allowed', async (entry) => {
		const { app, person } = await make({ allowedOrigins: [entry] });
		expect((await person.visit(`${app.basePath}/providers`)).status).toBe(500);
		expect(app.logs.map(({ text }) => text).join()).toContain(`"${entry}" is no origin`);
	});

	test('one that is no list is one origin, and not what its letters contain', async () => {
		const { client, app } = await make({ allowedOrigins: 'https://shop.example.com' as never });
		const person = await signedIn(app);
		openBrowser(app, person, shop);
		expect(await client.getSession()).toMatchObject({ user: { name: 'ada' } });
		openBrowser(app, person, 'https://shop.example.co/');
		await expect(client.getSession()).rejects.toMatchObject({ error: 'NetworkError' });
	});

	test('whoever forgot the option is told by the log, once', async () => {
		const { app, person } = await make({ allowedOrigins: [] });
		for (const from of ['https://shop.example.com', 'https://shop.example.com', 'https://evil.example'])
			await person.visit(`${app.basePath}/signin/credentials`, { json: right, from, follow: false });
		const told = app.logs.filter(({ text }) => text.includes('allowedOrigins'));
		expect(
			told.map(({ level, text }) => [level, text.includes('A POST of https://shop.example.com')]),
		).toEqual([['warn', true]]);
	});
});
