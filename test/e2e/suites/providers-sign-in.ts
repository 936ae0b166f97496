import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProviderPerson } from '../../support/identity-provider.ts';
import { Person } from '../../support/people.ts';
import { type Added, keycloaks, useBuild } from './providers.ts';
import { describeWhileDeveloping } from './providers-development.ts';

/** Whoever sends a form of the sign-in page, in either framework's. */
export const formOf = (page: Page, id: string) =>
	page.locator(`form[action$="/signin/${id}"], form:has(input[name="providerId"][value="${id}"])`);

/** Signing in through what was added, with sessions in a database. */
export function describeSignIn(get: () => Added): void {
	describe('with an adapter', () => {
		beforeAll(async () => {
			const { host, mail } = get();
			await host.addAdapter();
			const { auth, port } = mail.server;
			const variables = {
				AUTH_NODEMAILER_SERVER: `smtp://${auth.user}:${auth.pass}@127.0.0.1:${port}?ignoreTLS=true`,
				AUTH_NODEMAILER_FROM: 'The shop <shop@test.example>',
			};
			const { output } = await host.pipe(variables, 'add-provider', 'nodemailer', '--stdin');
			expect(output).not.toContain(auth.pass);
			expect(await host.read('package.json')).toContain('"nodemailer"');
			await host.commit();
		});
		useBuild(get);

		test.each(Object.entries(keycloaks))('signs in through %s, and out', async (id, who) => {
			const { host, browser } = get();
			const { page, faults } = await browser.open();
			const person = new Person(page, host.origin, host.endpoints);
			await person.expectSignedIn('nobody');
			const sent = await signInThrough(get(), page, id, who);
			expect(sent.origin).toBe(host.origin);
			expect(sent.pathname).toBe(new URL(get().callbacks.get(id) ?? '').pathname);
			await person.expectSignedIn(who.name);
			expect((await host.rows('user')).map(({ email }) => email)).toContain(who.email);
			expect(await host.rows('session')).toHaveLength(1);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(await host.rows('session')).toEqual([]);
			expect(faults).toEqual([]);
		});

		test('signs in with a link by e-mail', async () => {
			const { host, browser, mail } = get();
			const { page, faults } = await browser.open();
			const person = new Person(page, host.origin, host.endpoints);
			const email = 'edith@test.example';
			await page.goto(`${host.origin}/signin`);
			const form = formOf(page, 'nodemailer');
			await form.getByLabel('E-mail').fill(email);
			await form.getByRole('button', { name: 'Sign in with Nodemailer' }).click();
			await page.waitForURL((url) => url.pathname === `${host.authPath}/verify-request`);
			const { link, from } = mail.letterTo(email);
			expect(from).toContain('shop@test.example');
			expect(from).toContain('The shop');
			expect(link.startsWith(`${host.origin}${host.authPath}/callback/nodemailer?`)).toBe(true);
			await page.goto(link);
			expect(await host.rows('session')).toEqual([]);
			await page.getByRole('button', { name: 'Sign in' }).click();
			await page.waitForURL((url) => !url.pathname.startsWith(host.authPath));
			const session = await (await page.goto(host.origin + host.endpoints.session))?.json();
			expect(session.user.email).toBe(email);
			expect(await host.rows('session')).toHaveLength(1);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(faults).toEqual([]);
		});

		// The last one: it may clear what was built away.
		describeWhileDeveloping(get);
	});
}

/** @returns the redirect_uri that the OpenID provider was asked with. */
async function signInThrough(
	{ host, provider }: Added,
	page: Page,
	id: string,
	{ username, password }: ProviderPerson,
): Promise<URL> {
	await page.goto(`${host.origin}/signin`);
	const redirectUri = (url: string) => new URL(url).searchParams.get('redirect_uri');
	const [asked] = await Promise.all([
		page.waitForRequest((sent) => sent.url().startsWith(provider.issuer) && redirectUri(sent.url()) !== null),
		formOf(page, id).getByRole('button').click(),
	]);
	await page.getByLabel('Username').fill(username);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.waitForURL((url) => url.origin === host.origin);
	return new URL(redirectUri(asked.url()) ?? '');
}
