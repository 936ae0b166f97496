import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grace, type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { type Application, type Config, integrations } from '../support/application.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { Person } from '../support/person.ts';
import { send, victim } from './attack.ts';
import { findInsides, findLeaks, findSecrets, type Secrets } from './leaks.ts';
import { otherSecret, secret, sessionCookie } from './tokens.ts';
import { hash, lookAround, passwords, typed, withHashes } from './with-secrets.ts';

describe.each(integrations)('leaks, %s', (integration) => {
	let database: Database;
	let mail: MailServer;
	let provider: IdentityProvider;
	const secrets: Secrets = { AUTH_SECRET: secret, 'an older AUTH_SECRET': otherSecret };
	const applications: Application[] = [];
	const env = { AUTH_SECRET_1: secret, AUTH_SECRET: otherSecret, AUTH_TRUST_HOST: 'true' };
	const make = (config: Config) => {
		const app = victim(integration, config, { env });
		applications.push(app);
		return app;
	};
	const callbackPath = integration === 'sveltekit' ? '/auth/callback' : '/api/auth/callback';

	beforeAll(async () => {
		database = await openDatabase();
		mail = await startMailServer();
		provider = await startIdentityProvider([`http://localhost:3000${callbackPath}/idp`]);
		Object.assign(secrets, {
			'client secret': provider.clientSecret,
			'password of the mail server': mail.server.auth.pass,
			'right password': typed.right,
			'wrong password': typed.wrong,
			'password that breaks': typed.broken,
			'password hash': hash,
		});
	});
	afterAll(() => Promise.all([mail.close(), provider.close(), database.close()]));

	const idp = (more: object = {}) => ({
		...{
			id: 'idp',
			name: 'IdP',
			type: 'oidc' as const,
			issuer: provider.issuer,
			clientId: provider.clientId,
		},
		...{ clientSecret: provider.clientSecret, checks: ['pkce', 'state', 'nonce'] as never },
		authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
		...more,
	});

	async function signInAtProvider(person: Person, app: Application): Promise<void> {
		const login = await person.visit(`${app.basePath}/signin/idp`, { form: {} });
		const there = /continue/i.test(login.text)
			? await person.submit(login, /continue/i, { ...grace })
			: login;
		expect(new URL(there.url).origin).toBe(app.origin);
	}

	async function signOut(person: Person, app: Application): Promise<void> {
		await person.visit(`${app.basePath}/signout`, { form: {} });
		expect((await person.visit('/')).json()).toBeNull();
	}

	test('database sessions: provider, magic link, update, sign-out', async () => {
		const letters = mail.letters.length;
		const app = make({
			adapter: withHashes(database.adapter),
			providers: [idp(), mail.provider()],
			callbacks: {
				session: ({ session, user }) => Object.assign(session, { user: { ...session.user, id: user.id } }),
			},
		});
		const person = new Person(app);
		await signInAtProvider(person, app);
		expect((await person.visit('/')).json()).toMatchObject({ user: { name: 'Grace Hopper' } });
		await lookAround(person, app);
		const [account] = await database.rows('account');
		for (const name of ['access_token', 'refresh_token', 'id_token']) secrets[name] = String(account?.[name]);
		const tokens = (await database.rows('session')).map((row) => String(row.sessionToken));

		await signOut(person, app);
		await person.visit(`${app.basePath}/signin/nodemailer`, { form: { email: 'ada@test.example' } });
		await person.visit(app.actions.signIn, { form: { providerId: 'nodemailer', email: 'bob@test.example' } });
		for (const { link } of mail.letters.slice(letters)) {
			const token = new URL(link).searchParams.get('token') ?? '';
			secrets[`verification token ${Object.keys(secrets).length}`] = token;
			const page = await person.visit(link);
			await person.submit(page, /sign in/i);
			await lookAround(person, app);
			// Each sign-in ends the one before it.
			tokens.push(...(await database.rows('session')).map((row) => String(row.sessionToken)));
			// Used up.
			await person.visit(link, { method: 'POST', form: {} });
		}
		expect(new Set(tokens).size).toBe(3);
		for (const [index, token] of tokens.entries()) secrets[`session token ${index}`] = token;
		await signOut(person, app);
		mail.refuse(true);
		await person.visit(`${app.basePath}/signin/nodemailer`, { form: { email: 'ada@test.example' } });
		await person.visit(app.actions.signIn, { form: { providerId: 'nodemailer', email: 'ada@test.example' } });
		mail.refuse(false);
	});

	test('JWT sessions: passwords right, wrong and breaking, provider, with and without JavaScript', async () => {
		const app = make({
			providers: [passwords, idp()],
			callbacks: {
				// Tokens are kept in the cookie, as the guides for rotating them say.
				jwt: ({ token, account, user }) => {
					if (account?.access_token) {
						secrets['access_token of the JWT'] = account.access_token;
						secrets['refresh_token of the JWT'] = String(account.refresh_token);
						secrets['id_token of the JWT'] = String(account.id_token);
					}
					return account ? { ...token, account, user } : token;
				},
			},
		});
		const person = new Person(app);
		for (const password of Object.values(typed)) {
			const form = { email: 'ada@test.example', password };
			const headers = { 'x-auth-return-redirect': '1' };
			await person.visit(`${app.basePath}/signin/credentials`, { form });
			await person.visit(`${app.basePath}/callback/credentials`, { json: form });
			await person.visit(`${app.basePath}/callback/credentials`, { form, headers });
			await person.visit(app.actions.signIn, { form: { providerId: 'credentials', ...form } });
			await person.visit(app.actions.signIn, {
				form: { providerId: 'credentials', ...form },
				headers: app.javaScript,
			});
			await person.visit(`${app.basePath}/signin/credentials`, { form, from: 'https://evil.example' });
			await person.visit(app.actions.signIn, { form: { providerId: 'nobody', ...form } });
		}
		await lookAround(person, app);
		await signOut(person, app);
		await signInAtProvider(person, app);
		await lookAround(person, app);
		await signOut(person, app);
		expect(Object.keys(secrets)).toContain('refresh_token of the JWT');
	});

	test('everything that can fail', async () => {
		const fail = async () => Promise.reject(new Error('It failed'));
		const failing: Config[] = [
			{ providers: [idp({ clientSecret: `${provider.clientSecret}-is-wrong` })] },
			{ providers: [idp({ issuer: 'http://127.0.0.1:1/' })] },
			{ providers: [idp({ profile: fail })] },
			{ providers: [idp(), passwords], callbacks: { signIn: fail } },
			{ providers: [idp(), passwords], callbacks: { jwt: fail } },
			{ providers: [idp(), passwords], callbacks: { session: fail } },
			{ providers: [idp(), passwords], callbacks: { redirect: fail } },
			{ providers: [idp(), passwords], events: { signIn: fail, session: fail, signOut: fail } },
			{ providers: [idp(), passwords], secret: 'short-secret-of-the-application' },
			{ providers: [idp(), passwords], trustHost: false },
			{
				providers: [idp(), mail.provider()],
				adapter: {
					...withHashes(database.adapter),
					getSessionAndUser: fail,
					createUser: fail,
					getUserByEmail: fail,
					getUserByAccount: fail,
				},
			},
			{ providers: [idp(), mail.provider()] },
		];
		secrets['secret that is too short'] = 'short-secret-of-the-application';
		// Where it goes round in circles is looked at elsewhere; here it counts what was told on the way.
		const anyhow = (visit: Promise<unknown>) =>
			visit.catch((error: Error) => expect(error.message).toMatch(/^More than 20 redirects/));
		for (const config of failing) {
			const app = make(config);
			const person = new Person(app);
			const form = { email: 'ada@test.example', password: typed.right };
			for (const id of ['credentials', 'idp', 'nodemailer']) {
				await anyhow(
					person.visit(`${app.basePath}/signin/${id}`, { form }).then(async (login) => {
						if (new URL(login.url).origin !== app.origin)
							await person.submit(login, /continue/i, { ...grace });
					}),
				);
				await person.visit(app.actions.signIn, { form: { providerId: id, ...form }, follow: false });
			}
			await lookAround(person, app, { follow: false });
			await person.visit(`${app.basePath}/signout`, { form: {}, follow: false });
			await person.visit(app.actions.signOut, { form: {}, follow: false });
			expect(app.answers.length).toBeGreaterThan(8);
		}
	});

	test('nothing of it was answered or logged', () => {
		expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(19);
		for (const value of Object.values(secrets)) expect(value.length).toBeGreaterThan(18);
		expect(applications.reduce((sum, { answers }) => sum + answers.length, 0)).toBeGreaterThan(400);
		expect(applications.reduce((sum, { logs }) => sum + logs.length, 0)).toBeGreaterThan(50);
		const inCookies = Object.keys(secrets).filter((name) => name.startsWith('session token'));
		expect(applications.flatMap((app) => findLeaks(app, secrets, inCookies))).toEqual([]);
	});

	test('every cookie was for this host alone, out of reach of scripts, and of other sites', () => {
		const lines = applications.flatMap(({ answers }) =>
			answers.flatMap(({ headers }) =>
				headers.filter(([name]) => name === 'set-cookie').map(([, line]) => line),
			),
		);
		expect(lines.length).toBeGreaterThan(100);
		const odd = lines.filter(
			(line) => !/; HttpOnly/.test(line) || !/; SameSite=Lax/.test(line) || !/; Path=\/(;|$)/.test(line),
		);
		expect(odd).toEqual([]);
		expect(lines.filter((line) => /; Domain=/i.test(line))).toEqual([]);
	});
	test('nothing that depends on who asks may be kept by a cache', () => {
		const kept = applications.flatMap(({ answers, basePath }) =>
			answers.flatMap(({ method, url, status, headers }) => {
				const { pathname } = new URL(url);
				const cache = headers.find(([name]) => name === 'cache-control')?.[1] ?? 'nothing';
				// What is no endpoint, the application answers itself.
				const ours = pathname.startsWith(`${basePath}/`) && pathname !== `${basePath}/nothing`;
				return ours && !cache.includes('no-store') ? [`${method} ${pathname} ${status}: ${cache}`] : [];
			}),
		);
		expect([...new Set(kept)]).toEqual([]);
	});

	describe('control: the search would find it', () => {
		test('an application that tells everything', async () => {
			const { clientSecret } = provider;
			const app = victim(integration, {
				providers: [passwords],
				callbacks: {
					jwt: ({ token, user }) => (user ? { ...token, ...user } : token),
					session: ({ session, token }) => ({
						...session,
						...token,
						stack: new Error('here').stack,
						clientSecret,
					}),
				},
				events: { signIn: () => Promise.reject(new Error('outer', { cause: { deep: [{ clientSecret }] } })) },
			});
			const person = new Person(app);
			const form = { email: 'ada@test.example', password: typed.right };
			await person.visit(`${app.basePath}/signin/credentials`, { form });
			const found = findLeaks(app, { hash, clientSecret });
			const names = found.map(({ secret, where }) => `${secret} in ${where.split(':')[0]}`);
			expect(new Set(names)).toEqual(
				new Set([
					'hash in GET / 200',
					'clientSecret in GET / 200',
					'a stack in GET / 200',
					'a path in GET / 200',
					'a module in GET / 200',
					'clientSecret in log, error',
				]),
			);
		});
		test('a session token outside of Set-Cookie', async () => {
			const app = victim(integration, {});
			await send(app, '/');
			const token = 'a-token-of-a-database-session';
			app.answers[0]?.headers.push(['set-cookie', `${sessionCookie}=${token}`]);
			expect(findLeaks(app, { token }, ['token'])).toEqual([]);
			expect(findLeaks(app, { token })).toHaveLength(1);
			app.answers[0]?.headers.push(['location', `/?t=${token}`]);
			expect(findLeaks(app, { token }, ['token'])).toHaveLength(1);
		});
		const writings: [string, (text: string) => string][] = [
			['plain', (text) => text],
			['URL', (text) => encodeURIComponent(text)],
			['form', (text) => String(new URLSearchParams({ a: text }))],
			['JSON in JSON', (text) => JSON.stringify({ a: JSON.stringify({ text }) })],
			['hex', (text) => Buffer.from(text).toString('hex')],
			['base64', (text) => Buffer.from(text).toString('base64')],
			['base64 of more', (text) => Buffer.from(`x${text}y`).toString('base64')],
			['base64url of more', (text) => Buffer.from(`xx${text}yy`).toString('base64url')],
			['Basic', (text) => `Basic ${btoa(`client:${text}`)}`],
		];
		test.each(writings)('every secret, written as %s', (_, write) => {
			for (const [name, value] of Object.entries(secrets)) {
				const found = findSecrets(`before ${write(value)} after`, { [name]: value }, 'here');
				expect([name, found.length > 0]).toEqual([name, true]);
			}
		});
		test('stacks and paths', () => {
			const { stack = '' } = new Error('here');
			expect(findInsides(stack, 'here').map(({ secret }) => secret)).toEqual([
				'a stack',
				'a path',
				'a module',
			]);
			expect(findInsides('A sentence about /auth/signin at 12:30:10 (see /docs).', 'here')).toEqual([]);
		});
	});
});
