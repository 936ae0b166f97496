import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { cookiesOf, errorsOf, look, nobody, removedBy, send, victim } from './attack.ts';
import { letters } from './people.ts';
import { goodToken, sessionCookie as name, secret } from './tokens.ts';

const hour = 60 * 60 * 1000;

describe.each(integrations)('database sessions, %s', (integration) => {
	let database: Database;
	let app: Application;
	beforeAll(async () => {
		database = await openDatabase();
		for (const id of ['grace', 'mallory']) {
			const insert = 'INSERT INTO user (id, name, email) VALUES (?, ?, ?)';
			await database.run(insert, [id, id, `${id}@test.example`]);
		}
		return () => database.close();
	});
	beforeEach(async () => {
		for (const table of ['session', 'verificationToken']) await database.run(`DELETE FROM ${table}`);
		const expires = Date.now() + 29.9 * 24 * hour;
		await database.run(
			"INSERT INTO session VALUES ('token-of-grace', 'grace', ?), ('token-of-mallory', 'mallory', ?)",
			[expires, expires],
		);
		app = victim(integration, { adapter: database.adapter, providers: [letters] });
	});

	const grace = {
		...{ page: 'grace@test.example', endpoint: 'grace@test.example', guard: 'open', errors: 0, removed: [] },
	};
	const tokens = async () =>
		(await database.rows('session')).map(({ sessionToken }) => String(sessionToken)).sort();

	/** Uses a magic link, as grace does with her button. */
	async function signIn(identifier: string, cookie?: string): Promise<Response> {
		const token = createHash('sha256').update(`the-token${secret}`).digest('hex');
		const expires = new Date(Date.now() + hour);
		await database.adapter.createVerificationToken?.({ identifier, token, expires });
		const query = new URLSearchParams({ token: 'the-token', email: identifier });
		return send(app, `${app.basePath}/callback/letters?${query}`, { fields: {}, ...(cookie && { cookie }) });
	}

	test('control: a token in the database opens everything', async () => {
		expect(await look(app, `${name}=token-of-grace`)).toEqual(grace);
	});

	const worthless: [title: string, value: () => string | Promise<string>][] = [
		['unknown', () => 'token-of-nobody'],
		['in capitals', () => 'TOKEN-OF-GRACE'],
		['with a blank', () => 'token-of-grace%20'],
		['with NUL', () => 'token-of-grace%00'],
		['cut', () => 'token-of-grac'],
		['a pattern', () => 'token-of-%25'],
		['a pattern for one', () => 'token_of_grace'],
		['SQL', () => encodeURIComponent(`' OR '1'='1`)],
		['SQL that drops', () => encodeURIComponent(`'; DROP TABLE session; --`)],
		['SQL in double quotes', () => encodeURIComponent(`" OR ""="`)],
		['an object', () => encodeURIComponent('{"$ne":null}')],
		['a list', () => encodeURIComponent('["token-of-grace"]')],
		['the id of a user', () => 'grace'],
		['a JWT of this application', () => goodToken()],
		['a megabyte', () => 'a'.repeat(1_000_000)],
		['non-ASCII', () => encodeURIComponent('tøken-of-grace')],
	];
	test.each(worthless)('%s: nobody, and it is taken away', async (_, make) => {
		expect(await look(app, `${name}=${await make()}`)).toEqual(nobody([name]));
		expect(await tokens()).toEqual(['token-of-grace', 'token-of-mallory']);
	});
	test('expired: nobody, and its row is gone', async () => {
		await database.run('UPDATE session SET expires = ? WHERE userId = ?', [Date.now() - 1000, 'grace']);
		expect(await look(app, `${name}=token-of-grace`)).toEqual(nobody([name]));
		expect(await tokens()).toEqual(['token-of-mallory']);
	});

	describe('fixation', () => {
		const planted = [
			['a token that nobody has', `${name}=chosen-by-mallory`],
			["mallory's own", `${name}=token-of-mallory`],
			['pieces', `${name}.0=chosen-; ${name}.1=by-mallory`],
			['a JWT', `${name}=eyJhbGciOiJub25lIn0.e30.`],
		];
		test.each(planted)('%s before signing in: a new token after it', async (_, cookie) => {
			const response = await signIn('grace@test.example', cookie);
			const token = cookiesOf(response)[name] ?? '';
			expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
			expect(await look(app, `${name}=${token}`)).toEqual(grace);
			for (const old of ['chosen-by-mallory', 'chosen-', 'by-mallory']) {
				expect((await look(app, `${name}=${old}`)).page).toBeNull();
			}
			// Whoever knows what was there before knows nothing about grace.
			expect((await look(app, cookie ?? '')).page).not.toBe('grace@test.example');
			expect(await tokens()).not.toContain('chosen-by-mallory');
		});
		test('signing in twice makes two tokens', async () => {
			const first = cookiesOf(await signIn('grace@test.example'))[name];
			const second = cookiesOf(await signIn('grace@test.example', `${name}=${first}`))[name];
			expect(second).not.toBe(first);
		});
		test("a link for grace in mallory's browser never makes mallory grace", async () => {
			await signIn('grace@test.example', `${name}=token-of-mallory`);
			const rows = await database.rows('session');
			expect(rows.find(({ sessionToken }) => sessionToken === 'token-of-mallory')?.userId).not.toBe('grace');
			expect(await database.rows('account')).toEqual([]);
		});
	});

	describe('signing out', () => {
		/** What else a browser may hold. A neighbour below the same domain can put it there. */
		const beside = [
			'',
			`${name}-evil=x`,
			`${name}X=x`,
			`${name}.0=x`,
			`${name}.7=x`,
			`${name}.x=x`,
			`${name}=x`,
		];
		const ways = ['endpoint', 'action'] as const;
		test.each(ways.flatMap((way) => beside.map((extra) => [way, extra] as const)))(
			'by the %s, beside "%s": the row is gone and the token is worth nothing',
			async (way, extra) => {
				const cookie = `${name}=token-of-grace${extra && `; ${extra}`}`;
				const path = way === 'endpoint' ? `${app.basePath}/signout` : app.actions.signOut;
				const response = await send(app, path, { fields: {}, cookie });
				expect([302, 303]).toContain(response.status);
				expect(removedBy(response)).toContain(name);
				expect(await tokens()).toEqual(['token-of-mallory']);
				expect(await look(app, `${name}=token-of-grace`)).toEqual(nobody([name]));
			},
		);
		test('somebody else’s token is not ended with it', async () => {
			await send(app, `${app.basePath}/signout`, {
				fields: { token: 'token-of-mallory' },
				cookie: `${name}=token-of-grace`,
			});
			expect(await tokens()).toEqual(['token-of-mallory']);
		});
		test('an adapter that fails: the cookie goes all the same, and it is told', async () => {
			const adapter = { ...database.adapter, deleteSession: async () => Promise.reject(new Error('down')) };
			const broken = victim(integration, { adapter, providers: [letters] });
			const response = await send(broken, `${app.basePath}/signout`, {
				fields: {},
				cookie: `${name}=token-of-grace`,
			});
			expect([response.status, removedBy(response)]).toEqual([302, [name]]);
			expect(errorsOf(broken).length).toBeGreaterThan(0);
		});
	});

	describe('updating', () => {
		test('nobody becomes somebody else, or stays longer, by what he sends', async () => {
			const before = await database.rows('session');
			const data = {
				user: { id: 'grace', email: 'grace@test.example' },
				userId: 'grace',
				expires: '2999-01-01',
			};
			const json = { data, sessionToken: 'token-of-grace', userId: 'grace' };
			const response = await send(app, `${app.basePath}/session`, {
				json,
				cookie: `${name}=token-of-mallory`,
			});
			const session = (await response.json()) as { user: object };
			expect(session.user).toEqual({ name: 'mallory', email: 'mallory@test.example', image: null });
			expect(await database.rows('session')).toEqual(before);
			expect(await database.rows('user')).toHaveLength(2);
		});
	});
});
