import { describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import { ada, signInAsAda, solidStart, wrongPassword } from '../../support/ada.ts';
import type { TestBrowser, TestPage } from '../../support/browser.ts';
import { grace } from '../../support/identity-provider.ts';
import { Person } from '../../support/people.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

/** What is SolidStart's own: queries on server and client, actions, single flight, guarded navigation. */
export function describeActions(get: () => { browser: TestBrowser; origin: string }): void {
	const open = async (javaScriptEnabled = true) => {
		const opened = await get().browser.open({ javaScriptEnabled });
		return { ...opened, person: new Person(opened.page, get().origin, solidStart) };
	};
	const enter = async ({ page }: TestPage, password: string) => {
		await page.goto(`${get().origin}/enter`, { waitUntil: 'networkidle' });
		await page.getByLabel('E-mail').fill(ada.email);
		await page.getByLabel('Password').fill(password);
		await page.getByRole('button', { name: 'Enter' }).click();
	};
	/** Calls of server functions from now on: `POST /_server`, which SolidStart 1 may end with a slash. */
	const callsOf = ({ page }: TestPage): string[] => {
		const calls: string[] = [];
		page.on('request', (request) => {
			const { pathname } = new URL(request.url());
			if (pathname.startsWith('/_server')) calls.push(`${request.method()} ${pathname.replace(/\/$/, '')}`);
		});
		return calls;
	};

	describe('the session query', () => {
		test('is answered in the HTML, and again after a navigation in the browser', async () => {
			const { jar } = await signInAsAda(get().origin, {}, solidStart);
			expect((await jar.visit(`${get().origin}/`)).text).toContain(`>${ada.name}<`);
			expect((await new CookieJar().visit(`${get().origin}/`)).text).toContain('>nobody<');

			const opened = await open();
			const { page, person, faults } = opened;
			await person.signInAtProvider();
			await page.goto(`${get().origin}/about`, { waitUntil: 'networkidle' });
			const calls = callsOf(opened);
			await page.getByRole('link', { name: 'Index' }).click();
			await page.getByTestId('who').getByText(grace.name).waitFor();
			expect(calls).toEqual(['GET /_server']);
			expect(faults).toEqual([]);
		});
	});

	describe('an action of the application', () => {
		test('signs in, and the next page knows it in the same flight', async () => {
			const opened = await open();
			const calls = callsOf(opened);
			await enter(opened, ada.password);
			await opened.page.getByRole('heading', { name: `Welcome ${ada.name}` }).waitFor();
			expect(new URL(opened.page.url()).pathname).toBe('/welcome');
			expect(calls).toEqual(['POST /_server']);
			await opened.person.expectSignedIn(ada.name);
			expect(opened.faults).toEqual([]);
		});

		test('signs out in the same way', async () => {
			const opened = await open();
			const { page, person, faults } = opened;
			await person.signInAtProvider();
			await page.goto(`${get().origin}/enter`, { waitUntil: 'networkidle' });
			const calls = callsOf(opened);
			await page.getByRole('button', { name: 'Leave' }).click();
			await page.getByRole('heading', { name: 'Welcome stranger' }).waitFor();
			expect(calls).toEqual(['POST /_server']);
			await person.expectSignedIn('nobody');
			expect(faults).toEqual([]);
		});

		test('gives a mistake back to the form', async () => {
			const opened = await open();
			await enter(opened, wrongPassword);
			await opened.page.getByRole('alert').getByText('CredentialsSignin').waitFor();
			expect(new URL(opened.page.url()).pathname).toBe('/enter');
			await opened.person.expectSignedIn('nobody');
			expect(opened.faults).toEqual([]);
		});

		test('leads to the provider and back', async () => {
			const { page, person } = await open();
			await page.goto(`${get().origin}/enter`, { waitUntil: 'networkidle' });
			await person.continueAtProvider();
			await person.expectSignedIn(grace.name);
		});

		test('works without JavaScript, and keeps no password in a cookie', async () => {
			const opened = await open(false);
			const { page, person, context } = opened;
			await enter(opened, wrongPassword);
			expect(new URL(page.url()).pathname).toBe('/signin');
			expect(((await page.getByRole('alert').textContent()) ?? '').trim()).not.toBe('');
			await enter(opened, ada.password);
			await page.getByRole('heading', { name: `Welcome ${ada.name}` }).waitFor();
			expect(JSON.stringify(await context.cookies())).not.toContain(ada.password);
			await person.expectSignedIn(ada.name);
			await page.goto(`${get().origin}/enter`);
			await page.getByRole('button', { name: 'Leave' }).click();
			await page.getByRole('heading', { name: 'Welcome stranger' }).waitFor();
			await person.expectSignedIn('nobody');
		});
	});

	test('a guarded page stops a navigation in the browser, and comes back after signing in', async () => {
		const { page, person, faults } = await open();
		await page.goto(`${get().origin}/`, { waitUntil: 'networkidle' });
		await page.getByRole('link', { name: 'Dashboard' }).click();
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		expect(await page.content()).not.toContain(dashboardSecret);
		await person.continueAtProvider();
		expect(page.url()).toBe(`${get().origin}/dashboard`);
		await page.getByTestId('secret').getByText(dashboardSecret).waitFor();
		expect(faults).toEqual([]);
	});

	test.each([
		['/dashboard', '/dashboard/settings'],
		['/dashboard/settings', '/dashboard/item/7'],
	])('a session that ends on %s: the way to %s leads over signing in', async (from, to) => {
		const { page, person, faults } = await open();
		await person.signInAtProvider();
		await page.goto(get().origin + from, { waitUntil: 'networkidle' });
		await page.context().clearCookies();
		// Pages of this host have no links to each other; the router takes any in the document.
		await page.evaluate((href) => {
			document.body.insertAdjacentHTML('beforeend', `<a href="${href}">Onwards</a>`);
		}, to);
		await page.getByRole('link', { name: 'Onwards' }).click();
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		await person.continueAtProvider();
		expect(page.url()).toBe(get().origin + to);
		await page.getByTestId('secret').waitFor();
		expect(faults).toEqual([]);
	});
}
