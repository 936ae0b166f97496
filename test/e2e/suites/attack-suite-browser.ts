import { expect, test } from 'vitest';
import type { Attacker } from '../../support/attack-attacker.ts';
import { control, guarded, secretOf } from '../../support/attack-secrets.ts';
import type { Attacked } from './attack-suite.ts';

/** The row of the table that takes a browser: a link from an open page, for which the router may ask no server. */
export function describeNavigation(get: () => Attacked, { options }: Attacker): void {
	const { framework, more } = options;
	const openPage = framework === 'sveltekit' ? '/public' : '/leap';

	/** Follows a link as a stranger, and waits for what comes. */
	const follow = async (link: string, headers: Record<string, string> = {}) => {
		const { page, faults } = await get().browser.open();
		await page.setExtraHTTPHeaders(headers);
		await page.goto(get().server.origin + openPage, { waitUntil: 'networkidle' });
		await page.getByRole('link', { name: link, exact: true }).click();
		const signIn = page.getByRole('heading', { name: 'Sign in' });
		const secret = page.getByTestId('secret');
		await signIn.or(secret).waitFor();
		return { text: await page.content(), isSignIn: await signIn.isVisible(), faults };
	};

	test('a link leads a stranger to the sign-in page', async () => {
		const { text, isSignIn, faults } = await follow(`To ${guarded}`);
		expect([isSignIn, text.includes(secretOf(guarded, 'page'))]).toEqual([true, false]);
		expect(faults).toEqual([]);
	});

	// SvelteKit shows a page without server data to everybody who has its script; `protect-route` says so.
	if (framework === 'sveltekit') return;
	test('so does a link to a page that asks the server nothing', async () => {
		const { text, isSignIn } = await follow(`Deep into ${guarded}`);
		expect([isSignIn, text.includes(secretOf(guarded, 'markup'))]).toEqual([true, false]);
	});

	if (!more) return;
	test('a link leads past the guard that everybody documents', async () => {
		const { text, isSignIn } = await follow(`To ${control}`, { 'x-control': 'normal' });
		expect([isSignIn, text.includes(secretOf(control, 'page'))]).toEqual([false, true]);
	});
}
