import { expect, test } from 'vitest';
import type { Conformance } from './conformance.ts';

/** Links that a real mail server receives. Mail scanners open them before the person does. */
export function describeEmail(get: () => Conformance): void {
	test('a link by e-mail signs in once, whatever a mail scanner does with it', async () => {
		const { origin, base, endpoints, browser, newPerson, mail, database, sessionsOf, secrets } = get();
		const email = 'joan@test.example';
		const person = newPerson();
		const form = await person.visit(`${origin}${base}/signin`);
		const sent = await person.submit(form, /^Sign in with Nodemailer$/, { email });
		expect(sent.url).toBe(`${endpoints}/verify-request?provider=nodemailer&type=email`);
		expect(sent.status).toBe(200);

		const { link } = mail.letterTo(email);
		expect(link.startsWith(`${endpoints}/callback/nodemailer?`)).toBe(true);
		secrets.set('the token of a link', new URL(link).searchParams.get('token') ?? '');
		const scanner = newPerson();
		for (const method of ['HEAD', 'GET', 'GET']) {
			const seen = await scanner.visit(link, { method });
			expect([method, seen.status, seen.headers.getSetCookie()]).toEqual([method, 200, []]);
		}
		expect(await database.rows('verificationToken')).toHaveLength(1);
		expect(await sessionsOf(email)).toEqual([]);

		// On another device than the one on which she asked for it.
		const { page, context, faults } = await browser.open({ ignoreHTTPSErrors: true });
		await page.goto(link);
		expect(await page.locator('main').textContent()).toContain(email);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL((url) => url.href.replace(/\/$/, '') === origin + base);
		expect(await page.getByTestId('who').textContent()).toBe(email);
		const [session] = await sessionsOf(email);
		secrets.set("joan's session", String(session?.sessionToken));
		expect(await database.rows('verificationToken')).toEqual([]);

		const thief = newPerson();
		const again = await thief.submit(await thief.visit(link), /^Sign in$/);
		expect(again.url).toBe(`${origin}${base}/signin?error=Verification`);
		expect(await sessionsOf(email)).toHaveLength(1);
		await page.getByRole('button', { name: 'Leave' }).click();
		await page.getByTestId('who').getByText('nobody').waitFor();
		expect(await sessionsOf(email)).toEqual([]);
		expect(faults).toEqual([]);
		await context.close();
	});
}
