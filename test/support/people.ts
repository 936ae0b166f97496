import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ada, svelteKit } from './ada.ts';
import { grace } from './identity-provider.ts';

/** What people do in the browser, step by step, in a grafted host that runs at `origin`. */
export class Person {
	constructor(page: Page, origin: string, endpoints = svelteKit) {
		this.page = page;
		this.origin = origin;
		this.endpoints = endpoints;
	}
	readonly page: Page;
	readonly origin: string;
	readonly endpoints: typeof svelteKit;

	/** Signs in as grace, from the sign-in page to the page that the host sends her to. */
	async signInAtProvider(): Promise<void> {
		await this.page.goto(`${this.origin}/signin`);
		await this.continueAtProvider();
	}

	/** The same, from the sign-in page at which somebody stands. */
	async continueAtProvider(): Promise<void> {
		await this.page.getByRole('button', { name: /keycloak/i }).click();
		await this.page.getByLabel('Username').fill(grace.username);
		await this.page.getByLabel('Password').fill(grace.password);
		await this.page.getByRole('button', { name: 'Continue' }).click();
		await this.page.waitForURL((url) => url.origin === this.origin);
	}

	async signInWithPassword(password: string): Promise<void> {
		await this.page.goto(`${this.origin}/signin`);
		await this.page.getByLabel('E-mail').fill(ada.email);
		await this.page.getByLabel('Password').fill(password);
		await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
	}

	async signOut(): Promise<void> {
		await this.page.goto(`${this.origin}/signout`);
		await this.page.getByRole('button', { name: 'Sign out' }).click();
		await this.page.waitForLoadState();
	}

	/** Asks both the session endpoint and the home page who is signed in; `nobody` when nobody is. Stays there. */
	async expectSignedIn(name: string): Promise<void> {
		const response = await this.page.goto(this.origin + this.endpoints.session);
		expect(response?.status()).toBe(200);
		expect((await response?.json())?.user?.name ?? 'nobody').toBe(name);
		await this.page.goto(`${this.origin}/`);
		expect(await this.page.getByTestId('who').textContent()).toBe(name);
	}

	/** Presses Tab until the element has the focus, as somebody without a mouse does. */
	async tabTo(element: ReturnType<Page['getByRole']>): Promise<void> {
		for (let presses = 0; presses < 30; presses++) {
			await this.page.keyboard.press('Tab');
			if (await element.evaluate((node) => node === document.activeElement)) return;
		}
		throw new Error('Not reachable with 30 presses of Tab');
	}
}
