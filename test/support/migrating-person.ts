import { ada } from './ada.ts';
import type { TestPage } from './browser.ts';
import { grace } from './identity-provider.ts';

/** Somebody with a browser of their own, at a host whose pages stay what they are. */
export class MigratingPerson {
	readonly origin: string;
	readonly faults: string[];
	readonly #opened: TestPage;

	constructor(opened: TestPage, origin: string) {
		this.#opened = opened;
		this.origin = origin;
		this.faults = opened.faults;
	}

	/** Whom the home page greets. */
	async who(): Promise<string | null> {
		const { page } = this.#opened;
		await page.goto(`${this.origin}/`);
		return page.getByTestId('who').textContent();
	}

	async signInWithPassword(): Promise<void> {
		const { page } = this.#opened;
		await page.goto(`${this.origin}/signin`);
		await page.getByLabel('E-mail').fill(ada.email);
		await page.getByLabel('Password').fill(ada.password);
		await page.getByRole('button', { name: 'Continue with the password' }).click();
		await page.waitForURL(`${this.origin}/`);
	}

	/** @returns the redirect URI that the provider was asked with */
	async signInAtProvider(): Promise<string | null> {
		const { page } = this.#opened;
		let redirectUri: string | null = null;
		page.on('request', (request) => {
			const url = new URL(request.url());
			redirectUri = url.searchParams.get('redirect_uri') ?? redirectUri;
		});
		await page.goto(`${this.origin}/signin`);
		await page.getByRole('button', { name: 'Continue at the provider' }).click();
		await page.waitForURL((url) => url.pathname === '/' || url.href.includes('/interaction/'));
		if (page.url().includes('/interaction/')) {
			await page.getByLabel('Username').fill(grace.username);
			await page.getByLabel('Password').fill(grace.password);
			await page.getByRole('button', { name: 'Continue' }).click();
			await page.waitForURL(`${this.origin}/`);
		}
		return redirectUri;
	}

	async signOut(): Promise<void> {
		const { page } = this.#opened;
		await page.goto(`${this.origin}/signout`);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.waitForURL(`${this.origin}/`);
	}

	/** How many cookies hold the session. */
	async sessionCookies(): Promise<number> {
		const cookies = await this.#opened.context.cookies(this.origin);
		return cookies.filter(({ name }) => name.includes('session-token')).length;
	}
}
