import { createClient } from '@libsql/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exec, npm } from '../../scripts/lib/process/exec.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { type Letter, type MailServer, startMailServer } from '../conformance/support/mail.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
	type HostUnderTest,
	type Kind,
	makeHostUnderTest,
	solidStart1,
	solidStart2,
	svelteKit3,
} from '../support/host-under-test.ts';
import { grace, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { viteConfigHost } from '../support/sveltekit-kinds.ts';

/*
 * `init` and `add-accounts` on a fresh host, built and started as in production, with a real mail server, database and
 * OpenID provider: a person signs up, and does everything that an account page is for.
 */

const kinds: [Kind, string][] = [
	[svelteKit3, '/auth'],
	[viteConfigHost, '/auth'],
	[solidStart2, '/api/auth'],
	[solidStart1, '/api/auth'],
];

const good = 'four words will do here';
const better = 'seven green owls at noon';

describe.each(kinds)('accounts on $name', (kind, authPath) => {
	let mails: MailServer;
	let browser: TestBrowser;
	let provider: IdentityProvider;
	let host: HostUnderTest;
	let server: RunningServer;
	let rows: (table: string) => Promise<Record<string, unknown>[]>;

	beforeAll(async () => {
		[mails, browser, host] = await Promise.all([startMailServer(), launchBrowser(), makeHostUnderTest(kind)]);
		provider = await startIdentityProvider([`${host.origin}${authPath}/callback/keycloak`]);
		const done = async (command: Promise<{ code: number | null; stdout: string; stderr: string }>) => {
			const { code, stdout, stderr } = await command;
			expect(code, `${stdout}\n${stderr}`).toBe(0);
		};
		await done(host.graft('init', '--yes', '--providers', 'keycloak'));
		await done(host.graft('add-accounts', '--yes', '--allow-dirty', '--mail', 'nodemailer'));
		await done(exec(...npm('run', 'db:push'), { cwd: host.folder, timeout: 120_000 }));
		await done(host.typeCheck());
		await done(host.build());
		const { host: at, port, auth } = mails.server;
		server = await host.startBuild({
			AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters',
			AUTH_KEYCLOAK_ID: provider.clientId,
			AUTH_KEYCLOAK_SECRET: provider.clientSecret,
			AUTH_KEYCLOAK_ISSUER: provider.issuer,
			AUTH_NODEMAILER_SERVER: `smtp://${auth.user}:${auth.pass}@${at}:${port}?ignoreTLS=true`,
			AUTH_NODEMAILER_FROM: 'The application <app@test.example>',
			DATABASE_URL: 'file:local.db',
		});
		const client = createClient({ url: `file:${host.folder}/local.db` });
		rows = async (table) => (await client.execute(`select * from ${table}`)).rows.map((row) => ({ ...row }));
	});
	afterAll(async () => {
		await server?.stop();
		await browser?.close();
		await provider?.close();
		await mails?.close();
		await host?.remove();
	});

	/** The next letter to somebody. */
	async function letter(to: string, before: number): Promise<Letter> {
		await expect.poll(() => mails.letters.length, { timeout: 10_000 }).toBeGreaterThan(before);
		return mails.letterTo(to);
	}

	const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

	test.each([
		['with JavaScript', true],
		['without JavaScript', false],
	])('%s: from signing up to deleting the account', async (_, javaScriptEnabled) => {
		const ada = `ada-${javaScriptEnabled}@example.com`;
		const { page, faults } = await browser.open({ javaScriptEnabled });
		const at = (path: string) => `${host.origin}${path}`;
		const go = (path: string) => page.goto(at(path));
		const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

		// Signed out, the account page is shut.
		await go('/account');
		expect(page.url()).toContain('/signin');
		await page.getByRole('link', { name: /sign up/i }).click();
		await page.waitForURL('**/signup*');
		let before = mails.letters.length;
		await page.getByLabel('E-mail').fill(ada);
		await page.getByLabel(/^Name/).fill('Ada');
		await press('Send the link');
		await page.getByText(`If ${ada} can be used`).waitFor();
		expect((await rows('user')).filter(({ email }) => email === ada)).toEqual([]);

		await page.goto((await letter(ada, before)).link);
		expect(page.url()).toBe(at('/set-password'));
		expect(await heading(page)).toMatch(/password/i);
		await page.getByLabel('Password', { exact: true }).fill('passwordpassword');
		await press(/save|choose|set|password/i);
		await page.getByRole('alert').waitFor();
		await page.getByLabel('Password', { exact: true }).fill(good);
		await press(/save|choose|set|password/i);
		await page.waitForURL(at('/'));
		expect((await rows('user')).filter(({ email }) => email === ada)).toMatchObject([{ name: 'Ada' }]);

		await go('/account');
		await page.getByText('(this browser)').waitFor();
		await page.getByText(ada).first().waitFor();

		// Another browser, with a wrong and the right password.
		const other = await browser.open({ javaScriptEnabled });
		await other.page.goto(at('/signin?redirectTo=/account'));
		const signIn = async (password: string) => {
			await other.page.getByLabel('E-mail').first().fill(ada);
			await other.page.getByLabel('Password').first().fill(password);
			await other.page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
		};
		await signIn('this is not the one');
		await other.page.getByText('These details do not match').waitFor();
		await signIn(good);
		await other.page.waitForURL((url) => url.pathname === '/account');
		await go('/account');
		await press('Sign out everywhere else');
		await page.getByText('signed out everywhere else').waitFor();
		await other.page.goto(at('/account'));
		expect(other.page.url()).toContain('/signin');

		// Another password.
		await go('/account');
		await page.getByLabel('Current password').fill(good);
		await page.getByLabel('New password').fill(better);
		before = mails.letters.length;
		await press('Save the password');
		await page.getByText('Your password is changed').waitFor();
		expect((await letter(ada, before)).subject).toContain('changed');

		// The way through a provider, added and removed.
		await press(/^Add Keycloak/i);
		await page.waitForURL((url) => url.origin !== host.origin);
		await page.getByLabel('Username').fill(grace.username);
		await page.getByLabel('Password').fill(grace.password);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.waitForURL((url) => url.origin === host.origin && url.pathname === '/account');
		await press(/^Remove Keycloak/i);
		await page.getByText('This way to sign in was removed').waitFor();
		expect(await rows('account')).toEqual([]);

		// Another address.
		const moved = `moved-${javaScriptEnabled}@example.com`;
		before = mails.letters.length;
		await page.getByLabel('New address').fill(moved);
		await press('Send the link');
		await page.getByText(`If ${moved} can be used`).waitFor();
		await page.goto((await letter(moved, before)).link);
		await press('Confirm');
		await page.getByText('Your e-mail address is changed').waitFor();
		expect((await rows('user')).map(({ email }) => email)).toContain(moved);

		// A lost password: all browsers are out, nobody is signed in.
		before = mails.letters.length;
		await go('/forgot-password');
		await page.getByLabel('E-mail').fill(moved);
		await press('Send the link');
		await page.getByText('If there is an account').waitFor();
		await page.goto((await letter(moved, before)).link);
		await page.getByLabel('Password', { exact: true }).fill(good);
		await press(/save|choose|set|password/i);
		await page.waitForURL(/\/signin/);
		await page.getByText('Your password is changed').waitFor();
		await go('/account');
		expect(page.url()).toContain('/signin');
		await page.getByLabel('E-mail').first().fill(moved);
		await page.getByLabel('Password').first().fill(good);
		await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
		await page.waitForURL((url) => url.origin === host.origin && url.pathname === '/account');

		const download = page.waitForEvent('download');
		await press('Download your data');
		expect((await download).suggestedFilename()).toBe('account.json');

		await page.getByText('Delete your account').click();
		await press('Delete it for good');
		await page.getByText('Your account was deleted').waitFor();
		expect((await rows('user')).filter(({ email }) => email === moved)).toEqual([]);
		expect([...faults, ...other.faults]).toEqual([]);
	});
});
