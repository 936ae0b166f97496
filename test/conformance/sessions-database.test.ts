import type { Adapter } from '@auth/core/adapters';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import { askForLink, complaints, confirm, day, lifetime, linkProvider, travel } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const cookie = 'authjs.session-token';
const month = 30 * day;

describe.each(integrations)('database sessions on %s', (integration) => {
	beforeEach(() => travel(0));

	/** An application with a person who is signed in by a link. */
	async function signIn(config: Config = {}, change = (adapter: Adapter) => adapter) {
		const database = await openDatabase();
		const links: { to: string; url: string }[] = [];
		const app = makeApplication(integration, {
			adapter: change(database.adapter),
			providers: [linkProvider(links)],
			...config,
		});
		const ada = new Person(app);
		await askForLink(app, ada, 'ada@test.example');
		await confirm(ada, links[0]?.url ?? '');
		database.calls.length = 0;
		return { ...database, app, ada, links };
	}
	const mailOf = async (person: Person) =>
		(await person.visit('/')).json<{ user: { email: string } } | null>()?.user.email ?? null;

	test('session.strategy: database with an adapter: a row, and only its token in the cookie', async () => {
		const { ada, rows } = await signIn();
		const [session] = await rows('session');
		const [user] = await rows('user');
		expect(await rows('session')).toHaveLength(1);
		expect(session).toEqual({
			sessionToken: ada.cookies.find(cookie)?.value,
			userId: user?.id,
			expires: Date.now() + month * 1000,
		});
		expect(session?.sessionToken).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
		expect(ada.cookies.find(cookie)).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
		expect(await mailOf(ada)).toBe('ada@test.example');
	});

	test('session.strategy: jwt with an adapter, when it says so: the user is in the database, no session is', async () => {
		const { ada, rows } = await signIn({ session: { strategy: 'jwt' } });
		expect(await rows('session')).toEqual([]);
		expect(await rows('user')).toMatchObject([{ email: 'ada@test.example' }]);
		expect(await mailOf(ada)).toBe('ada@test.example');
	});

	test('session.generateSessionToken', async () => {
		const { ada, rows } = await signIn({
			session: { generateSessionToken: () => 'made-by-the-application' },
		});
		expect(ada.cookies.find(cookie)?.value).toBe('made-by-the-application');
		expect(await rows('session')).toMatchObject([{ sessionToken: 'made-by-the-application' }]);
		expect(await mailOf(ada)).toBe('ada@test.example');
	});

	test('session.maxAge 3600: cookie, row and session', async () => {
		const { ada, rows } = await signIn({ session: { maxAge: 3600 } });
		const expires = Date.now() + 3600_000;
		expect(lifetime(ada)).toBe(3600);
		expect(await rows('session')).toMatchObject([{ expires }]);
		expect((await ada.visit('/')).json()).toMatchObject({ expires: new Date(expires).toISOString() });
	});

	test('fault 12: three questions in one request are one look-up, which writes nothing', async () => {
		const { ada, calls } = await signIn();
		expect(await mailOf(ada)).toBe('ada@test.example');
		expect(calls).toEqual(['getSessionAndUser']);
	});

	test('fault 31: session.updateAge, by default a day: no write and no cookie before, one after', async () => {
		const { ada, calls, rows } = await signIn();
		travel(day - 10);
		expect((await ada.visit('/')).headers.getSetCookie()).toEqual([]);
		expect(calls).toEqual(['getSessionAndUser']);
		travel(20);
		expect((await ada.visit('/')).headers.getSetCookie()).toHaveLength(1);
		expect(calls).toEqual(['getSessionAndUser', 'getSessionAndUser', 'updateSession']);
		expect(await rows('session')).toMatchObject([{ expires: Date.now() + month * 1000 }]);
		expect(lifetime(ada)).toBe(month);
	});

	test('many requests at once when a refresh is due: one write, and each gets the cookie', async () => {
		const { ada, calls, rows } = await signIn();
		travel(day + 10);
		const headers = { cookie: `${cookie}=${ada.cookies.find(cookie)?.value}` };
		const visits = await Promise.all(Array.from({ length: 10 }, () => ada.visit('/', { headers })));
		for (const visit of visits) expect(visit.headers.getSetCookie()).toHaveLength(1);
		expect(calls.filter((name) => name === 'getSessionAndUser')).toHaveLength(10);
		expect(calls.filter((name) => name === 'updateSession')).toHaveLength(1);
		expect(await rows('session')).toMatchObject([{ expires: Date.now() + month * 1000 }]);
		expect(lifetime(ada)).toBe(month);
	});

	test('a refresh that cannot be written: told, signed in all the same, and tried again', async () => {
		let broken = true;
		const { app, ada } = await signIn({}, (adapter) => ({
			...adapter,
			updateSession: async (session) => {
				if (broken) throw new Error('The database is read-only');
				return adapter.updateSession?.(session);
			},
		}));
		travel(day + 10);
		const visit = await ada.visit('/');
		expect(visit.json()).toMatchObject({ user: { email: 'ada@test.example' } });
		expect(visit.headers.getSetCookie()).toEqual([]);
		expect(complaints(app)).toEqual(['SessionTokenError']);
		broken = false;
		expect((await ada.visit('/')).headers.getSetCookie()).toHaveLength(1);
		expect(lifetime(ada)).toBe(month);
	});

	test('session.updateAge 0: every time', async () => {
		const { ada, calls } = await signIn({ session: { updateAge: 0 } });
		for (let view = 0; view < 2; view++) {
			travel(1);
			expect((await ada.visit('/')).headers.getSetCookie()).toHaveLength(1);
		}
		expect(calls.filter((name) => name === 'updateSession')).toHaveLength(2);
	});

	test('fault 32: somebody asks after the response has left: the session, and nothing breaks', async () => {
		const { app, ada } = await signIn({ session: { updateAge: 0 } });
		const visit = await ada.visit('/streamed', { headers: { accept: '*/*', 'sec-fetch-dest': 'empty' } });
		expect(visit.json()).toMatchObject({ user: { email: 'ada@test.example' } });
		expect(visit.headers.getSetCookie()).toEqual([]);
		expect(complaints(app)).toEqual([]);
	});

	test('an expired row: signed out, the row deleted, the cookie removed', async () => {
		const { app, ada, calls, rows, run } = await signIn();
		await run('UPDATE session SET expires = ?', [Date.now() - 1000]);
		expect(await mailOf(ada)).toBe(null);
		expect(calls).toEqual(['getSessionAndUser', 'deleteSession']);
		expect(await rows('session')).toEqual([]);
		expect(ada.cookies.find(cookie)).toBe(undefined);
		expect(complaints(app)).toEqual([]);
	});

	test('a token that is not in the database: signed out, the cookie removed', async () => {
		const { ada, run } = await signIn();
		await run('DELETE FROM session');
		expect(await mailOf(ada)).toBe(null);
		expect(ada.cookies.find(cookie)).toBe(undefined);
	});

	test('signing out deletes the row', async () => {
		const { app, ada, rows } = await signIn();
		await ada.visit(app.actions.signOut, { form: {} });
		expect(await rows('session')).toEqual([]);
		expect(await mailOf(ada)).toBe(null);
	});

	test('signing out while the database is down: logged, and the browser is signed out all the same', async () => {
		const { app, ada } = await signIn({}, (adapter) => ({
			...adapter,
			deleteSession: async () => {
				throw new Error('The database is down');
			},
		}));
		await ada.visit(app.actions.signOut, { form: {}, follow: false });
		expect(ada.cookies.find(cookie)).toBe(undefined);
		expect(complaints(app)).toContain('SignOutError');
	});

	test('fault 55: an adapter that hands out strings for dates', async () => {
		const { app, ada } = await signIn({}, (adapter) => ({
			...adapter,
			getSessionAndUser: async (token) => {
				const found = await adapter.getSessionAndUser?.(token);
				if (!found) return null;
				const expires = found.session.expires.toISOString() as unknown as Date;
				return { ...found, session: { ...found.session, expires } };
			},
		}));
		expect((await ada.visit('/')).json()).toMatchObject({
			user: { email: 'ada@test.example' },
			expires: new Date(Date.now() + month * 1000).toISOString(),
		});
		expect((await ada.visit(`${app.basePath}/session`)).json()).toMatchObject({
			user: { email: 'ada@test.example' },
		});
		expect(complaints(app)).toEqual([]);
	});

	test('a database that is down: logged once, signed out for now, the cookie stays', async () => {
		let down = false;
		const { app, ada } = await signIn({}, (adapter) => ({
			...adapter,
			getSessionAndUser: async (token) => {
				if (down) throw new Error('The database is down');
				return (await adapter.getSessionAndUser?.(token)) ?? null;
			},
		}));
		down = true;
		expect(await mailOf(ada)).toBe(null);
		expect(app.logs.filter(({ level }) => level === 'error')).toMatchObject([
			{ type: 'SessionTokenError', text: expect.stringContaining('The database is down') },
		]);
		down = false;
		expect(await mailOf(ada)).toBe('ada@test.example');
	});

	test('fault 30: the documented callback does not send the row: no token, no further columns', async () => {
		const { app, ada } = await signIn({
			callbacks: {
				session: ({ session, user }) => {
					session.user.id = user.id;
					return session;
				},
			},
		});
		const { value = '' } = ada.cookies.find(cookie) ?? {};
		const visit = await ada.visit('/');
		expect(visit.json()).toEqual({
			user: { name: null, email: 'ada@test.example', image: null, id: expect.any(String) },
			expires: expect.any(String),
		});
		await ada.visit(`${app.basePath}/session`);
		expect(app.answers.some(({ text }) => text.includes(value))).toBe(false);
	});

	test('fault 15: POST session updates it: callbacks.session is told, and decides', async () => {
		const told: unknown[] = [];
		const { app, ada } = await signIn({
			callbacks: {
				session: (params) => {
					const { session, newSession, trigger } = params as typeof params & { trigger?: string };
					told.push([trigger, newSession]);
					return trigger ? { ...session, theme: newSession.theme } : session;
				},
			},
		});
		const visit = await ada.visit(`${app.basePath}/session`, { json: { data: { theme: 'dark' } } });
		expect([visit.status, visit.json()]).toEqual([
			200,
			{
				user: { name: null, email: 'ada@test.example', image: null },
				expires: expect.any(String),
				theme: 'dark',
			},
		]);
		expect(told).toContainEqual(['update', { theme: 'dark' }]);
		expect(await mailOf(ada)).toBe('ada@test.example');
	});
});
