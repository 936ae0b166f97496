import { describe, expect, test } from 'vitest';
import { ada, type Endpoints, svelteKit, wrongPassword } from '../../support/ada.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { grace } from '../../support/identity-provider.ts';
import { Person } from '../../support/people.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

interface Running {
	browser: TestBrowser;
	origin: string;
	/** Default: those of a SvelteKit host. */
	endpoints?: Endpoints;
}

/**
 * Signing in and out as people do it, in a production build with keycloak, credentials and a guarded /dashboard.
 * @param options.samePages the pages come from the template of another host's, tried there without JavaScript and mouse
 * @param options.prerendered `/about` is made while building
 */
export function describeBrowser(get: () => Running, { samePages = false, prerendered = false } = {}): void {
	const open = async (options: { javaScriptEnabled?: boolean } = {}) => {
		const { browser, origin, endpoints = svelteKit } = get();
		const opened = await browser.open(options);
		return { ...opened, person: new Person(opened.page, origin, endpoints) };
	};

	const ways: [string, boolean][] = [
		['with JavaScript', true],
		['without JavaScript', false],
	];
	describe.each(samePages ? ways.slice(0, 1) : ways)('in the browser, %s', (_, javaScriptEnabled) => {
		test('signs in through the OpenID provider, stays so, signs out', async () => {
			const { person, page, faults } = await open({ javaScriptEnabled });
			await person.expectSignedIn('nobody');
			await person.signInAtProvider();
			await person.expectSignedIn(grace.name);
			await page.reload();
			expect(await page.getByTestId('who').textContent()).toBe(grace.name);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(faults).toEqual([]);
		});

		test('says that the password is wrong, then takes the right one', async () => {
			const { person, page, faults } = await open({ javaScriptEnabled });
			await person.signInWithPassword(wrongPassword);
			const alert = page.getByRole('alert');
			expect(((await alert.textContent()) ?? '').trim()).not.toBe('');
			expect(new URL(page.url()).pathname).toBe('/signin');
			await person.expectSignedIn('nobody');
			await person.signInWithPassword(ada.password);
			await page.waitForURL((url) => url.pathname !== '/signin');
			await person.expectSignedIn(ada.name);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(faults).toEqual([]);
		});

		test('is stopped by the guard, signs in and comes back', async () => {
			const { person, page, faults } = await open({ javaScriptEnabled });
			await page.goto(`${get().origin}/dashboard?tab=2`);
			expect(new URL(page.url()).pathname).toBe('/signin');
			expect(await page.content()).not.toContain(dashboardSecret);
			await person.continueAtProvider();
			expect(page.url()).toBe(`${get().origin}/dashboard?tab=2`);
			expect(await page.getByTestId('secret').textContent()).toBe(dashboardSecret);
			expect(faults).toEqual([]);
		});

		test('after signing out, going back shows nothing of the guarded page', async () => {
			const { person, page } = await open({ javaScriptEnabled });
			await person.signInWithPassword(ada.password);
			await page.waitForURL((url) => url.pathname !== '/signin');
			const answer = await page.goto(`${get().origin}/dashboard`);
			expect(await page.getByTestId('secret').textContent()).toBe(dashboardSecret);
			expect(answer?.headers()['cache-control']).toBe('private, no-store');
			await person.signOut();
			// The page after signing out, the sign-out page, then the guarded one: the browser asks for it again.
			for (let steps = 0; steps < 4 && !/signin|dashboard/.test(page.url()); steps++) {
				// A page that leads on at once overtakes the way back to it, which then counts as aborted.
				await page.goBack().catch((error: Error) => {
					if (!error.message.includes('ERR_ABORTED')) throw error;
				});
				await page.waitForLoadState('networkidle');
			}
			expect(new URL(page.url()).pathname).toBe('/signin');
			expect(await page.content()).not.toContain(dashboardSecret);
		});
	});

	test('the sign-in page offers no test people', async () => {
		const { page } = await open();
		await page.goto(`${get().origin}/signin`);
		expect(await page.getByRole('button').allTextContents()).toEqual(['Sign in with Keycloak', 'Sign in']);
	});

	test.runIf(prerendered)(
		'a prerendered page knows who is there, and so do the pages around it',
		async () => {
			const { person, page, faults } = await open();
			const who = (name: string) =>
				page.getByTestId('who').filter({ hasText: name }).waitFor({ timeout: 10_000 });
			const follow = async (link: string) => {
				await page.getByRole('link', { name: link }).click();
				await page.getByRole('heading', { name: link }).waitFor();
			};
			await page.goto(`${get().origin}/about`);
			await who('nobody');
			await person.signInWithPassword(ada.password);
			await page.waitForURL((url) => url.pathname !== '/signin');
			const answer = await page.goto(`${get().origin}/about`);
			expect(await answer?.text()).toContain('>nobody<');
			await who(ada.name);
			await follow('Home');
			await who(ada.name);
			// Its data is a file, too.
			await follow('About');
			await who(ada.name);
			await person.signOut();
			await page.goto(`${get().origin}/about`);
			await page.waitForLoadState('networkidle');
			await who('nobody');
			expect(faults).toEqual([]);
		},
	);

	test('a policy that keeps forms on this site stops nobody who has JavaScript', async () => {
		const { person, page, faults } = await open();
		await page.route(`${get().origin}/signin`, async (route) => {
			if (route.request().method() !== 'GET') return route.continue();
			const response = await route.fetch();
			const headers = { ...response.headers(), 'content-security-policy': "form-action 'self'" };
			await route.fulfill({ response, headers });
		});
		// Until the scripts have come, a form is a plain one, which the policy stops.
		await page.goto(`${get().origin}/signin`, { waitUntil: 'networkidle' });
		await person.continueAtProvider();
		await person.expectSignedIn(grace.name);
		expect(faults).toEqual([]);
	});

	if (samePages) return;
	describe('with the keyboard alone', () => {
		test('signs in with a password', async () => {
			const { person, page, faults } = await open();
			await page.goto(`${get().origin}/signin`);
			await person.tabTo(page.getByLabel('E-mail'));
			await page.keyboard.type(ada.email);
			await person.tabTo(page.getByLabel('Password'));
			await page.keyboard.type(ada.password);
			await page.keyboard.press('Enter');
			await page.waitForURL((url) => url.pathname !== '/signin');
			await person.expectSignedIn(ada.name);
			expect(faults).toEqual([]);
		});

		test('reaches the OpenID provider', async () => {
			const { person, page } = await open();
			await page.goto(`${get().origin}/signin`);
			await person.tabTo(page.getByRole('button', { name: /keycloak/i }));
			await page.keyboard.press('Enter');
			await page.getByRole('heading', { name: 'Test identity provider' }).waitFor();
			expect(new URL(page.url()).origin).not.toBe(get().origin);
		});
	});
}
