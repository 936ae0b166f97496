import { hkdfSync } from 'node:crypto';
import { encode } from '@auth/core/jwt';
import { EncryptJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication, secret } from '../support/application.ts';
import { openDatabase } from '../support/database.ts';
import { complaints, password, right, whoIs } from '../support/fixtures.ts';
import { Person } from '../support/person.ts';
import { flipped, now, otherSecret } from './tokens.ts';

const http = 'http://localhost:3000';
const https = 'https://app.test.example';
const purposes = { '0.2 to 0.18': 'Auth.js', '0.1': 'NextAuth.js' };
const header = { alg: 'dir', enc: 'A256GCM' };
const today = 'authjs.session-token';
const old = 'next-auth.session-token';
const nextAuth: Config = { legacySessions: { nextAuth: true } };
const unprefixed: Config = { legacySessions: { unprefixed: true } };

/** A token as cores up to 0.18.0 made them: the key belongs to no cookie. */
function oldToken(
	claims: object = {},
	purpose = 'Auth.js',
	of = secret,
	head: object = header,
): Promise<string> {
	const key = hkdfSync('sha256', of, '', `${purpose} Generated Encryption Key`, 32);
	const token = { name: 'ada', sub: '1', iat: now(), exp: now() + 3600, ...claims };
	return new EncryptJWT(JSON.parse(JSON.stringify(token)))
		.setProtectedHeader(head as { alg: string; enc: string })
		.encrypt(new Uint8Array(key));
}

describe.each(integrations)('sessions of earlier days on %s', (integration) => {
	/** A browser that has had these cookies since then. */
	function come(config: Config, cookies: Record<string, string>, origin = https) {
		const app = makeApplication(integration, { providers: [password], ...config }, { origin });
		const person = new Person(app);
		const kind = origin === https ? '; Secure' : '';
		for (const [name, value] of Object.entries(cookies))
			person.cookies.keep(origin, [`${name}=${value}; Path=/; HttpOnly; SameSite=Lax${kind}`]);
		const sessions = () => person.cookies.names().filter((name) => name.includes('session-token'));
		const moved = () => {
			const next = new Person(makeApplication(integration, { providers: [password] }, { origin }));
			next.cookies.all.push(...person.cookies.all);
			return next;
		};
		return { app, person, sessions, moved };
	}
	const leave = (app: ReturnType<typeof come>['app'], way: string) =>
		way === 'endpoint' ? `${app.basePath}/signout` : app.actions.signOut;

	describe.each([
		[http, '', old, today],
		[https, '__Secure-', `__Secure-${old}`, `__Secure-${today}`],
	])('%s', (origin, _, before, after) => {
		test.each(Object.entries(purposes))('core %s: taken over once', async (_, purpose) => {
			const { person, sessions, moved } = come(nextAuth, { [before]: await oldToken({}, purpose) }, origin);
			expect(await whoIs(person)).toBe('ada');
			expect(sessions()).toEqual([after]);
			expect(await whoIs(person)).toBe('ada');
			expect(await whoIs(moved())).toBe('ada');
		});

		test('in pieces', async () => {
			const token = await oldToken({ notes: 'x'.repeat(9000) });
			const pieces = token.match(/.{1,3933}/g) ?? [];
			expect(pieces.length).toBeGreaterThan(2);
			const cookies = Object.fromEntries(pieces.map((piece, index) => [`${before}.${index}`, piece]));
			const { person, sessions } = come(nextAuth, cookies, origin);
			expect(await whoIs(person)).toBe('ada');
			expect(sessions().every((name) => name.startsWith(after))).toBe(true);
			expect(await whoIs(person)).toBe('ada');
		});

		test('without the option nobody, and nothing is touched', async () => {
			const { person, sessions } = come({}, { [before]: await oldToken() }, origin);
			expect(await whoIs(person)).toBe(null);
			expect(sessions()).toEqual([before]);
		});
	});

	test('guards and the session endpoint know them at once', async () => {
		const cookies = { [`__Secure-${old}`]: await oldToken() };
		const { app, person } = come(nextAuth, cookies);
		expect((await person.visit('/dashboard', { follow: false })).status).toBe(200);
		const asked = come(nextAuth, cookies).person;
		expect((await asked.visit(`${app.basePath}/session`)).json()).toMatchObject({ user: { name: 'ada' } });
	});

	test.each(['endpoint', 'action'])(
		'signing out by the %s at once ends them, and leaves no cookie',
		async (way) => {
			for (const more of [{}, { [`__Secure-${today}`]: await todaysToken(`__Secure-${today}`) }]) {
				const { app, person, sessions } = come(nextAuth, { [`__Secure-${old}`]: await oldToken(), ...more });
				await person.visit(leave(app, way), { form: {}, follow: false });
				expect([sessions(), await whoIs(person)]).toEqual([[], null]);
			}
		},
	);

	test('whoever signs in is who counts, and the old one is gone', async () => {
		const { app, person, sessions } = come(nextAuth, { [`__Secure-${old}`]: await oldToken() });
		const form = { ...right, username: 'bob' };
		await person.visit(`${app.basePath}/signin/credentials`, { form, follow: false });
		expect([await whoIs(person), sessions()]).toEqual(['bob', [`__Secure-${today}`]]);
	});

	test('today’s cookie outweighs an old one, which goes with the next refresh', async () => {
		const cookies = {
			[`__Secure-${today}`]: await todaysToken(`__Secure-${today}`, 'bob'),
			[`__Secure-${old}`]: await oldToken(),
		};
		expect(await whoIs(come(nextAuth, cookies).person)).toBe('bob');
		const { person, sessions } = come({ ...nextAuth, session: { updateAge: 0 } }, cookies);
		expect([await whoIs(person), sessions()]).toEqual(['bob', [`__Secure-${today}`]]);
	});

	test.each<[string, () => Promise<string>]>([
		['over', () => oldToken({ exp: now() - 60 })],
		['not valid yet', () => oldToken({ nbf: now() + 600 })],
		['without an end', () => oldToken({ exp: undefined })],
		['of another secret', () => oldToken({}, 'Auth.js', otherSecret)],
		['with another header', () => oldToken({}, 'Auth.js', secret, { ...header, kid: 'x' })],
		[
			'the check of a sign-in that was under way',
			() => oldToken({ name: undefined, sub: undefined, value: 'state' }),
		],
		['flipped', async () => flipped(await oldToken(), 3)],
		['flipped in its tag', async () => flipped(await oldToken(), 4)],
		['a word', async () => 'deleted'],
		['huge', async () => `${await oldToken()}${'A'.repeat(120_000)}`],
	])('%s: nobody, and it is taken away', async (_, make) => {
		const { app, person, sessions } = come(nextAuth, { [`__Secure-${old}`]: await make() });
		expect([await whoIs(person), sessions()]).toEqual([null, []]);
		expect((await person.visit('/dashboard', { follow: false })).status).toBe(303);
		expect(complaints(app)).toEqual([]);
	});

	test('a short secret that only reads, reads them', async () => {
		const cookies = { [`__Secure-${old}`]: await oldToken({}, 'Auth.js', 'short') };
		expect(await whoIs(come({ ...nextAuth, secret: [secret, 'short'] }, cookies).person)).toBe('ada');
	});

	test('of a database: the same row under today’s name, as long as it lasts', async () => {
		const { adapter, rows } = await openDatabase();
		const user = await adapter.createUser?.({
			id: 'x',
			name: 'ada',
			email: 'a@b.example',
			emailVerified: null,
		});
		const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 29.5 * 86_400_000);
		const of = (sessionToken: string, until: Date) =>
			adapter.createSession?.({ sessionToken, userId: String(user?.id), expires: until });
		await of('good', expires);
		await of('over', new Date(Date.now() - 1000));
		const config: Config = { ...nextAuth, adapter, providers: [] };
		const { person, sessions } = come(config, { [`__Secure-${old}`]: 'good' });
		expect([await whoIs(person), sessions()]).toEqual(['ada', [`__Secure-${today}`]]);
		expect(person.cookies.find(`__Secure-${today}`)).toMatchObject({
			value: 'good',
			expires: expires.getTime(),
		});
		const late = come(config, { [`__Secure-${old}`]: 'over' });
		expect([await whoIs(late.person), late.sessions()]).toEqual([null, []]);
		expect((await rows('session')).map((row) => row.sessionToken)).toEqual(['good']);
		const out = come(config, { [`__Secure-${old}`]: 'good' });
		await out.person.visit(leave(out.app, 'endpoint'), { form: {}, follow: false });
		expect([out.sessions(), await rows('session')]).toEqual([[], []]);
	});

	test('a database that is down takes no cookie away', async () => {
		const { adapter } = await openDatabase();
		const down = { ...adapter, getSessionAndUser: () => Promise.reject(new Error('down')) };
		const { person, sessions } = come(
			{ ...nextAuth, adapter: down, providers: [] },
			{ [`__Secure-${old}`]: 'good' },
		);
		expect([await whoIs(person), sessions()]).toEqual([null, [`__Secure-${old}`]]);
	});

	describe('without a prefix, on https', () => {
		test('taken over once', async () => {
			const { person, sessions, moved } = come(unprefixed, { [today]: await todaysToken(today) });
			expect([await whoIs(person), sessions()]).toEqual(['ada', [`__Secure-${today}`]]);
			expect(await whoIs(moved())).toBe('ada');
		});
		test.each<[string, Config]>([
			['without the option', {}],
			['with the other one', nextAuth],
		])('%s nobody, and nothing is touched', async (_, config) => {
			const { person, sessions } = come(config, { [today]: await todaysToken(today) });
			expect([await whoIs(person), sessions()]).toEqual([null, [today]]);
		});
		test('one that a neighbour has planted takes nobody’s place', async () => {
			const cookies = {
				[`__Secure-${today}`]: await todaysToken(`__Secure-${today}`),
				[today]: await todaysToken(today, 'mallory'),
			};
			expect(await whoIs(come(unprefixed, cookies).person)).toBe('ada');
		});
		test('with both options those of old cores, too', async () => {
			const both = { legacySessions: { unprefixed: true, nextAuth: true } };
			const { person, sessions } = come(both, { [old]: await oldToken() });
			expect([await whoIs(person), sessions()]).toEqual(['ada', [`__Secure-${today}`]]);
		});
	});

	test.each([true, { nextauth: true }, { nextAuth: 'yes' }, null])('%j is no such option', async (given) => {
		const { app, person } = come({ legacySessions: given as never }, {});
		await person.visit('/');
		expect(app.logs[0]?.text).toContain('legacySessions takes');
	});
});

/** A token of today, for the cookie of that name. */
function todaysToken(salt: string, name = 'ada'): Promise<string> {
	return encode({ token: { name, sub: '1' }, secret, salt });
}
