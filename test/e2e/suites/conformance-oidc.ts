import { expect, test } from 'vitest';
import { grace } from '../../support/identity-provider.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';
import type { Conformance } from './conformance.ts';

const sessionCookie = '__Secure-authjs.session-token';
/** The core's own, from each sign-in on. It holds a URL and no person. */
const callbackCookie = '__Secure-authjs.callback-url';

/** Signing in at an OpenID provider that insists on PKCE, state and nonce, from the components' buttons. */
export function describeOidc(get: () => Conformance): void {
	test('a stranger gets pages without cookies, and is stopped by the guard', async () => {
		const { origin, base, endpoints, newPerson } = get();
		const stranger = newPerson();
		for (const path of ['/', '/signin', '/passkeys']) {
			const page = await stranger.visit(`${origin}${base}${path}`);
			expect([path, page.status, page.headers.getSetCookie()]).toEqual([path, 200, []]);
		}
		const stopped = await stranger.visit(`${origin}${base}/dashboard?tab=2`);
		expect(stopped.redirects).toEqual([
			`${origin}${base}/signin?redirectTo=${encodeURIComponent(`${base}/dashboard?tab=2`)}`,
		]);
		expect(stopped.text).not.toContain(dashboardSecret);
		const session = await stranger.visit(`${endpoints}/session`);
		expect([session.status, session.text, session.headers.getSetCookie()]).toEqual([200, 'null', []]);
		expect(stranger.cookies.names()).toEqual([]);
	});

	test('the components sign in at the provider and out again, in the browser', async () => {
		const { origin, base, endpoints, browser, provider, database, sessionsOf, secrets } = get();
		const { page, context, faults } = await browser.open({ ignoreHTTPSErrors: true });
		const asked: URLSearchParams[] = [];
		page.on('request', (request) => {
			if (request.url().startsWith(`${provider.issuer}/auth?`))
				asked.push(new URL(request.url()).searchParams);
		});
		// The sign-in button is made in the browser, the sign-out button below comes from the server.
		await page.goto(`${origin}${base}/passkeys`);
		await page.getByRole('button', { name: 'Session', disabled: false }).waitFor();
		const documents: string[] = [];
		page.on('request', (request) => {
			if (request.resourceType() === 'document') documents.push(request.url());
		});
		await page.getByRole('link', { name: 'Home' }).click();
		const enter = page.getByRole('button', { name: 'Enter with Keycloak' });
		await enter.waitFor();
		expect(documents).toEqual([]);
		await enter.click();
		await page.getByLabel('Username').fill(grace.username);
		await page.getByLabel('Password').fill(grace.password);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.waitForURL(`${origin}${base}/dashboard`);
		await page.getByTestId('secret').getByText(dashboardSecret).waitFor();

		const [parameters] = asked;
		expect(parameters?.get('redirect_uri')).toBe(`${endpoints}/callback/keycloak`);
		expect(parameters?.get('login_hint')).toBe('grace');
		expect(parameters?.get('code_challenge_method')).toBe('S256');
		for (const check of ['code_challenge', 'state', 'nonce']) expect(parameters?.get(check)).toBeTruthy();

		const cookies = await context.cookies(origin);
		const [session, ...more] = await sessionsOf(grace.email);
		expect(more).toEqual([]);
		expect(cookies.map(({ name }) => name).sort()).toEqual([callbackCookie, sessionCookie]);
		expect(cookies.find(({ name }) => name === sessionCookie)).toMatchObject({
			...{ value: session?.sessionToken, domain: new URL(origin).hostname, path: '/' },
			...{ secure: true, httpOnly: true, sameSite: 'Lax' },
		});
		const [account] = (await database.rows('account')).filter(({ provider }) => provider === 'keycloak');
		expect(account).toMatchObject({ type: 'oidc', providerAccountId: grace.username, token_type: 'bearer' });
		secrets.set("grace's session", String(session?.sessionToken));
		for (const token of ['access_token', 'id_token']) secrets.set(token, String(account?.[token]));

		await page.goto(`${origin}${base}/`);
		expect(await page.getByTestId('who').textContent()).toBe(grace.name);
		await page.getByRole('button', { name: 'Leave' }).click();
		await page.getByTestId('who').getByText('nobody').waitFor();
		expect(new URL(page.url()).pathname).toBe(`${base}/`);
		expect((await context.cookies(origin)).map(({ name }) => name)).toEqual([callbackCookie]);
		expect(await sessionsOf(grace.email)).toEqual([]);
		expect(faults).toEqual([]);
		await context.close();
	});

	test('who is signed in gets pages without cookies, and nobody else signs them out', async () => {
		const { origin, base, endpoints, newPerson, sessionsOf, secrets } = get();
		const person = newPerson();
		const stopped = await person.visit(`${origin}${base}/dashboard?tab=2`);
		const login = await person.submit(stopped, /^Sign in with Keycloak$/);
		const { username, password } = grace;
		const back = await person.submit(login, /^Continue$/, { username, password });
		expect([back.url, back.status]).toEqual([`${origin}${base}/dashboard?tab=2`, 200]);
		expect(back.text).toContain(dashboardSecret);
		for (const path of [
			'/',
			'/dashboard',
			'/passkeys',
			`${new URL(endpoints).pathname.slice(base.length)}/session`,
		]) {
			const page = await person.visit(`${origin}${base}${path}`);
			expect([path, page.status, page.headers.getSetCookie()]).toEqual([path, 200, []]);
		}
		const [session] = await sessionsOf(grace.email);
		secrets.set("grace's other session", String(session?.sessionToken));

		const form = { callbackUrl: `${origin}${base}/` };
		const cookie = `${sessionCookie}=${session?.sessionToken}`;
		const foreign = await person.visit(`${endpoints}/signout`, {
			...{ form, from: 'https://evil.example', headers: { cookie }, follow: false },
		});
		expect(foreign.headers.getSetCookie()).toEqual([]);
		expect(await sessionsOf(grace.email)).toHaveLength(1);
		await person.visit(`${endpoints}/signout`, { form });
		expect(await sessionsOf(grace.email)).toEqual([]);
		expect(person.cookies.find(sessionCookie)).toBeUndefined();
	});
}
