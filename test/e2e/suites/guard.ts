import { describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/cookie-jar.ts';
import type { RunningServer } from '../../../scripts/lib/server.ts';
import { signInAsAda } from '../../support/ada.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

/** The ways around a guard, in a production build with credentials and a guarded /dashboard. */
export function describeGuard(get: () => RunningServer): void {
	const at = (path: string) => get().origin + path;

	describe('the guard of /dashboard', () => {
		const paths = [
			'/dashboard',
			'/%64ashboard',
			'/dashboar%64',
			'/dashboard/',
			'/./dashboard',
			'/signin/%2e%2e/dashboard',
			'//dashboard',
			'/dashboard%2f',
			'/dashboard%',
			'/dashboard%ff',
			'/dashboard%00',
			'/DASHBOARD',
			'/dashboard;x',
			'/dashboard/__data.json',
			'/%64ashboard/__data.json',
			'/dashboard/__data.json?x-sveltekit-invalidated=001',
			'/dashboard/api',
			'/%64ashboard/api',
		];

		test.each(paths)('tells a stranger nothing at GET %s', async (path) => {
			const { status, text } = await rawRequest(get().origin, path);
			expect(text).not.toContain(dashboardSecret);
			expect(status).toBeLessThan(500);
			expect(get().isRunning(), get().output()).toBe(true);
			expect((await rawRequest(get().origin, '/')).status).toBe(200);
		});

		test.each(['/dashboard', '/%64ashboard'])('runs no action of POST %s for a stranger', async (path) => {
			for (const accept of ['text/html', 'application/json']) {
				const visit = await new CookieJar().visit(at(path), { form: {}, headers: { accept }, follow: false });
				expect(visit.text).not.toContain(dashboardSecret);
				expect(visit.status).toBeLessThan(500);
			}
		});

		test.each(['/dashboard', '/%64ashboard'])(
			'sends a stranger from %s to the sign-in page',
			async (path) => {
				const visit = await new CookieJar().visit(at(path));
				expect(new URL(visit.url).pathname).toBe('/signin');
				expect(visit.status).toBe(200);
			},
		);

		test('lets somebody in who is signed in', async () => {
			const { jar } = await signInAsAda(get().origin);
			for (const path of ['/dashboard', '/%64ashboard', '/dashboard/__data.json', '/dashboard/api']) {
				expect((await jar.visit(at(path))).text, path).toContain(dashboardSecret);
			}
		});
	});
}
