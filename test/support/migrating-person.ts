import { ada } from './ada.ts';
import type { TestPage } from './browser.ts';
import { grace } from './identity-provider.ts';

/** Where a host has people sign in and out, and what the buttons say. */
export interface Ways {
	signIn: string;
	signOut: string;
	password: string;
	provider: string;
}

const ownPages: Ways = {
	signIn: '/signin',
	signOut: '/signout',
	password: 'Continue with the password',
	provider: 'Continue at the provider',
};

/** The pages that Auth.js makes itself, below /api/auth. */
export const builtInPages: Ways = {
	signIn: '/api/auth/signin?callbackUrl=/',
	signOut: '/api/auth/signout?callbackUrl=/',
	password: 'Sign in with the password',
	provider: 'Sign in with Keycloak',
};

/** Somebody with a browser of their own, at a host whose pages stay what they are. */
export class MigratingPerson {
	readonly origin: string;
	readonly faults: string[];
	readonly #opened: TestPage;
	readonly #ways: Ways;

	constructor(opened: TestPage, origin: string, ways: Ways = ownPages) {
		this.#opened = opened;
		this.#ways = ways;
		this.origin = origin;
		this.faults = opened.faults;
	}

	/* A page that is left while it still loads its modules calls that a fault: on a busy machine nobody is as quick as a test. */

	async #open(path: string): Promise<void> {
		await this.#opened.page.goto(this.origin + path);
		await this.#opened.page.waitForLoadState('networkidle');
	}

	async #home(): Promise<void> {
		await this.#opened.page.waitForURL(`${this.origin}/`);
		await this.#opened.page.waitForLoadState('networkidle');
	}

	/** Whom the home page greets. */
	async who(): Promise<string | null> {
		const { page } = this.#opened;
		await this.#open('/');
		return page.getByTestId('who').textContent();
	}

	async signInWithPassword(): Promise<void> {
		const { page } = this.#opened;
		await this.#open(this.#ways.signIn);
		await page.getByLabel('E-mail').fill(ada.email);
		await page.getByLabel('Password').fill(ada.password);
		await page.getByRole('button', { name: this.#ways.password }).click();
		await this.#home();
	}

	/** @returns the redirect URI that the provider was asked with */
	async signInAtProvider(): Promise<string | null> {
		const { page } = this.#opened;
		let redirectUri: string | null = null;
		page.on('request', (request) => {
			const url = new URL(request.url());
			redirectUri = url.searchParams.get('redirect_uri') ?? redirectUri;
		});
		await this.#open(this.#ways.signIn);
		await page.getByRole('button', { name: this.#ways.provider }).click();
		await page.waitForURL((url) => url.pathname === '/' || url.href.includes('/interaction/'));
		if (page.url().includes('/interaction/')) {
			await page.getByLabel('Username').fill(grace.username);
			await page.getByLabel('Password').fill(grace.password);
			await page.getByRole('button', { name: 'Continue' }).click();
		}
		await this.#home();
		return redirectUri;
	}

	async signOut(): Promise<void> {
		const { page } = this.#opened;
		await this.#open(this.#ways.signOut);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await this.#home();
	}

	/** How many cookies hold the session. */
	async sessionCookies(): Promise<number> {
		const cookies = await this.#opened.context.cookies(this.origin);
		return cookies.filter(({ name }) => name.includes('session-token')).length;
	}

	/** Whom the session endpoint names, all that it says of them. */
	user(authPath: string): Promise<unknown> {
		return this.#opened.page.evaluate(
			async (path) => (await (await fetch(path)).json())?.user,
			`${authPath}/session`,
		);
	}

	/** Without following the answer: where it would lead to an address that nobody serves. */
	async postPassword(authPath: string): Promise<void> {
		const { page } = this.#opened;
		await page.goto(`${this.origin}/`);
		const { email, password } = ada;
		await page.evaluate(
			async ({ path, form }) => {
				const { csrfToken } = await (await fetch(`${path}/csrf`)).json();
				const body = new URLSearchParams({ ...form, csrfToken, callbackUrl: '/' });
				await fetch(`${path}/callback/credentials`, { method: 'post', body, redirect: 'manual' });
			},
			{ path: authPath, form: { email, password } },
		);
	}
}
