import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dressHost } from '../../scripts/lib/looks/dress.ts';
import type { Dress } from '../../scripts/lib/looks/sheets.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { type AccountsHost, makeAccountsHost } from '../support/accounts-host.ts';
import { faultsInViews, faultsOf, views } from '../support/axe.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type HostUnderTest, type Kind, solidStart2, svelteKit3 } from '../support/host-under-test.ts';
import { SharedPackages } from '../support/shared-packages.ts';

/*
 * Every page for accounts in every style, as people with low sight, a small window or a screen reader meet it: no fault that
 * axe-core finds, in whatever state the page is.
 */

const frameworks = {
	sveltekit: { kind: svelteKit3, authPath: '/auth' },
	'solid-start': { kind: solidStart2, authPath: '/api/auth' },
};

const hosts: [keyof typeof frameworks, Dress][] = [
	['sveltekit', 'plain'],
	['sveltekit', 'tailwind'],
	['sveltekit', 'daisyui'],
	['sveltekit', 'shadcn'],
	['solid-start', 'plain'],
	['solid-start', 'tailwind'],
];

const password = 'four words will do here';
const ada = 'ada@example.com';

const shared = { sveltekit: new SharedPackages('sveltekit3-dressed'), 'solid-start': undefined };

/** A host of the kind in a style of its own. */
const dressed = (kind: Kind, framework: keyof typeof frameworks, dress: Dress): Kind => ({
	...kind,
	name: `${kind.name} (${dress})`,
	async make(folder) {
		await kind.make(folder);
		await dressHost(folder, framework, dress);
	},
	packages: dress === 'plain' ? kind.packages : shared[framework],
});

describe.each(hosts)('pages for accounts on %s, %s', (framework, dress) => {
	let browser: TestBrowser;
	let accounts: AccountsHost;
	let server: RunningServer;

	beforeAll(async () => {
		const { kind, authPath } = frameworks[framework];
		[browser, accounts] = await Promise.all([
			launchBrowser(),
			makeAccountsHost(dressed(kind, framework, dress), { authPath, dress: addProviders }),
		]);
		const others = {
			AUTH_GITHUB_ID: 'x',
			AUTH_GITHUB_SECRET: 'x',
			AUTH_GOOGLE_ID: 'x',
			AUTH_GOOGLE_SECRET: 'x',
		};
		server = await accounts.host.startBuild({ ...accounts.env, ...others });
	});
	afterAll(async () => {
		await server?.stop();
		await browser?.close();
		await accounts?.close();
	});

	test('are in the style of the host', async () => {
		const { host } = accounts;
		const styles = `src/lib/auth-pages.${dress === 'plain' ? 'css' : 'ts'}`;
		expect(await host.read(styles)).toContain(sign[dress]);
	});

	test('have no fault in any view', async () => {
		const { host, mails, database } = accounts;
		const { page } = await browser.open();
		const faults: string[] = [];
		const look = async (state: string) => {
			faults.push(...(await faultsInViews(page)).map((fault) => `${state}, ${fault}`));
		};
		const go = (path: string) => page.goto(host.origin + path);
		const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).first().fill(text);
		const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
		const alert = () => page.getByRole('alert').waitFor();
		const done = () => page.getByRole('status').waitFor();

		await go('/signin');
		await look('sign in');
		await fill('E-mail', ada);
		await fill('Password', 'not the password');
		await press('Sign in');
		await alert();
		await look('sign in, refused');

		await go('/forgot-password');
		await look('forgotten password');
		await sendUnchecked(page, 'E-mail', 'no address');
		await alert();
		await look('forgotten password, refused');
		await fill('E-mail', ada);
		await press('Send the link');
		await done();
		await look('forgotten password, sent');

		await go('/set-password');
		await look('set a password, without a link');

		await go('/signup');
		await look('sign up');
		await sendUnchecked(page, 'E-mail', 'no address');
		await alert();
		await look('sign up, refused');
		const before = mails.letters.length;
		await fill('E-mail', ada);
		await fill('Name (optional)', 'Ada');
		await press('Send the link');
		await done();
		await look('sign up, sent');

		await expect.poll(() => mails.letters.length, { timeout: 10_000 }).toBeGreaterThan(before);
		await page.goto(mails.letterTo(ada).link);
		await page.getByRole('button', { name: 'Show' }).waitFor();
		await look('set a password');
		await fill('Password', 'passwordpassword');
		await press('Save the password');
		await alert();
		await look('set a password, refused');
		await fill('Password', password);
		await press('Save the password');
		await page.waitForURL(`${host.origin}/`);

		await go('/account');
		await look('account');
		await fill('Current password', 'not the password');
		await fill('New password', 'seven green owls at noon');
		await press('Save the password');
		await alert();
		await page.getByText('Delete your account').click();
		await look('account, refused');
		await database.execute('update sessionDetail set createdAt = 0');
		await go('/account');
		await page.getByText('Confirm it is you').waitFor();
		await look('account, to be confirmed');
		await go('/signin');
		await look('sign in, signed in');
		expect(faults).toEqual([]);
	}, 300_000);

	test('control: a page with faults has faults', async () => {
		const { page } = await browser.open();
		await page.goto(`${accounts.host.origin}/signin`);
		expect(await faultsOf(page)).toEqual([]);
		await page.evaluate(() => {
			for (const label of document.querySelectorAll('label')) label.removeAttribute('for');
			for (const form of document.querySelectorAll('form')) form.style.width = '2000px';
			const heading = document.querySelector('h1');
			if (heading) heading.style.color = 'color-mix(in srgb, CanvasText 30%, Canvas)';
		});
		const faults = await faultsInViews(page);
		for (const { name } of views) {
			expect(faults.join('\n')).toContain(`${name}: label: <input`);
			expect(faults.join('\n')).toMatch(new RegExp(`^${name}: the page is \\d+ px wider`, 'm'));
		}
		expect(faults.join('\n')).toMatch(/^light: color-contrast: <h1/m);
	});
});

/** So that there are marks in colours, and in one colour. */
async function addProviders(host: HostUnderTest): Promise<void> {
	const { code, output } = await host.graft('add-provider', 'github', 'google', '--yes', '--allow-dirty');
	expect(code, output).toBe(0);
}

/** What tells whose classes they are. */
const sign = { plain: '.auth-card', tailwind: 'dark:bg-gray-950', daisyui: 'btn-primary', shadcn: 'bg-card' };

/** Past the checks of the browser, so that the server says what is wrong. */
async function sendUnchecked(page: Page, label: string, text: string): Promise<void> {
	const input = page.getByLabel(label, { exact: true }).first();
	await input.evaluate((element: HTMLInputElement) => {
		element.type = 'text';
		if (element.form) element.form.noValidate = true;
	});
	await input.fill(text);
	await page.getByRole('button', { name: 'Send the link', exact: true }).click();
}
