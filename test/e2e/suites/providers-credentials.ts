import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ada, wrongPassword } from '../../support/ada.ts';
import { knowAda } from '../../support/authorize.ts';
import { Person } from '../../support/people.ts';
import { type Added, useBuild } from './providers.ts';
import { formOf } from './providers-sign-in.ts';

/** Passwords beside an adapter: they work with JWT sessions only, and let nobody in until somebody says whom. */
export function describeAddedCredentials(get: () => Added): void {
	const visit = async (password: string): Promise<{ page: Page; person: Person; faults: string[] }> => {
		const { host, browser } = get();
		const { page, faults } = await browser.open();
		await page.goto(`${host.origin}/signin`);
		const form = formOf(page, 'credentials');
		await form.getByLabel('E-mail').fill(ada.email);
		await form.getByLabel('Password').fill(password);
		await form.getByRole('button', { name: 'Sign in', exact: true }).click();
		return { page, person: new Person(page, host.origin, host.endpoints), faults };
	};
	const expectRefused = async (password: string) => {
		const { page, person, faults } = await visit(password);
		expect(((await page.getByRole('alert').textContent()) ?? '').trim()).not.toBe('');
		expect(new URL(page.url()).pathname).toBe('/signin');
		await person.expectSignedIn('nobody');
		expect(faults).toEqual([]);
	};

	describe('credentials, as they were added', () => {
		useBuild(get);

		test.each([wrongPassword, ada.password])('let nobody in: %s', async (password) => {
			await expectRefused(password);
			expect(await get().host.database.rows('session')).toEqual([]);
		});
	});

	describe('credentials with a look-up', () => {
		beforeAll(() => knowAda(join(get().host.folder, 'src/auth.ts')));
		useBuild(get);

		test('let in who knows the password, and nobody else', async () => {
			await expectRefused(wrongPassword);
			const { page, person, faults } = await visit(ada.password);
			await page.waitForURL((url) => url.pathname !== '/signin');
			await person.expectSignedIn(ada.name);
			expect(await get().host.database.rows('session')).toEqual([]);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(faults).toEqual([]);
		});
	});
}
