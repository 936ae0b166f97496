import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { ada, solidStart, wrongPassword } from '../../support/ada.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { grace } from '../../support/identity-provider.ts';
import { Person } from '../../support/people.ts';
import {
	type Answer,
	type Certificate,
	type ProxyServer,
	selfSigned,
	startProxy,
} from '../../support/proxy.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

/** The name under which people see the host. */
export const proxyHost = 'app.example.test';

interface Setting {
	browser: TestBrowser;
	/** Where the proxy listens. */
	port: number;
	/** Starts the build with this in its environment. */
	start(env: Record<string, string>): Promise<RunningServer>;
	/** Answers are put here. */
	record: Answer[];
}

/**
 * The same host behind a proxy that ends TLS: the browser is on https, the server on http and another name.
 * @param options.provider whether people sign in at the provider, too
 */
export function describeProxy(get: () => Setting, { provider }: { provider: boolean }): void {
	let certificate: Certificate;
	beforeAll(async () => {
		certificate = await selfSigned(proxyHost);
	});

	describe('behind a TLS proxy', () => {
		let proxy: ProxyServer;
		let server: RunningServer;
		beforeAll(async () => {
			const { port, start } = get();
			server = await start({ AUTH_TRUST_HOST: 'true' });
			proxy = await startProxy({ target: server.origin, port, tls: { host: proxyHost, certificate } });
		});
		afterAll(async () => {
			get().record.push(...(proxy?.answers ?? []));
			await proxy?.close();
			await server?.stop();
		});

		const open = async (javaScriptEnabled = true) => {
			const opened = await get().browser.open({ ignoreHTTPSErrors: true, javaScriptEnabled });
			const cookies = async () => (await opened.context.cookies(proxy.origin)).map(({ name }) => name);
			return { ...opened, cookies, person: new Person(opened.page, proxy.origin, solidStart) };
		};

		test('signs in with a password, and by an action', async () => {
			const { page, person, cookies, faults } = await open();
			await person.signInWithPassword(wrongPassword);
			await page.getByRole('alert').waitFor();
			await person.signInWithPassword(ada.password);
			await page.waitForURL((url) => url.pathname !== '/signin');
			await person.expectSignedIn(ada.name);
			await person.signOut();
			await page.goto(`${proxy.origin}/enter`, { waitUntil: 'networkidle' });
			await page.getByLabel('E-mail').fill(ada.email);
			await page.getByLabel('Password').fill(ada.password);
			await page.getByRole('button', { name: 'Enter' }).click();
			await page.getByRole('heading', { name: `Welcome ${ada.name}` }).waitFor();
			expect(await cookies()).toContain('__Secure-authjs.session-token');
			await person.expectSignedIn(ada.name);
			expect(faults).toEqual([]);
		});

		if (!provider) return;
		test.each([true, false])('signs in through the provider, JavaScript %s', async (javaScriptEnabled) => {
			const { page, person, cookies, faults } = await open(javaScriptEnabled);
			let callback = '';
			page.on('request', (request) => {
				callback ||= new URL(request.url()).searchParams.get('redirect_uri') ?? '';
			});
			await page.goto(`${proxy.origin}/dashboard?tab=2`);
			expect(new URL(page.url()).pathname).toBe('/signin');
			await person.continueAtProvider();
			expect(page.url()).toBe(`${proxy.origin}/dashboard?tab=2`);
			await page.getByTestId('secret').getByText(dashboardSecret).waitFor();
			expect(callback).toBe(`${proxy.origin}/api/auth/callback/keycloak`);
			expect(await cookies()).toContain('__Secure-authjs.session-token');
			expect(await cookies()).not.toContain('authjs.session-token');
			await person.expectSignedIn(grace.name);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(await cookies()).not.toContain('__Secure-authjs.session-token');
			expect(faults).toEqual([]);
		});
	});
}
