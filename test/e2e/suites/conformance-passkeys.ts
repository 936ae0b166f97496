import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Conformance } from './conformance.ts';

/** Chromium's own authenticator: it keeps passkeys and always finds its person present and verified. */
async function addAuthenticator(devTools: CDPSession): Promise<void> {
	await devTools.send('WebAuthn.enable');
	await devTools.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
			...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
		},
	});
}

/** Passkeys, with the client of the runtime and nothing of the server replaced. */
export function describePasskeys(get: () => Conformance): void {
	test('a passkey is registered, signs in, and the session is updated in between', async () => {
		const { origin, base, browser, database, sessionsOf, secrets } = get();
		const email = 'ada@test.example';
		const { page, context, faults } = await browser.open({ ignoreHTTPSErrors: true });
		await addAuthenticator(await context.newCDPSession(page));
		const press = async (name: string) => {
			await page.getByRole('button', { name }).click();
			const said = page.getByTestId('said').filter({ hasText: /./ });
			return JSON.parse((await said.textContent()) ?? '');
		};
		const open = () => page.goto(`${origin}${base}/passkeys`);
		const leave = async () => {
			await page.getByRole('button', { name: 'Leave' }).click();
			await page.getByTestId('who').getByText('nobody').waitFor();
			expect(await sessionsOf(email)).toEqual([]);
		};
		const keep = async (name: string) =>
			secrets.set(name, String((await sessionsOf(email)).at(0)?.sessionToken));

		await open();
		await page.getByLabel('E-mail').fill(email);
		const { ok: didRegister, error: notRegister } = await press('Register');
		expect([didRegister, notRegister]).toEqual([true, undefined]);
		await keep("ada's first session");
		const [user] = (await database.rows('user')).filter((row) => row.email === email);
		const authenticators = await database.rows('authenticator');
		expect(authenticators.filter(({ userId }) => userId === user?.id)).toMatchObject([
			{ counter: 1, credentialDeviceType: 'singleDevice', transports: 'internal' },
		]);

		expect(await press('Rename')).toMatchObject({ user: { name: 'Ada Renamed', email } });
		expect(await press('Session')).toMatchObject({ user: { name: 'Ada Renamed', email } });
		await leave();

		await open();
		const { ok: didAuthenticate, error: notAuthenticate } = await press('Authenticate');
		expect([didAuthenticate, notAuthenticate]).toEqual([true, undefined]);
		await keep("ada's second session");
		await page.goto(`${origin}${base}/`);
		expect(await page.getByTestId('who').textContent()).toBe('Ada Renamed');
		await open();
		await leave();
		expect(faults).toEqual([]);
		await context.close();
	});
}
