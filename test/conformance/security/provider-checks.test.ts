import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grace, type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { type Application, integrations } from '../support/application.ts';
import { Person } from '../support/person.ts';
import { errorsOf, removedBy, send, victim } from './attack.ts';
import { attacks, names, origin, type Return, unchecked } from './spoilt-returns.ts';
import { sessionCookie } from './tokens.ts';

describe.each(integrations)('state, nonce and PKCE, %s', (integration) => {
	let provider: IdentityProvider;
	let app: Application;
	let theirs: Return;
	beforeAll(async () => {
		const path = integration === 'sveltekit' ? '/auth' : '/api/auth';
		provider = await startIdentityProvider([
			`${origin}${path}/callback/idp`,
			`${origin}${path}/callback/other`,
		]);
		const { issuer, clientId, clientSecret } = provider;
		const checks = ['pkce', 'state', 'nonce'] as ('pkce' | 'state' | 'nonce')[];
		const idp = (id: string) => ({
			id,
			name: id,
			type: 'oidc' as const,
			issuer,
			clientId,
			clientSecret,
			checks,
		});
		app = victim(integration, { providers: [idp('idp'), idp('other')] });
		theirs = await comeBack();
	});
	afterAll(() => provider.close());

	/** Goes to the provider, types the password, and stops on the way back. */
	async function comeBack(): Promise<Return> {
		const person = new Person(app);
		let at = await person.visit(`${app.basePath}/signin/idp`, { form: {}, follow: false });
		for (let hops = 0; hops < 12; hops++) {
			const location = at.headers.get('location');
			const next = location === null ? undefined : new URL(location, at.url);
			if (next?.origin === origin) {
				const all = person.cookies.all.filter(({ name }) => Object.values(names).includes(name));
				return { url: next, cookies: Object.fromEntries(all.map(({ name, value }) => [name, value])) };
			}
			at = next
				? await person.visit(next.href, { follow: false })
				: await person.submit(at, /continue/i, { ...grace }, { follow: false });
		}
		throw new Error(`Never came back from the provider: ${at.url}`);
	}
	const header = (all: Record<string, string>) =>
		Object.entries(all)
			.map(([name, value]) => `${name}=${value}`)
			.join('; ');
	const arrive = ({ url, cookies: all }: Return) =>
		send(app, url.href.slice(origin.length), { cookie: header(all) });

	test('control: untouched, it signs in, and the cookies of the checks are taken away', async () => {
		const mine = await comeBack();
		expect(Object.keys(mine.cookies).sort()).toEqual(Object.values(names).sort());
		const response = await arrive(mine);
		expect([response.status, response.headers.get('location')]).toEqual([302, origin]);
		expect(removedBy(response)).toEqual(Object.values(names).sort());
		expect(response.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookie}=ey`))).toBe(true);
		// The same again: the code is used, and everything else still there.
		const again = await arrive(mine);
		expect(again.headers.getSetCookie().some((line) => line.startsWith(sessionCookie))).toBe(false);
		expect(new URL(again.headers.get('location') ?? '').searchParams.get('error')).toBe('Configuration');
	});

	test.each(Object.entries(attacks))('%s', async (title, attack) => {
		const mine = await comeBack();
		const before = errorsOf(app).length;
		const response = await arrive(await attack(mine, theirs));
		const error = unchecked.has(title)
			? 'signin?error=InvalidCheck'
			: title === 'an error of the provider'
				? 'signin?error=OAuthCallbackError'
				: 'error?error=Configuration';
		const page = `${origin}${app.basePath}/${error}`;
		expect([response.status, response.headers.get('location')]).toEqual([302, page]);
		expect(response.headers.getSetCookie().filter((line) => line.startsWith(sessionCookie))).toEqual([]);
		expect(errorsOf(app).length - before).toBe(1);
	});

	test('what comes back by POST counts as little as by GET', async () => {
		const mine = await comeBack();
		const fields = Object.fromEntries(mine.url.searchParams);
		const response = await send(app, mine.url.pathname, { fields, cookie: header(mine.cookies) });
		const page = `${origin}${app.basePath}/error?error=Configuration`;
		expect([response.status, response.headers.get('location')]).toEqual([302, page]);
		expect(response.headers.getSetCookie().filter((line) => line.startsWith(sessionCookie))).toEqual([]);
	});

	test('a check cookie is no session, and a session is no check', async () => {
		const mine = await comeBack();
		expect(Object.keys(mine.cookies).sort()).toEqual(Object.values(names).sort());
		for (const value of Object.values(mine.cookies)) {
			const response = await send(app, '/', { cookie: `${sessionCookie}=${value}` });
			expect([await response.json(), removedBy(response)]).toEqual([null, [sessionCookie]]);
		}
	});

	test('nobody outside decides about the request to the provider', async () => {
		const query = new URLSearchParams({
			...{ redirect_uri: 'https://evil.example', client_id: 'evil', response_type: 'token', state: 'x' },
			...{ nonce: 'x', code_challenge: 'x', code_challenge_method: 'plain', response_mode: 'fragment' },
			...{
				request: 'eyJ',
				request_uri: 'https://evil.example/r',
				registration: '{}',
				callbackUrl: '/welcome',
			},
			login_hint: 'grace',
		});
		const response = await send(app, `${app.basePath}/signin/idp?${query}`, { fields: {} });
		const sent = new URL(response.headers.get('location') ?? '').searchParams;
		expect(Object.fromEntries(sent)).toEqual({
			...{ client_id: provider.clientId, redirect_uri: `${origin}${app.basePath}/callback/idp` },
			...{ response_type: 'code', scope: 'openid profile email', login_hint: 'grace' },
			...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
			...{ state: expect.stringMatching(/^ey/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
		});
	});
});
