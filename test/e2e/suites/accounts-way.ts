import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Letter } from '../../conformance/support/mail.ts';
import type { AccountsHost } from '../../support/accounts-host.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { grace } from '../../support/identity-provider.ts';

const good = 'four words will do here';
const better = 'seven green owls at noon';

/** A host with accounts that runs, as people see it. */
export interface RunningAccounts {
	made: AccountsHost;
	browser: TestBrowser;
	/** Where people see it. */
	origin: string;
	/** `''` or `/app`. */
	base: string;
}

/** A person signs up, and does everything that an account page is for. */
export function describeAccountsWay(get: () => RunningAccounts): void {
	test('what is typed before the script runs is there when it has run', async () => {
		const { browser, origin, base } = get();
		const { page, faults } = await browser.open({ ignoreHTTPSErrors: origin.startsWith('https:') });
		const address = 'typed-early@example.com';
		for (const path of ['/signin', '/signup', '/forgot-password']) {
			let release = () => {};
			const held = new Promise<void>((done) => {
				release = done;
			});
			let scripts = 0;
			await page.route(/\.m?js(?:\?|$)/, async (route) => {
				scripts++;
				await held;
				await route.continue();
			});
			await page.goto(`${origin}${base}${path}`, { waitUntil: 'commit' });
			const field = page.getByLabel('E-mail').first();
			await field.fill(address);
			release();
			await page.waitForLoadState('networkidle');
			// Behind the last script there is still what it does.
			await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
			expect([path, scripts > 0, await field.inputValue()]).toEqual([path, true, address]);
			await page.unrouteAll({ behavior: 'wait' });
		}
		expect(faults).toEqual([]);
	});

	const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

	test.each([
		['with JavaScript', true],
		['without JavaScript', false],
	])('%s: from signing up to deleting the account', async (_, javaScriptEnabled) => {
		const { made, browser, origin, base } = get();
		const { mails, rows } = made;
		const secure = origin.startsWith('https:');
		const ada = `ada-${javaScriptEnabled}@example.com`;
		const opening = { javaScriptEnabled, ignoreHTTPSErrors: secure };
		const { page, context, faults } = await browser.open(opening);
		const at = (path: string) => `${origin}${base}${path}`;
		/** The next letter to somebody: its link leads to where people see the application. */
		const letter = async (to: string, before: number): Promise<Letter> => {
			await expect.poll(() => mails.letters.length, { timeout: 10_000 }).toBeGreaterThan(before);
			await expect.poll(() => mails.letters.slice(before).some((one) => one.to === to)).toBe(true);
			const found = mails.letterTo(to);
			if (found.link) expect(found.link).toContain(at(''));
			return found;
		};
		const isHere = (path: string) => (url: URL) => url.origin === origin && url.pathname === `${base}${path}`;
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
		await page.waitForURL(isHere('/'));
		const cookies = async () => (await context.cookies(at('/'))).map(({ name }) => name);
		expect(await cookies()).toContain(`${secure ? '__Secure-' : ''}authjs.session-token`);
		expect(await cookies()).toContain(`${secure ? '__Host-' : ''}authgraft.known`);
		expect((await rows('user')).filter(({ email }) => email === ada)).toMatchObject([{ name: 'Ada' }]);

		await go('/account');
		await page.getByText('(this browser)').waitFor();
		await page.getByText(ada).first().waitFor();

		// Another browser, with a wrong and the right password.
		const other = await browser.open(opening);
		await other.page.goto(at(`/signin?redirectTo=${base}/account`));
		const signIn = async (password: string) => {
			await other.page.getByLabel('E-mail').first().fill(ada);
			await other.page.getByLabel('Password').first().fill(password);
			await other.page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
		};
		await signIn('this is not the one');
		await other.page.getByText('These details do not match').waitFor();
		await signIn(good);
		await other.page.waitForURL(isHere('/account'));
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
		await page.waitForURL((url) => url.origin !== origin);
		await page.getByLabel('Username').fill(grace.username);
		await page.getByLabel('Password').fill(grace.password);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.waitForURL(isHere('/account'));
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
		await page.waitForURL(isHere('/account'));

		const download = page.waitForEvent('download');
		await press('Download your data');
		expect((await download).suggestedFilename()).toBe('account.json');

		await page.getByText('Delete your account').click();
		await press('Delete it for good');
		await page.getByText('Your account was deleted').waitFor();
		expect((await rows('user')).filter(({ email }) => email === moved)).toEqual([]);
		expect([...faults, ...other.faults]).toEqual([]);
	});
}
