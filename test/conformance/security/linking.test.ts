import { createHash } from 'node:crypto';
import type { Provider } from '@auth/core/providers';
import Passkey from '@auth/core/providers/passkey';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { IdentityProvider } from '../../support/identity-provider.ts';
import { type Config, integrations, makeApplication, secret } from '../support/application.ts';
import { openDatabase } from '../support/database.ts';
import {
	askForLink,
	complaints,
	confirm,
	linkProvider,
	password,
	right,
	travel,
} from '../support/fixtures.ts';
import {
	ada,
	barbara,
	goToProvider,
	keycloak,
	signInAtProvider,
	squatters,
	startProvider,
	typePassword,
} from '../support/oidc.ts';
import { Person } from '../support/person.ts';

/* Who gets into whose account: rows of others, sessions of others, addresses that nobody has proven. */

const cookie = 'authjs.session-token';
const address = ada.email;
const [squatter] = squatters;
const minute = 60;

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());

describe.each(integrations)('linking on %s', (integration) => {
	/** @param ways to sign in beside links. Default: two providers */
	async function make({ ways, ...config }: Config & { ways?: Provider[] } = {}) {
		const database = await openDatabase();
		const links: { to: string; url: string }[] = [];
		const others = ways ?? [keycloak(provider), keycloak(provider, { id: 'second' })];
		const providers = [...others, linkProvider(links)];
		const app = makeApplication(integration, { adapter: database.adapter, providers, ...config });
		/** Signs somebody in by a link to the address, in the given browser. */
		const byLink = async (person: Person, email: string) => {
			await askForLink(app, person, email);
			return confirm(person, links.at(-1)?.url ?? '');
		};
		/** Whose account it is, by address. */
		const owners = async () => {
			const emails = new Map((await database.rows('user')).map(({ id, email }) => [id, email]));
			return (await database.rows('account')).map(({ userId, providerAccountId }) => [
				providerAccountId,
				emails.get(userId),
			]);
		};
		const expire = () => database.run('UPDATE session SET expires = ?', [Date.now() - 1000]);
		return { ...database, app, byLink, owners, expire, person: new Person(app) };
	}
	const emailOf = async (person: Person) =>
		(await person.visit('/')).json<{ user: { email: string } } | null>()?.user.email ?? null;
	const tokenOf = (person: Person) => person.cookies.find(cookie)?.value ?? null;
	const linking = { fields: { link: 'true' } };

	describe('a session that is over', () => {
		test('links no provider account: a new sign-in is one', async () => {
			const { app, byLink, expire, owners, person } = await make();
			await byLink(person, address);
			await expire();
			await signInAtProvider(person, app, barbara);
			expect(await owners()).toEqual([['barbara', barbara.email]]);
			expect(await emailOf(person)).toBe(barbara.email);
		});

		test('gets no options to register a passkey', async () => {
			const experimental = { enableWebAuthn: true };
			const { app, byLink, expire, person } = await make({ ways: [Passkey], experimental });
			await byLink(person, address);
			const path = `${app.basePath}/webauthn-options/passkey?action=register`;
			expect((await person.visit(path)).status).toBe(200);
			await expire();
			expect((await person.visit(path)).status).toBe(400);
		});
	});

	describe.each(['database', 'jwt'] as const)('somebody else in this browser, strategy %s', (strategy) => {
		test('signs in as himself, with a session of his own', async () => {
			const { app, byLink, owners, person, rows } = await make({ session: { strategy } });
			await byLink(person, address);
			const before = tokenOf(person);
			const visit = await signInAtProvider(person, app, barbara);
			expect(visit.status).toBe(200);
			expect(await owners()).toEqual([['barbara', barbara.email]]);
			expect(await emailOf(person)).toBe(barbara.email);
			expect(tokenOf(person)).not.toBe(before);
			expect(await rows('session')).toHaveLength(strategy === 'jwt' ? 0 : 1);
		});

		test('who has an account already gets into it', async () => {
			const { app, byLink, owners, person } = await make({ session: { strategy } });
			await signInAtProvider(new Person(app), app, barbara);
			await byLink(person, address);
			await signInAtProvider(person, app, barbara);
			expect(await emailOf(person)).toBe(barbara.email);
			expect(await owners()).toEqual([['barbara', barbara.email]]);
		});
	});

	describe('one browser, one session', () => {
		test.each<[string, (made: Awaited<ReturnType<typeof make>>) => Promise<unknown>]>([
			['a provider', ({ app, person }) => signInAtProvider(person, app, barbara)],
			['a link', ({ byLink, person }) => byLink(person, address)],
		])('%s, twice: another token, and the older is gone', async (_, signIn) => {
			const made = await make();
			await signIn(made);
			const before = tokenOf(made.person);
			await signIn(made);
			expect(tokenOf(made.person)).not.toBe(before);
			expect(await made.rows('session')).toMatchObject([{ sessionToken: tokenOf(made.person) }]);
		});

		test('a sign-in that is refused leaves the session as it is', async () => {
			const { app, byLink, person, rows } = await make({
				callbacks: { signIn: ({ account }) => account?.provider !== 'keycloak' },
			});
			await byLink(person, address);
			await signInAtProvider(person, app, barbara);
			expect(await emailOf(person)).toBe(address);
			expect(await rows('session')).toHaveLength(1);
		});

		test('a row that cannot be deleted is told, and the sign-in counts', async () => {
			const { adapter, app, byLink, person } = await make();
			await byLink(person, address);
			vi.spyOn(adapter, 'deleteSession').mockRejectedValue(new Error('The disk is full'));
			await signInAtProvider(person, app, barbara);
			expect(await emailOf(person)).toBe(barbara.email);
			expect(JSON.stringify(app.logs)).toContain('The disk is full');
		});
	});

	describe('an address that nobody has proven', () => {
		test.each(squatters)('$username has it: its owner by link gets no account that he is in', async (eve) => {
			const { app, byLink, rows } = await make();
			const thief = new Person(app);
			await signInAtProvider(thief, app, eve);
			expect(await rows('user')).toMatchObject([{ email: address, emailVerified: null }]);
			const owner = new Person(app);
			const visit = await byLink(owner, address);
			expect(visit.url).toContain('/signin?error=OAuthAccountNotLinked');
			expect(await emailOf(owner)).toBe(null);
			expect(await rows('user')).toMatchObject([{ email: address, emailVerified: null }]);
			expect(complaints(app)).toEqual(['OAuthAccountNotLinked']);
			expect(JSON.stringify(app.logs)).toContain('evictSquatter');
		});

		test('evictSquatter: the owner gets in, and nothing of the squatter is left', async () => {
			const evicted: unknown[] = [];
			const { app, byLink, run, rows } = await make({
				async evictSquatter({ id, email }) {
					evicted.push(email);
					for (const table of ['session', 'account', 'authenticator'])
						await run(`DELETE FROM ${table} WHERE userId = ?`, [id]);
				},
			});
			const thief = new Person(app);
			await signInAtProvider(thief, app, squatter);
			expect(await emailOf(thief)).toBe(address);
			const owner = new Person(app);
			await byLink(owner, address);
			await byLink(owner, address);
			expect(await emailOf(owner)).toBe(address);
			expect(await emailOf(thief)).toBe(null);
			expect(evicted).toEqual([address]);
			expect(await rows('account')).toEqual([]);
			expect(await rows('session')).toHaveLength(1);
			const again = new Person(app);
			const visit = await signInAtProvider(again, app, squatter);
			expect(visit.url).toContain('error=OAuthAccountNotLinked');
			expect(await emailOf(again)).toBe(null);
		});

		test('evictSquatter that fails: nobody gets in, and nothing is proven', async () => {
			const { app, byLink, rows, person } = await make({
				evictSquatter: async () => {
					throw new Error('The disk is full');
				},
			});
			await signInAtProvider(new Person(app), app, squatter);
			await byLink(person, address);
			expect(await emailOf(person)).toBe(null);
			expect(await rows('user')).toMatchObject([{ emailVerified: null }]);
		});

		test('a row that was made by hand: its owner gets in by link, where there is no other way', async () => {
			const { byLink, person, run, rows } = await make({ ways: [] });
			await run("INSERT INTO user (id, email) VALUES ('1', ?)", [address]);
			await byLink(person, address);
			expect(await emailOf(person)).toBe(address);
			expect(await rows('user')).toMatchObject([{ id: '1', emailVerified: expect.any(Number) }]);
		});
	});

	describe('what a provider says of an address', () => {
		test('proven: the row says so, and its owner gets in by link', async () => {
			const { app, byLink, rows, person } = await make();
			await signInAtProvider(new Person(app), app, ada);
			expect(await rows('user')).toMatchObject([{ email: address, emailVerified: expect.any(Number) }]);
			await byLink(person, address);
			expect(await emailOf(person)).toBe(address);
			expect(await rows('user')).toHaveLength(1);
		});

		test('proven, for a row of long ago: it says so from then on', async () => {
			const { app, rows, run } = await make();
			await signInAtProvider(new Person(app), app, ada);
			await run('UPDATE user SET emailVerified = NULL');
			await signInAtProvider(new Person(app), app, ada);
			expect(await rows('user')).toMatchObject([{ emailVerified: expect.any(Number) }]);
			await run("UPDATE user SET emailVerified = NULL, email = 'other@test.example'");
			await signInAtProvider(new Person(app), app, ada);
			expect(await rows('user')).toMatchObject([{ emailVerified: null }]);
		});

		const dangerous = { id: 'second', allowDangerousEmailAccountLinking: true };
		test.each(squatters)('$username, allowed to link by address: not linked', async (eve) => {
			const { app, owners } = await make({ ways: [keycloak(provider), keycloak(provider, dangerous)] });
			await signInAtProvider(new Person(app), app, ada);
			const thief = new Person(app);
			const visit = await signInAtProvider(thief, app, eve, { id: 'second' });
			expect(visit.url).toContain('error=OAuthAccountNotLinked');
			expect(await emailOf(thief)).toBe(null);
			expect(await owners()).toEqual([['ada', address]]);
		});

		test.each([false, true])('proven, onto a row that is not: evictSquatter %s', async (evicts) => {
			const evictSquatter = vi.fn(async () => {});
			const { app, owners, person, rows } = await make({
				ways: [keycloak(provider), keycloak(provider, dangerous)],
				...(evicts && { evictSquatter }),
			});
			await signInAtProvider(new Person(app), app, squatter);
			const visit = await signInAtProvider(person, app, ada, { id: 'second' });
			expect(visit.url.includes('error=OAuthAccountNotLinked')).toBe(!evicts);
			expect(await emailOf(person)).toBe(evicts ? address : null);
			expect(await owners()).toHaveLength(evicts ? 2 : 1);
			expect(evictSquatter).toHaveBeenCalledTimes(evicts ? 1 : 0);
			const [user] = await rows('user');
			expect(user?.emailVerified !== null).toBe(evicts);
		});

		test('the application vouches for the provider, in its `profile`', async () => {
			const profile = (claims: { sub: string; name: string; email: string }) => ({
				...{ id: claims.sub, name: claims.name, email: claims.email, emailVerified: new Date() },
			});
			const { app, owners, person } = await make({
				ways: [keycloak(provider), keycloak(provider, { ...dangerous, profile } as never)],
			});
			await signInAtProvider(new Person(app), app, ada);
			await signInAtProvider(person, app, squatters[1], { id: 'second' });
			expect(await emailOf(person)).toBe(address);
			expect(await owners()).toHaveLength(2);
		});
	});

	describe.each(['database', 'jwt'] as const)('on purpose, strategy %s', (strategy) => {
		async function signedIn(config: Config = {}) {
			const made = await make({ session: { strategy }, pages: { signIn: '/signin' }, ...config });
			await made.byLink(made.person, address);
			return made;
		}
		const refused = 'http://localhost:3000/signin?error=SessionEnded';

		test('the account is added to who is signed in, and the session stays', async () => {
			const { app, owners, person, rows } = await signedIn();
			const visit = await signInAtProvider(person, app, barbara, { ...linking, wanted: '/dashboard' });
			expect(visit.url).toBe('http://localhost:3000/dashboard');
			expect(await owners()).toEqual([['barbara', address]]);
			expect(await emailOf(person)).toBe(address);
			expect(await rows('user')).toHaveLength(1);
			expect(person.cookies.find('authgraft.link')).toBeUndefined();
		});

		test('by a form action, too', async () => {
			const { app, owners, person } = await signedIn();
			const form = { providerId: 'keycloak', redirectTo: '/', link: 'true' };
			const page = await person.visit(app.actions.signIn, { form });
			await person.visit(await typePassword(person, page, barbara));
			expect(await owners()).toEqual([['barbara', address]]);
		});

		test.each(['endpoint', 'action'])('nobody is signed in: nothing is started, by the %s', async (way) => {
			const { app, person } = await make({ session: { strategy }, pages: { signIn: '/signin' } });
			const path = way === 'action' ? app.actions.signIn : `${app.basePath}/signin/keycloak`;
			const form = { providerId: 'keycloak', link: 'true' };
			const visit = await person.visit(path, { form, follow: false });
			const said = visit.redirects[0] ?? visit.text;
			expect(said).toContain('SessionEnded');
			expect(said).not.toContain(provider.issuer);
			expect(complaints(app)).toEqual([]);
		});

		test('another site cannot start it, with a planted token of the core either', async () => {
			const { app, owners, person } = await signedIn();
			await person.visit(`${app.basePath}/csrf`);
			const { csrfToken } = (await person.visit(`${app.basePath}/csrf`)).json<{ csrfToken: string }>();
			const form = { link: 'true', csrfToken };
			for (const from of ['https://evil.example', 'null']) {
				const visit = await person.visit(`${app.basePath}/signin/keycloak`, { form, from, follow: false });
				expect(visit.redirects[0]).toContain('error=MissingCSRF');
			}
			expect(await owners()).toEqual([]);
		});

		/** Up to where the provider sends back. */
		async function begin(made: Awaited<ReturnType<typeof signedIn>>) {
			const page = await goToProvider(made.person, made.app, 'keycloak', '/', { link: 'true' });
			return typePassword(made.person, page, barbara);
		}

		test('signed out meanwhile: refused, and nobody new', async () => {
			const made = await signedIn();
			const back = await begin(made);
			await made.person.visit(`${made.app.basePath}/signout`, { form: {} });
			const visit = await made.person.visit(back, { follow: false });
			expect(visit.redirects).toEqual([refused]);
			expect(await made.owners()).toEqual([]);
			expect(await made.rows('user')).toHaveLength(1);
		});

		test('somebody else is signed in meanwhile: refused', async () => {
			const made = await signedIn();
			const back = await begin(made);
			await made.byLink(made.person, 'bob@test.example');
			const visit = await made.person.visit(back, { follow: false });
			expect(visit.redirects).toEqual([refused]);
			expect(await made.owners()).toEqual([]);
			expect(await emailOf(made.person)).toBe('bob@test.example');
		});

		test('the session is over meanwhile: refused', async () => {
			const made = await signedIn({ session: { strategy, maxAge: 5 * minute } });
			const back = await begin(made);
			travel(6 * minute);
			expect((await made.person.visit(back, { follow: false })).redirects).toEqual([refused]);
			expect(await made.owners()).toEqual([]);
		});

		test('after a quarter of an hour: refused, whatever the browser kept', async () => {
			const made = await signedIn();
			const back = await begin(made);
			const sent = made.person.cookies.header(back, { method: 'GET', from: null });
			travel(16 * minute);
			const visit = await made.person.visit(back, { follow: false, headers: { cookie: sent } });
			expect(visit.redirects[0]).toContain('/signin?error=InvalidCheck');
			expect(await made.owners()).toEqual([]);
		});

		test('given up, and then a plain sign-in by somebody else: nothing is linked', async () => {
			const made = await signedIn();
			await goToProvider(made.person, made.app, 'keycloak', '/', { link: 'true' });
			await signInAtProvider(made.person, made.app, barbara);
			expect(await made.owners()).toEqual([['barbara', barbara.email]]);
			expect(await emailOf(made.person)).toBe(barbara.email);
		});

		test('for another provider: refused', async () => {
			const { app, owners, person } = await signedIn();
			await goToProvider(person, app, 'keycloak', '/', { link: 'true' });
			const intent = person.cookies.find('authgraft.link')?.value ?? '';
			expect(intent).not.toBe('');
			const page = await goToProvider(person, app, 'second');
			person.cookies.set('authgraft.link', intent);
			const back = await typePassword(person, page, barbara);
			expect((await person.visit(back, { follow: false })).redirects).toEqual([refused]);
			expect(await owners()).toEqual([]);
		});

		test('sealed by somebody else: as if it were not there', async () => {
			const { app, owners, person } = await signedIn();
			const page = await goToProvider(person, app);
			person.cookies.set('authgraft.link', 'eyJhbGciOiJkaXIifQ..a.b.c');
			await person.visit(await typePassword(person, page, barbara));
			expect(await owners()).toEqual([['barbara', barbara.email]]);
			expect(person.cookies.find('authgraft.link')).toBeUndefined();
		});

		test('what belongs to somebody else is refused, and the session stays', async () => {
			const { app, owners, person } = await signedIn();
			await signInAtProvider(new Person(app), app, barbara);
			const visit = await signInAtProvider(person, app, barbara, linking);
			expect(visit.url).toContain('/signin?error=OAuthAccountNotLinked');
			expect(await owners()).toEqual([['barbara', barbara.email]]);
			expect(await emailOf(person)).toBe(address);
		});
	});

	test('without a database there is nothing to link: told, and nothing is started', async () => {
		const app = makeApplication(integration, { providers: [keycloak(provider), password] });
		const person = new Person(app);
		await person.visit(`${app.basePath}/signin/credentials`, { form: { ...right, callbackUrl: '/' } });
		const form = { link: 'true' };
		const visit = await person.visit(`${app.basePath}/signin/keycloak`, { form, follow: false });
		expect(visit.redirects[0]).toContain('error=Configuration');
		expect(JSON.stringify(app.logs)).toContain('adapter');
	});

	test.each(['reset:42', 'authgraft:reset:42', 'reset:ada@test.example', '42'])(
		'a token that was kept as %s is no link of an e-mail',
		async (identifier) => {
			const { adapter, app, person, rows } = await make();
			const token = createHash('sha256').update(`the-token${secret}`).digest('hex');
			await adapter.createVerificationToken?.({ identifier, token, expires: new Date(Date.now() + 60_000) });
			const query = new URLSearchParams({ token: 'the-token', email: identifier });
			const visit = await person.visit(`${app.basePath}/callback/link?${query}`, { form: {}, follow: false });
			expect(visit.redirects[0]).toContain('error=Verification');
			expect(await rows('user')).toEqual([]);
			expect(await rows('verificationToken')).toHaveLength(1);
		},
	);
});
