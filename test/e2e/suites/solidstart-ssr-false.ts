import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { ada, signInAsAda, solidStart, wrongPassword } from '../../support/ada.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { grace } from '../../support/identity-provider.ts';
import { Person } from '../../support/people.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

/** The same host with `solidStart({ ssr: false })`: the server sends empty pages, all queries come from the browser. */
export function describeClientOnly(
	get: () => { browser: TestBrowser; start(): Promise<RunningServer> },
): void {
	describe('without server-side rendering', () => {
		let server: RunningServer;
		beforeAll(async () => {
			server = await get().start();
		});
		afterAll(() => server?.stop());

		test('signs in, shows the session, signs out', async () => {
			const { jar } = await signInAsAda(server.origin, {}, solidStart);
			expect((await jar.visit(`${server.origin}/`)).text).not.toContain(ada.name);

			const { page, faults } = await get().browser.open();
			const person = new Person(page, server.origin, solidStart);
			const says = (name: string) => page.getByTestId('who').getByText(name).waitFor();
			await person.signInWithPassword(wrongPassword);
			await page.getByRole('alert').waitFor();
			await person.signInWithPassword(ada.password);
			await says(ada.name);
			await person.signOut();
			await page.goto(`${server.origin}/`);
			await says('nobody');
			await person.signInAtProvider();
			await says(grace.name);
			expect(faults).toEqual([]);
		});

		test('guards the page, on the way from the server and in the browser', async () => {
			expect((await new CookieJar().visit(`${server.origin}/dashboard`)).url).toContain('/signin');
			const { page } = await get().browser.open();
			await page.goto(`${server.origin}/`, { waitUntil: 'networkidle' });
			await page.getByRole('link', { name: 'Dashboard' }).click();
			await page.getByRole('heading', { name: 'Sign in' }).waitFor();
			expect(await page.content()).not.toContain(dashboardSecret);
			await new Person(page, server.origin, solidStart).continueAtProvider();
			await page.getByTestId('secret').getByText(dashboardSecret).waitFor();
		});
	});
}
