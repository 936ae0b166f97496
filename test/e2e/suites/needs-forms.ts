import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { textOf } from '../../../scripts/lib/demo/forms.ts';
import { ada } from '../../support/ada.ts';
import { grace } from '../../support/identity-provider.ts';
import { app, type Running } from '../../support/needs/running.ts';

interface Result {
	ok?: boolean;
	error?: string;
	user?: { name: string };
}

/** What the page /tools puts there: the client of docs/needs/other-origins.md, and the script of authorization-params.md. */
declare global {
	interface Window {
		client: Record<'signIn' | 'signOut' | 'getSession', (...args: unknown[]) => Promise<Result | null>>;
		signInAs(hint: string): Promise<unknown>;
	}
}

/** Pages of docs/needs about forms and scripts that sign in. */
export function describeNeedsOfForms(get: () => Running): void {
	const openTools = async (origin: string) => {
		const opened = await get().open();
		await opened.page.goto(`${origin}/tools`);
		await opened.page.waitForFunction(() => 'client' in window);
		return opened;
	};

	test.each(['form', 'script'])('authorization-params: by a %s', async (way) => {
		await get().serve('authorization-params', ['app.example.com']);
		const { page, faults } = await openTools(app);
		const asked: URLSearchParams[] = [];
		page.on('request', (request) => {
			const url = new URL(request.url());
			if (url.searchParams.has('client_id')) asked.push(url.searchParams);
		});
		if (way === 'script') await page.evaluate(() => window.signInAs('ada@example.com'));
		else {
			await page.goto(`${app}/signin`);
			await page.getByRole('button', { name: 'Sign in as Ada' }).click();
		}
		await page.getByRole('heading', { name: 'Test identity provider' }).waitFor();
		expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
			...{ login_hint: 'ada@example.com', ui_locales: 'de', scope: 'openid profile email' },
		});
		expect(faults).toEqual([]);
	});

	test('popups: the page stays as it is, and knows who signed in in the window', async () => {
		await get().serve('', ['app.example.com']);
		const { page, context, faults } = await openTools(app);
		await page.getByLabel('Note').fill('half a sentence');
		const open = async () => {
			const [popup] = await Promise.all([
				context.waitForEvent('page'),
				page.getByRole('button', { name: 'In a window' }).click(),
			]);
			return popup;
		};
		const givenUp = await open();
		await givenUp.getByLabel('E-mail').waitFor();
		await givenUp.close();
		// A browser without windows has no focus that comes back.
		await page.evaluate(() => window.dispatchEvent(new Event('focus')));
		await page.getByTestId('said').getByText('nobody').waitFor();

		const popup = await open();
		const closed = popup.waitForEvent('close');
		await typeInto(popup);
		await closed;
		await page.getByTestId('said').getByText(ada.name).waitFor();
		expect(await page.getByLabel('Note').inputValue()).toBe('half a sentence');
		expect(faults).toEqual([]);
	});

	test.each([true, false])('sign-up: signed in at once, JavaScript: %s', async (javaScriptEnabled) => {
		await get().serve('', ['app.example.com']);
		const email = 'barbara@test.example';
		const signUp = async () => {
			const opened = await get().open({ javaScriptEnabled });
			await opened.page.goto(`${app}/register`, { waitUntil: 'networkidle' });
			await opened.page.getByLabel('E-mail').fill(email);
			await opened.page.getByLabel('Password').fill('liskov');
			await opened.page.getByRole('button', { name: 'Sign up' }).click();
			return opened;
		};
		const { page, faults } = await signUp();
		await page.getByRole('heading', { name: 'Welcome' }).waitFor();
		await page.goto(`${app}/`);
		expect(await page.getByTestId('who').textContent()).toBe(email);
		expect(faults).toEqual([]);

		const again = await signUp();
		if (get().host.framework === 'sveltekit') await again.page.getByText('This did not work.').waitFor();
		else await again.page.waitForURL(`${app}/register?error=failed`);
		await again.page.goto(`${app}/`);
		expect(await again.page.getByTestId('who').textContent()).toBe('nobody');
		expect(again.faults).toEqual([]);
	});

	test('rate-limits: after five attempts not even the right password is looked at', async () => {
		await get().serve('rate-limits', ['app.example.com']);
		const person = get().town.newPerson('app.example.com');
		const codeOf = async (password: string, email = ada.email) => {
			const { redirects } = await get().signIn(person, { email, password });
			return new URL(redirects[0] ?? '').searchParams.get('code');
		};
		for (let count = 0; count < 5; count++) expect(await codeOf(`not-${ada.password}`)).toBe('credentials');
		expect(await codeOf(ada.password)).toBe('too-many-attempts');
		expect(await codeOf(ada.password, ada.email.toUpperCase())).toBe('too-many-attempts');
		expect(await codeOf(ada.password, 'bob@test.example')).toBe('credentials');
		expect(await get().whoIs(person)).toBe('nobody');
		// By the form of the page, whose error it is in the end.
		const page = await person.visit('/signin');
		const said = await person.submit(page, /^Sign in$/, { email: ada.email, password: ada.password });
		expect(textOf(said.text)).not.toContain('You are signed in');
		expect(said.text).toContain('role="alert"');
	});

	test('other-origins: a page of an allowed one signs in, sees and signs out; no other does', async () => {
		await get().serve('other-origins', [
			'app.example.com',
			'shop.example.com',
			'partner.example.com',
			'evil.test',
		]);
		const shop = 'https://shop.example.com';
		const { page, context } = await openTools(shop);
		const session = () =>
			page.evaluate(async () => (await window.client.getSession())?.user?.name ?? 'nobody');
		expect(await session()).toBe('nobody');
		expect(await signInBy(page, `not-${ada.password}`)).toMatchObject({
			ok: false,
			error: 'CredentialsSignin',
		});
		expect(await session()).toBe('nobody');
		expect(await signInBy(page)).toMatchObject({ ok: true });
		expect(await session()).toBe(ada.name);
		const own = await context.newPage();
		await own.goto(`${app}/`);
		expect(await own.getByTestId('who').textContent()).toBe(ada.name);

		for (const other of ['https://partner.example.com', 'https://evil.test']) {
			await own.goto(`${other}/tools`);
			await own.waitForFunction(() => 'client' in window);
			const seen = own.evaluate(() => window.client.getSession().catch(({ error }) => ({ error })));
			expect(await seen).toEqual({ error: 'NetworkError' });
			expect(await signInBy(own)).toMatchObject({ ok: false, error: 'NetworkError' });
		}
		expect(await session()).toBe(ada.name);
		await page.evaluate(() => window.client.signOut({ redirect: false }));
		expect(await session()).toBe('nobody');

		// With a provider, which sends people back there.
		page.evaluate(() => void window.client.signIn('keycloak'));
		await page.getByLabel('Username').fill(grace.username);
		await page.getByLabel('Password').fill(grace.password);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.waitForURL(`${shop}/tools`);
		await page.waitForFunction(() => 'client' in window);
		expect(await session()).toBe(grace.name);
	});
}

/** Types into the popup, which closes itself then. */
async function typeInto(popup: Page): Promise<void> {
	await popup.getByLabel('E-mail').fill(ada.email);
	await popup.getByLabel('Password').fill(ada.password);
	await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const signInBy = (page: Page, password = ada.password) =>
	page.evaluate((typed) => window.client.signIn('credentials', { ...typed, redirect: false }), {
		email: ada.email,
		password,
	});
