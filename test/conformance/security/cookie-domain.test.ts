import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Application, type Config, integrations } from '../support/application.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { Person } from '../support/person.ts';
import { victim } from './attack.ts';
import { keyFor, madeToken, now, secret } from './tokens.ts';

const name = '__Secure-authjs.session-token';
const https = { origin: 'https://app.test.example' };
const options = { domain: 'test.example', path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;
const wide = { cookies: { sessionToken: { options } } } as never;

const password = {
	id: 'credentials',
	name: 'Credentials',
	type: 'credentials',
	credentials: { username: {} },
	authorize: async ({ username }: { username?: string }) => ({ id: username, name: username }),
} as never;
/** Claims that need several cookies. */
const large = 'x'.repeat(5000);

const whoIs = async (person: Person) =>
	(await person.visit('/')).json<{ user?: { name?: string } } | null>()?.user?.name ?? null;
const sessionsOf = (person: Person) =>
	person.cookies.all.filter((cookie) => cookie.name.startsWith(name)).map((cookie) => cookie.hostOnly);

/** The same browser at another version of the application. */
function at(app: Application, { cookies }: Person): Person {
	const person = new Person(app);
	person.cookies.all.push(...cookies.all);
	return person;
}

describe.each(integrations)('a domain that the session cookie gets later, %s', (integration) => {
	const make = (config: Config) => victim(integration, { providers: [password], ...config }, https);
	const sized = (size: string): Config => ({
		callbacks: { jwt: ({ token }) => (size === 'small' ? token : { ...token, notes: large }) },
	});
	const signIn = async (person: Person, username: string, way: string) => {
		const form = { username, providerId: 'credentials' };
		const path = way === 'endpoint' ? `${basePath}/signin/credentials` : actions.signIn;
		await person.visit(path, { form, follow: false });
	};
	const { basePath, actions } = make({});

	describe.each(['endpoint', 'action'])('by the %s', (way) => {
		test.each([
			['small', 'small'],
			['large', 'small'],
			['small', 'large'],
			['large', 'large'],
		])('ada’s cookie was %s, bob’s is %s: he is bob, and nobody after signing out', async (first, second) => {
			const ada = new Person(make(sized(first)));
			await signIn(ada, 'ada', way);
			expect(await whoIs(ada)).toBe('ada');
			const bob = at(make({ ...sized(second), ...(wide as object) }), ada);
			expect(await whoIs(bob)).toBe('ada');
			await signIn(bob, 'bob', way);
			expect(await whoIs(bob)).toBe('bob');
			expect([...new Set(sessionsOf(bob))]).toEqual([false]);
			await bob.visit(way === 'endpoint' ? `${basePath}/signout` : actions.signOut, {
				form: {},
				follow: false,
			});
			expect([await whoIs(bob), sessionsOf(bob)]).toEqual([null, []]);
		});

		test('ada alone: signing out ends her session', async () => {
			const before = new Person(make({}));
			await signIn(before, 'ada', way);
			const ada = at(make(wide), before);
			await ada.visit(way === 'endpoint' ? `${basePath}/signout` : actions.signOut, {
				form: {},
				follow: false,
			});
			expect([await whoIs(ada), sessionsOf(ada)]).toEqual([null, []]);
		});
	});

	test('a refresh gives the session its domain, and leaves nothing beside it', async () => {
		const before = new Person(make({}));
		await signIn(before, 'ada', 'endpoint');
		const ada = at(make({ ...(wide as object), session: { updateAge: 0 } }), before);
		expect([await whoIs(ada), sessionsOf(ada)]).toEqual(['ada', [false]]);
	});

	test('other cookies of the core: none stays beside the one with a domain', async () => {
		const before = new Person(make({}));
		await before.visit(`${basePath}/signin/credentials`, {
			form: { username: 'x', callbackUrl: '/old' },
			follow: false,
		});
		const target = '__Secure-authjs.callback-url';
		expect(before.cookies.find(target)?.value).toContain('old');
		const after = at(make({ cookies: { callbackUrl: { options } } } as never), before);
		await after.visit(`${basePath}/signin/credentials`, {
			form: { username: 'x', callbackUrl: '/new' },
			follow: false,
		});
		const kept = after.cookies.all.filter((cookie) => cookie.name === target);
		expect(kept.map(({ hostOnly, value }) => [hostOnly, value.includes('new')])).toEqual([[false, true]]);
	});

	/** A token of somebody, made some seconds ago. */
	const token = (person: string, age = 0) =>
		madeToken({ sub: person, name: person, iat: now() - age, exp: now() + 9999 }, {}, keyFor(secret, name));

	describe('both are there already', () => {
		const both = async (app: Application, first: string, second: string) => {
			const person = new Person(app);
			person.cookies.keep(https.origin, [
				`${name}=${first}; Path=/; Secure`,
				`${name}=${second}; Path=/; Secure; Domain=test.example`,
			]);
			return person;
		};
		test('the newer one counts, for the core, too', async () => {
			const callbacks: Config['callbacks'] = {
				jwt: ({ token, session }) => ({ ...token, ...session?.user }),
			};
			const app = make({ ...(wide as object), callbacks });
			const bob = await both(app, await token('ada', 999), await token('bob'));
			expect(await whoIs(bob)).toBe('bob');
			const answer = await bob.visit(`${basePath}/session`, {
				json: { data: { user: { email: 'bob@test.example' } } },
			});
			expect(answer.json()).toMatchObject({ user: { name: 'bob', email: 'bob@test.example' } });
			expect([await whoIs(bob), sessionsOf(bob)]).toEqual(['bob', [false]]);
		});
		test('signing out ends both', async () => {
			const bob = await both(make(wide), await token('ada', 999), await token('bob'));
			await bob.visit(`${basePath}/signout`, { form: {} });
			expect([await whoIs(bob), sessionsOf(bob)]).toEqual([null, []]);
		});
		test('without a domain in the configuration the first counts: the other one is a neighbour’s', async () => {
			const ada = await both(make({}), await token('ada', 999), await token('mallory'));
			expect(await whoIs(ada)).toBe('ada');
		});
		test('a neighbour’s rubbish, which browsers send first, hides nobody’s session', async () => {
			const ada = await both(make({}), await token('ada'), 'AAAA');
			const planted = ['/dashboard', '/dash'].map(
				(path) => `${name}=BBBB; Path=${path}; Secure; Domain=test.example`,
			);
			ada.cookies.keep(https.origin, planted);
			expect(await whoIs(ada)).toBe('ada');
			expect((await ada.visit('/dashboard', { follow: false })).status).toBe(200);
		});
	});
});

describe.each(integrations)('database sessions under one cookie name, %s', (integration) => {
	let database: Database;
	let app: Application;
	const day = 24 * 60 * 60 * 1000;
	beforeAll(async () => {
		database = await openDatabase();
	});
	afterAll(() => database.close());
	beforeEach(async () => {
		await database.run('DELETE FROM session');
		await database.run('DELETE FROM user');
		for (const [person, days] of [
			['ada', 28],
			['bob', 29.9],
		] as const) {
			await database.run('INSERT INTO user (id, name) VALUES (?, ?)', [person, person]);
			await database.run('INSERT INTO session VALUES (?, ?, ?)', [
				`of-${person}`,
				person,
				Date.now() + days * day,
			]);
		}
		const { adapter } = database;
		const github = { id: 'github', name: 'GitHub', type: 'oauth', clientId: 'x', clientSecret: 'x' };
		const endpoints = {
			authorization: 'https://x.example',
			token: 'https://x.example',
			userinfo: 'https://x.example',
		};
		app = victim(
			integration,
			{ adapter, providers: [{ ...github, ...endpoints } as never], ...(wide as object) },
			https,
		);
	});
	const person = (...values: string[]) => {
		const someone = new Person(app);
		someone.cookies.keep(
			https.origin,
			values.map(
				(value, index) => `${name}=${value}; Path=/; Secure${index > 0 ? '; Domain=test.example' : ''}`,
			),
		);
		return someone;
	};

	test('the newer one counts; signing out ends it and takes both cookies away', async () => {
		const bob = person('of-ada', 'of-bob');
		expect(await whoIs(bob)).toBe('bob');
		await bob.visit(`${app.basePath}/signout`, { form: {} });
		expect(sessionsOf(bob)).toEqual([]);
		expect((await database.rows('session')).map(({ sessionToken }) => sessionToken)).toEqual(['of-ada']);
	});
	test('a worthless one hides none that is good', async () => {
		expect(await whoIs(person('AAAA', 'of-bob'))).toBe('bob');
	});
	test('of three hundred the database is asked for a few', async () => {
		const many = Array.from({ length: 300 }, (_, index) => `${name}=A${index}`).join('; ');
		const before = database.calls.length;
		const answer = await new Person(app).visit('/', { headers: { cookie: many } });
		expect(answer.json()).toBeNull();
		expect(database.calls.slice(before).length).toBeLessThanOrEqual(6);
	});
});
