import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grace, type IdentityProvider } from '../support/identity-provider.ts';
import { type Config, integrations, makeApplication } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import { askForLink, complaints, confirm, linkProvider } from './support/fixtures.ts';
import { barbara, keycloak, mallory, signInAtProvider, startProvider } from './support/oidc.ts';
import { Person } from './support/person.ts';

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());

const offline = { params: { scope: 'openid profile email offline_access', prompt: 'consent' } };

describe.each(integrations)('accounts on %s', (integration) => {
	async function make(config: Config = {}) {
		const database = await openDatabase();
		const links: { to: string; url: string }[] = [];
		const second = { id: 'second', name: 'Second' };
		const providers = [keycloak(provider), keycloak(provider, second), linkProvider(links)];
		const app = makeApplication(integration, { adapter: database.adapter, providers, ...config });
		/** Signs somebody in by a link to the address, in the given browser. */
		const byLink = async (person: Person, email: string) => {
			await askForLink(app, person, email);
			return confirm(person, links.at(-1)?.url ?? '');
		};
		return { ...database, app, byLink, person: new Person(app) };
	}
	const emailOf = async (person: Person) =>
		(await person.visit('/')).json<{ user: { email: string } } | null>()?.user.email ?? null;

	test('Account: what is stored after a sign-in with OpenID Connect (specification 2.3)', async () => {
		const tokens: Record<string, unknown>[] = [];
		const { app, person, rows } = await make({
			providers: [keycloak(provider, { authorization: offline } as never)],
			callbacks: {
				signIn: ({ account }) => {
					tokens.push({ ...account });
					return true;
				},
			},
		});
		const before = Math.floor(Date.now() / 1000);
		await signInAtProvider(person, app);
		const [user] = await rows('user');
		const [account] = await rows('account');
		expect(account).toEqual({
			userId: user?.id,
			type: 'oidc',
			provider: 'keycloak',
			providerAccountId: grace.username,
			access_token: expect.stringMatching(/^[\w-]{20,}$/),
			refresh_token: expect.stringMatching(/^[\w-]{20,}$/),
			id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
			// Always in lower case: oidc-provider says "Bearer".
			token_type: 'bearer',
			scope: 'openid profile email offline_access',
			expires_at: expect.any(Number),
			session_state: null,
		});
		// The absolute second at which the access token is over, calculated from `expires_in`.
		expect(Number(account?.expires_at) - before - 600).toBeOneOf([0, 1, 2, 3]);
		expect(tokens).toEqual([
			{
				...{ provider: 'keycloak', type: 'oidc', providerAccountId: grace.username },
				...{ token_type: 'bearer', scope: account?.scope, expires_in: 600, expires_at: account?.expires_at },
				...{ access_token: account?.access_token, refresh_token: account?.refresh_token },
				id_token: account?.id_token,
			},
		]);
	});

	test('User: what is stored, with an id of the application (specification 2.2)', async () => {
		const { app, person, rows } = await make();
		await signInAtProvider(person, app);
		expect(await rows('user')).toEqual([
			{
				id: expect.stringMatching(/^[\da-f-]{36}$/),
				name: grace.name,
				email: grace.email,
				// The provider says that it has verified the address.
				emailVerified: expect.any(Number),
				image: null,
			},
		]);
	});

	test('Profile: the claims of the provider reach the callbacks (specification 2.4)', async () => {
		const seen: unknown[] = [];
		const { app, person } = await make({
			callbacks: {
				signIn: ({ profile, account, user }) => {
					seen.push(profile, account?.providerAccountId, user.name);
					return true;
				},
			},
		});
		await signInAtProvider(person, app);
		expect(seen).toEqual([
			expect.objectContaining({
				...{ sub: grace.username, name: grace.name, email: grace.email, email_verified: true },
				...{ iss: provider.issuer, aud: provider.clientId },
			}),
			grace.username,
			grace.name,
		]);
	});

	test('a second sign-in makes no second user, account or event of a new one', async () => {
		const events: string[] = [];
		const { app, rows } = await make({
			events: {
				createUser: () => void events.push('createUser'),
				signIn: ({ isNewUser }) => void events.push(`signIn ${isNewUser}`),
			},
		});
		for (let time = 0; time < 2; time++) await signInAtProvider(new Person(app), app);
		expect(
			[await rows('user'), await rows('account'), await rows('session')].map(({ length }) => length),
		).toEqual([1, 1, 2]);
		expect(events).toEqual(['createUser', 'signIn true', 'signIn false']);
	});

	test('pages.newUser: the first time, with the page that was wanted', async () => {
		const { app } = await make({ pages: { newUser: '/welcome' } });
		const first = await signInAtProvider(new Person(app), app, grace, { wanted: '/dashboard' });
		expect(first.url).toBe(
			`http://localhost:3000/welcome?callbackUrl=${encodeURIComponent('http://localhost:3000/dashboard')}`,
		);
		const second = await signInAtProvider(new Person(app), app, grace, { wanted: '/dashboard' });
		expect(second.url).toBe('http://localhost:3000/dashboard');
	});

	test('fault 28: OAuthAccountNotLinked: another account with the address of somebody: refused, and nobody is changed', async () => {
		const { app, person, rows } = await make({ pages: { signIn: '/signin' } });
		await signInAtProvider(person, app);
		const before = [await rows('user'), await rows('account')];
		const thief = new Person(app);
		const visit = await signInAtProvider(thief, app, mallory);
		expect(visit.url).toBe('http://localhost:3000/signin?error=OAuthAccountNotLinked');
		expect(visit.json()).toMatchObject({
			error: {
				message:
					'This e-mail address already has an account with another way to sign in. Use the one you used first.',
			},
		});
		expect(complaints(app)).toEqual(['OAuthAccountNotLinked']);
		expect([await rows('user'), await rows('account')]).toEqual(before);
		expect(await emailOf(thief)).toBe(null);
	});

	test('OAuthAccountNotLinked: also for somebody who signed up by e-mail', async () => {
		const { app, byLink, person, rows } = await make();
		await byLink(person, grace.email);
		const visit = await signInAtProvider(new Person(app), app);
		expect(visit.url).toContain('/signin?error=OAuthAccountNotLinked');
		expect(await rows('account')).toEqual([]);
	});

	test('allowDangerousEmailAccountLinking: the same user, with both accounts', async () => {
		const dangerous = keycloak(provider, { id: 'second', allowDangerousEmailAccountLinking: true });
		const { app, person, rows } = await make({ providers: [keycloak(provider), dangerous] });
		await signInAtProvider(person, app);
		const other = new Person(app);
		await signInAtProvider(other, app, mallory, { id: 'second' });
		expect(await emailOf(other)).toBe(grace.email);
		const [user] = await rows('user');
		expect(await rows('user')).toHaveLength(1);
		expect((await rows('account')).map(({ provider, userId }) => [provider, userId])).toEqual([
			['keycloak', user?.id],
			['second', user?.id],
		]);
	});

	test('fault 28: linking while signed in, on purpose: the account is added to the user, and the event says so', async () => {
		const linked: unknown[] = [];
		const { app, byLink, person, rows } = await make({
			events: {
				linkAccount: ({ user, account, profile }) =>
					void linked.push([user.email, account.provider, profile.email]),
			},
		});
		await byLink(person, 'ada@test.example');
		await signInAtProvider(person, app, barbara, { fields: { link: 'true' } });
		const [user] = await rows('user');
		expect(await rows('user')).toHaveLength(1);
		expect(await rows('account')).toMatchObject([{ providerAccountId: barbara.username, userId: user?.id }]);
		expect(await emailOf(person)).toBe('ada@test.example');
		expect(linked).toEqual([['ada@test.example', 'keycloak', barbara.email]]);
		const again = new Person(app);
		await signInAtProvider(again, app, barbara);
		expect(await emailOf(again)).toBe('ada@test.example');
	});

	test('linking an account that somebody else has already: refused', async () => {
		const { app, byLink, person, rows } = await make();
		await signInAtProvider(new Person(app), app);
		await byLink(person, 'ada@test.example');
		const visit = await signInAtProvider(person, app, grace, { fields: { link: 'true' } });
		expect(visit.url).toContain('/signin?error=OAuthAccountNotLinked');
		expect(await rows('account')).toHaveLength(1);
		expect(await emailOf(person)).toBe('ada@test.example');
	});

	test('somebody who may not sign in leaves no row', async () => {
		const { app, person, rows } = await make({ callbacks: { signIn: () => false } });
		const visit = await signInAtProvider(person, app);
		expect([visit.status, visit.url]).toEqual([
			403,
			`http://localhost:3000${app.basePath}/error?error=AccessDenied`,
		]);
		expect([await rows('user'), await rows('account'), await rows('session')]).toEqual([[], [], []]);
	});

	test('tokens stay on the server: the session shows none', async () => {
		const { app, person, rows } = await make();
		await signInAtProvider(person, app);
		await person.visit(`${app.basePath}/session`);
		const [account] = await rows('account');
		const said = JSON.stringify(app.answers.map(({ text }) => text));
		expect(said).toContain(grace.email);
		for (const name of ['access_token', 'id_token']) expect(said).not.toContain(account?.[name]);
	});
});
