import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ada, wrongPassword } from '../../support/ada.ts';
import { knowAda } from '../../support/authorize.ts';
import { Person } from '../../support/people.ts';
import { type Added, useBuild } from './providers.ts';
import { formOf } from './providers-sign-in.ts';

/** Passwords beside an adapter let nobody in until somebody says whom. */
export function describeRefusal(get: () => Added): void {
	test.each([wrongPassword, ada.password])(
		'credentials as they were added let nobody in: %s',
		async (typed) => {
			await expectRefused(get(), typed);
			expect(await get().host.rows('session')).toEqual([]);
		},
	);
}

/** They work with JWT sessions only, which `add-provider` has set. */
export function describeLookUp(get: () => Added): void {
	describe('credentials with a look-up', () => {
		beforeAll(() => knowAda(join(get().host.folder, 'src/auth.ts')));
		useBuild(get);

		test('let in who knows the password, and nobody else', async () => {
			await expectRefused(get(), wrongPassword);
			const { page, person, faults } = await typePassword(get(), ada.password);
			await page.waitForURL((url) => url.pathname !== '/signin');
			await person.expectSignedIn(ada.name);
			expect(await get().host.rows('session')).toEqual([]);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(faults).toEqual([]);
		});
	});
}

async function expectRefused(added: Added, password: string): Promise<void> {
	const { page, person, faults } = await typePassword(added, password);
	expect(((await page.getByRole('alert').textContent()) ?? '').trim()).not.toBe('');
	expect(new URL(page.url()).pathname).toBe('/signin');
	await person.expectSignedIn('nobody');
	expect(faults).toEqual([]);
}

async function typePassword({ host, browser }: Added, password: string) {
	const { page, faults } = await browser.open();
	await page.goto(`${host.origin}/signin`);
	const form = formOf(page, 'credentials');
	await form.getByLabel('E-mail').fill(ada.email);
	await form.getByLabel('Password').fill(password);
	await form.getByRole('button', { name: 'Sign in', exact: true }).click();
	return { page, person: new Person(page, host.origin, host.endpoints), faults };
}
