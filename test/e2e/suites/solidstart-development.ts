import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSignIn } from '../../../scripts/lib/demo/check.ts';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import { formsOf, press } from '../../../scripts/lib/demo/forms.ts';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer, viteDev } from '../../../scripts/lib/process/server.ts';
import { sessionText, solidStart } from '../../support/ada.ts';
import type { TestBrowser } from '../../support/browser.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { note } from '../../support/note.ts';
import { Person } from '../../support/people.ts';

/** What the click on a test person sends. Proved to sign in while developing, for a replay against the build. */
export const provenClick: Record<string, string> = {};

/** SolidStart's own dev toolbar: on a busy machine Vite hands it a dependency before having prepared that. */
const devToolbar = /@jridgewell/;

/** The host in `vite dev`, with nothing but the `.env` that init has written. */
export function describeDevelopment(get: () => { host: HostUnderTest; browser: TestBrowser }): void {
	describe('vite dev', () => {
		let server: RunningServer;
		beforeAll(async () => {
			note('vite dev');
			const port = await freePort();
			const origin = `http://127.0.0.1:${port}`;
			server = await startServer({ cwd: get().host.folder, args: viteDev(port), origin });
			// Vite finds dependencies on the first visit, and then loads the page again.
			const { page, context } = await get().browser.open();
			for (const _ of ['find', 'load'])
				await page.goto(`${origin}/signin`, { waitUntil: 'networkidle', timeout: 60_000 });
			await page
				.getByRole('button', { name: /^Continue as / })
				.first()
				.waitFor({ timeout: 60_000 });
			await context.close();
		});
		afterAll(() => server?.stop());

		test('signs a test person in with one click, and out again', async () => {
			const { page, faults } = await get().browser.open();
			const person = new Person(page, server.origin, solidStart);
			await page.goto(`${server.origin}/signin`);
			const button = page.getByRole('button', { name: /^Continue as / }).first();
			const name = ((await button.textContent()) ?? '').replace('Continue as ', '').trim();
			await button.click();
			await page.waitForURL((url) => url.pathname === '/');
			await person.expectSignedIn(name);
			await person.signOut();
			await person.expectSignedIn('nobody');
			expect(faults.filter((fault) => !devToolbar.test(fault))).toEqual([]);
		});

		test('passes the check of the demo', async () => {
			const seen: string[] = [];
			await checkSignIn(server.origin, '/api/auth', (what) => seen.push(what));
			expect(seen.at(-1)).toMatch(/^POST \S+ ends the session$/);
		});

		test('signs nobody in for a form of another site', async () => {
			const page = await new CookieJar().visit(`${server.origin}/signin`);
			const form = formsOf(page.text).find((one) => press(one, /^Continue as /));
			const click = form && press(form, /^Continue as /);
			if (!form || !click) throw new Error(`No test person on the page:\n${page.text}`);
			const target = new URL(form.action, page.url).href;
			const evil = new CookieJar();
			await evil.visit(target, { form: click, headers: { origin: 'http://evil.example' }, follow: false });
			expect(await sessionText(server.origin, evil, solidStart)).toBe('null');
			const own = new CookieJar();
			await own.visit(target, { form: click, follow: false });
			expect(await sessionText(server.origin, own, solidStart)).not.toBe('null');
			Object.assign(provenClick, click);
		});
	});
}

/** The development provider in a production build, tried with the click that works while developing. */
export function describeNoDevelopment(start: (env: Record<string, string>) => Promise<RunningServer>): void {
	// A build must not believe an environment that says "development" either.
	describe.each([{}, { NODE_ENV: 'development' }])('the build with %o', (env) => {
		let server: RunningServer;
		beforeAll(async () => {
			server = await start(env);
		});
		afterAll(() => server?.stop());

		test('offers no test people', async () => {
			const page = await new CookieJar().visit(`${server.origin}/signin`);
			expect(page.status).toBe(200);
			expect(page.text).toContain('Sign in with Keycloak');
			expect(page.text).not.toMatch(/Continue as|development/i);
			const providers = await new CookieJar().visit(`${server.origin}/api/auth/providers`);
			expect(Object.keys(JSON.parse(providers.text)).sort()).toEqual(['credentials', 'keycloak']);
		});

		const ways = ['signin/development', 'callback/development', 'callback/credentials', 'signin/credentials'];
		test.each(ways)('refuses the click of a test person at /api/auth/%s', async (way) => {
			expect(provenClick.id, 'no click is known that signs in while developing').toBeTruthy();
			for (const method of ['GET', 'POST']) {
				const jar = new CookieJar();
				const csrf = await jar.visit(`${server.origin}/api/auth/csrf`);
				const form = { ...provenClick, csrfToken: JSON.parse(csrf.text).csrfToken };
				const query = method === 'GET' ? `?${new URLSearchParams(form)}` : '';
				const visit = await jar.visit(`${server.origin}/api/auth/${way}${query}`, {
					...(method === 'POST' && { form }),
					follow: false,
				});
				expect(visit.status).toBeLessThan(500);
				await expectStranger(server.origin, jar);
			}
		});

		test('refuses it in an action of the application', async () => {
			const page = await new CookieJar().visit(`${server.origin}/enter`);
			for (const { action } of formsOf(page.text)) {
				const jar = new CookieJar();
				const form = { ...provenClick, providerId: 'development' };
				const visit = await jar.visit(new URL(action, page.url).href, { form, follow: false });
				expect(visit.status).toBeLessThan(500);
				await expectStranger(server.origin, jar);
			}
		});
	});
}

async function expectStranger(origin: string, jar: CookieJar): Promise<void> {
	expect([...jar.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([]);
	expect(await sessionText(origin, jar, solidStart)).toBe('null');
}
