import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import type { Person, Visit } from '../../conformance/support/person.ts';
import { ada } from '../ada.ts';
import type { OpenOptions, TestPage } from '../browser.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import { productionEnv } from '../solidstart-pages.ts';
import type { How, NeedsHost } from './host.ts';
import type { Town } from './town.ts';

export const app = 'https://app.example.com';

/** A built host, the names under which its processes are seen, and what people do there. */
export class Running {
	readonly host: NeedsHost;
	readonly town: Town;
	readonly provider: IdentityProvider;
	readonly secret = randomBytes(33).toString('base64');

	constructor(host: NeedsHost, town: Town, provider: IdentityProvider) {
		this.host = host;
		this.town = town;
		this.provider = provider;
	}

	/**
	 * Starts a process for the rest of the test.
	 * @param need page whose configuration it has, or `''`
	 * @param names that lead to it; AUTH_URL is the first of them unless `env` says otherwise
	 */
	async serve(
		need: string,
		names: string[],
		env: Record<string, string> = {},
		how?: How,
	): Promise<RunningServer> {
		const url = env.AUTH_TRUST_HOST ? {} : { AUTH_URL: `https://${names[0]}` };
		const all = productionEnv(this.provider, { AUTH_SECRET: this.secret, ...url, ...env });
		const server = await this.host.start(need, all, how);
		onTestFinished(() => server.stop());
		for (const name of names) this.town.lead(name, server.origin);
		return server;
	}

	/** Starts what docs/needs/websockets.md has in front of the build. Whoever opens a socket is told their own name. */
	async serveSockets(): Promise<RunningServer> {
		return this.serve('', ['app.example.com'], {}, await this.host.buildForSockets());
	}

	/** Signs Ada in as a form without a script does. */
	signIn(person: Person, fields: Record<string, string> = {}): Promise<Visit> {
		const form = { email: ada.email, password: ada.password, ...fields };
		return person.visit(`${this.host.authPath}/signin/credentials`, { form, follow: false });
	}

	async whoIs(person: Person, origin = ''): Promise<string> {
		const { text } = await person.visit(`${origin}${this.host.authPath}/session`);
		return JSON.parse(text)?.user?.name ?? 'nobody';
	}

	open(options: OpenOptions = {}): Promise<TestPage> {
		return this.town.browser.open({ ignoreHTTPSErrors: true, ...options });
	}
}

/** Types Ada's password into the sign-in page that is open, and waits for what follows. */
export async function typePassword(page: Page, password = ada.password): Promise<void> {
	await page.getByLabel('E-mail').fill(ada.email);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	if (password === ada.password) await page.waitForURL((url) => !url.pathname.endsWith('/signin'));
}

/** Another site: one page, for the rest of the test. */
export async function servePage(html: string): Promise<string> {
	const server = createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${html}`);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
