import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { Auth } from '@auth/core';
import Keycloak from '@auth/core/providers/keycloak';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import { grace, type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

/** The smallest application there is: Auth.js alone on a Node server. Proves the provider and the browser. */
let app: Server;
let origin: string;
let provider: IdentityProvider;
let browser: TestBrowser;

beforeAll(async () => {
	const port = await freePort();
	origin = `http://127.0.0.1:${port}`;
	provider = await startIdentityProvider([`${origin}/auth/callback/keycloak`]);
	const { clientId, clientSecret, issuer } = provider;
	app = createServer(async (incoming, outgoing) => {
		const { method = 'GET', url = '/', headers } = incoming;
		if (!url.startsWith('/auth/')) return void outgoing.end();
		const body = method === 'POST' ? await text(incoming) : null;
		const request = new Request(origin + url, { method, body, headers: headers as Record<string, string> });
		const response = await Auth(request, {
			basePath: '/auth',
			secret: 'x'.repeat(32),
			trustHost: true,
			providers: [Keycloak({ clientId, clientSecret, issuer })],
		});
		outgoing.writeHead(response.status, [...response.headers].flat());
		outgoing.end(await response.text());
	});
	await new Promise<void>((resolve) => app.listen(port, '127.0.0.1', resolve));
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser?.close();
	await provider?.close();
	app?.closeAllConnections();
	app?.close();
});

test('signs grace in, with her name and address in the session', async () => {
	const { page, faults } = await browser.open({ javaScriptEnabled: false });
	await page.goto(`${origin}/auth/signin`);
	await page.getByRole('button', { name: /keycloak/i }).click();
	expect(page.url().startsWith(provider.issuer)).toBe(true);
	await page.getByLabel('Username').fill(grace.username);
	await page.getByLabel('Password').fill(grace.password);
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.waitForURL((url) => url.origin === origin);
	await page.goto(`${origin}/auth/session`);
	expect(JSON.parse((await page.textContent('body')) ?? '').user).toEqual({
		name: grace.name,
		email: grace.email,
	});
	expect(faults).toEqual([]);
});

test('turns a wrong password away', async () => {
	const { page } = await browser.open();
	await page.goto(`${origin}/auth/signin`);
	await page.getByRole('button', { name: /keycloak/i }).click();
	await page.getByLabel('Username').fill(grace.username);
	await page.getByLabel('Password').fill('wrong');
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByRole('alert').waitFor();
	expect(page.url().startsWith(provider.issuer)).toBe(true);
});
