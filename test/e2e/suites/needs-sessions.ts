import { expect, test } from 'vitest';
import { createSessionCookie } from '../../../runtime/src/testing/index.ts';
import type { Config } from '../../conformance/support/application.ts';
import { ada } from '../../support/ada.ts';
import { grace } from '../../support/identity-provider.ts';
import { app, type Running, servePage, typePassword } from '../../support/needs/running.ts';

const hour = 60 * 60 * 1000;

/** Pages of docs/needs about whose session it is, how long, and where. */
export function describeNeedsOfSessions(get: () => Running): void {
	test.each([true, false])('remember-me: the box is ticked: %s', async (ticked) => {
		await get().serve('remember-me', ['app.example.com']);
		const { page, context, faults } = await get().open();
		await page.goto(`${app}/signin`);
		const form = page.locator('form').filter({ has: page.getByLabel('Password') });
		if (ticked) await form.getByLabel('Stay signed in').check();
		await typePassword(page);
		const session = (await context.cookies(app)).find(({ name }) => name === '__Secure-authjs.session-token');
		const days = ((session?.expires ?? 0) - Date.now() / 1000) / (24 * 60 * 60);
		expect(ticked ? Math.round(days) : session?.expires).toBe(ticked ? 30 : -1);
		const answer = await page.goto(`${app}${get().host.authPath}/session`);
		const { user, expires } = (await answer?.json()) ?? {};
		expect(user.name).toBe(ada.name);
		expect(Math.round((Date.parse(expires) - Date.now()) / hour)).toBe(ticked ? 30 * 24 : 12);
		expect(faults).toEqual([]);
	});

	test('remember-me: over a provider', async () => {
		await get().serve('remember-me', ['app.example.com']);
		const { page, context } = await get().open();
		await page.goto(`${app}/signin`);
		const form = page.locator('form').filter({ has: page.getByRole('button', { name: /keycloak/i }) });
		await form.getByLabel('Stay signed in').check();
		await form.getByRole('button').click();
		await page.getByLabel('Username').fill(grace.username);
		await page.getByLabel('Password').fill(grace.password);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.waitForURL((url) => url.origin === app);
		const session = (await context.cookies(app)).find(({ name }) => name.endsWith('session-token'));
		expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 60 * 60);
	});

	test('subdomains: one session on two hosts, and its end', async () => {
		await get().serve('subdomains', ['app.example.com']);
		await get().serve('subdomains', ['shop.example.com']);
		const shop = 'https://shop.example.com';
		const person = get().town.newPerson('app.example.com', 'shop.example.com');
		const { redirects } = await get().signIn(person, { callbackUrl: `${shop}/welcome` });
		expect(redirects[0]).toBe(`${shop}/welcome`);
		expect((await person.visit(`${shop}/dashboard`, { follow: false })).status).toBe(200);
		expect(await get().whoIs(person, shop)).toBe(ada.name);
		const other = get().town.newPerson('app.example.com', 'shop.example.com');
		const away = await get().signIn(other, { callbackUrl: 'https://evil.test/' });
		expect(away.redirects[0]).toBe(`${app}/`);
		await person.visit(`${shop}${get().host.authPath}/signout`, { form: {}, follow: false });
		expect(await get().whoIs(person)).toBe('nobody');
		expect(person.cookies.find('__Secure-example.session')).toBeUndefined();
	});

	test('iframes: signed in within the frame, there alone; and nobody else embeds it', async () => {
		const embedded = 'https://app.embedded.test';
		await get().serve('iframes', ['app.embedded.test']);
		const outer = await servePage(`<iframe name="app" src="${embedded}/signin?redirectTo=/"></iframe>`);
		for (const name of ['partner.example.com', 'evil.test']) get().town.lead(name, outer);
		const { page, context, faults } = await get().open();
		await page.goto('https://partner.example.com/');
		const frame = page.frameLocator('iframe');
		await frame.getByLabel('E-mail').fill(ada.email);
		await frame.getByLabel('Password').fill(ada.password);
		await frame.getByRole('button', { name: 'Sign in', exact: true }).click();
		await frame.getByTestId('who').getByText(ada.name).waitFor();
		expect(faults).toEqual([]);

		const alone = await context.newPage();
		await alone.goto(`${embedded}/`);
		expect(await alone.getByTestId('who').textContent()).toBe('nobody');

		await page.frame('app')?.goto(`${embedded}/signout`);
		await frame.getByRole('button', { name: 'Sign out' }).click();
		await frame.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'detached' });
		await page.frame('app')?.goto(`${embedded}/`);
		await frame.getByTestId('who').getByText('nobody').waitFor();

		await page.goto('https://evil.test/');
		await page.waitForLoadState('networkidle');
		expect(page.frames().map((one) => one.url())).toEqual([
			'https://evil.test/',
			'chrome-error://chromewebdata/',
		]);
	});

	test('tenants: providers and sessions of their own', async () => {
		const names = ['acme.example.com', 'globex.example.com', 'unknown.example.com'];
		const server = await get().serve('tenants', names, { AUTH_TRUST_HOST: 'true' });
		const { host, secret, town } = get();
		for (const tenant of ['acme', 'globex']) {
			const person = town.newPerson(`${tenant}.example.com`);
			const { redirects } = await person.visit(`${host.authPath}/signin/github`, { form: {}, follow: false });
			expect(new URL(redirects[0] ?? '').searchParams.get('client_id')).toBe(`id-of-${tenant}`);
		}
		type Tenants = { authConfig(event: { request: Request }): Promise<Config> };
		const { authConfig } = await host.blocks.page('tenants').module<Tenants>('src/auth.ts');
		const url = 'https://acme.example.com/';
		const config = {
			env: { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' },
			providers: [],
			...(await authConfig({ request: new Request(url) })),
		};
		const cookie = await createSessionCookie(config, { id: '1', name: 'Ada' }, { url });
		const seen = [];
		for (const name of names) {
			const person = town.newPerson(name);
			const { text } = await person.visit('/', { headers: { cookie } });
			const { status } = await person.visit('/dashboard', { headers: { cookie }, follow: false });
			seen.push([text.includes('>Ada<'), status, (await person.visit(`${host.authPath}/providers`)).status]);
		}
		expect(seen).toEqual([
			[true, 200, 200],
			[false, expect.toSatisfy((status: number) => status === 302 || status === 303), 200],
			[false, 500, 500],
		]);
		expect(server.output()).toContain('This host is nobody’s.');
	});

	test('several-sign-in-pages: back to the one where people began', async () => {
		await get().serve('several-sign-in-pages', ['app.example.com']);
		for (const [wanted, signInPage, heading] of [
			['/admin', '/admin/signin', 'Admin'],
			['/de/account', '/de/signin', 'Konto'],
		] as const) {
			const { page, faults } = await get().open();
			const query = (): [string, string | null, boolean] => {
				const { pathname, searchParams } = new URL(page.url());
				return [pathname, searchParams.get('redirectTo'), searchParams.has('error')];
			};
			await page.goto(app + wanted);
			expect(query()).toEqual([signInPage, wanted, false]);
			await page.getByRole('button', { name: 'Sign in with Keycloak' }).click();
			await page.getByRole('button', { name: 'Cancel' }).click();
			await page.getByRole('alert').waitFor();
			expect(query()).toEqual([signInPage, wanted, true]);
			await typePassword(page, `not-${ada.password}`);
			await page.getByRole('alert').waitFor();
			expect(new URL(page.url()).pathname).toBe(signInPage);
			await typePassword(page);
			await page.getByRole('heading', { name: heading }).waitFor();
			expect(page.url()).toBe(app + wanted);
			expect(faults).toEqual([]);
		}
	});
}
