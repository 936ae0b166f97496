import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { cookiesOf, errorsOf, send, victim } from './attack.ts';
import { otherSecret, secret, sessionCookie } from './tokens.ts';

const grace = 'grace@test.example';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** What is typed as an address, and who gets the one letter for it. */
const addresses: [typed: string, to: string | null][] = [
	[grace, grace],
	[' Grace@Test.Example ', grace],
	['grace＠test.example', grace],
	[`${grace},evil.example`, null],
	['', null],
	['@', null],
	['grace@', null],
	['@test.example', null],
	['grace', null],
	['grace@test.example@evil.example', null],
	['evil@evil.example,grace@test.example', null],
	['evil@evil.example;grace@test.example', null],
	['evil@evil.example grace@test.example', null],
	['"evil@evil.example"@test.example', null],
	['evil@evil.example＠test.example', null],
	['evil﹫evil.example@test.example', null],
	['<evil@evil.example>', null],
	['Grace <grace@test.example>', null],
	['grace@test.example\r\nBcc: evil@evil.example', null],
	['grace@test.example\r\nSubject: x', null],
	['grace@test.example\nX-Evil: 1', null],
	['grace@test.example\0', null],
	['grace\0@test.example', null],
	['grace@test.example\t', grace],
	['grace@test.exa mple', null],
	[`${'a'.repeat(5000)}@test.example`, null],
];

describe.each(integrations)('magic links, %s', (integration) => {
	let database: Database;
	let mail: MailServer;
	let app: Application;
	const config = () => ({ adapter: database.adapter, providers: [mail.provider()] });
	beforeAll(async () => {
		mail = await startMailServer();
		database = await openDatabase();
		return () => database.close();
	});
	afterAll(() => mail.close());
	beforeEach(async () => {
		for (const table of ['session', 'verificationToken', 'user']) await database.run(`DELETE FROM ${table}`);
		mail.letters.length = 0;
		app = victim(integration, config());
	});

	test.each(addresses.map(([typed, to]) => [typed.slice(0, 60), typed, to] as const))(
		'%j',
		async (_, email, to) => {
			for (const path of [`${app.basePath}/signin/nodemailer`, app.actions.signIn]) {
				mail.letters.length = 0;
				const response = await send(app, path, { fields: { providerId: 'nodemailer', email } });
				expect(mail.letters.map((letter) => letter.to)).toEqual(to === null ? [] : [to]);
				for (const { text } of mail.letters) expect(text).not.toMatch(/bcc:|x-evil/i);
				if (to !== null) continue;
				expect(await database.rows('verificationToken')).toEqual([]);
				const location = response.headers.get('location') ?? JSON.stringify(await response.json());
				expect(location).toContain('EmailSignInError');
			}
			expect(errorsOf(app)).toEqual([]);
		},
	);
	test.each([[[grace]], [{ toString: grace }], [{ normalize: 1 }], [1], [true], [null]])(
		'JSON %j',
		async (email) => {
			const response = await send(app, `${app.basePath}/signin/nodemailer`, { json: { email } });
			expect(response.headers.get('location')).toBe(
				`${app.origin}${app.basePath}/signin?error=EmailSignInError`,
			);
			expect([mail.letters, errorsOf(app)]).toEqual([[], []]);
		},
	);

	async function letter(to = app, headers: Record<string, string> = {}, fields: Record<string, string> = {}) {
		await send(to, `${to.basePath}/signin/nodemailer`, { fields: { email: grace, ...fields }, headers });
		return new URL(mail.letterTo(grace).link);
	}

	test('the link leads to AUTH_URL, whatever the headers of the request say', async () => {
		const env = { AUTH_SECRET: secret, AUTH_URL: 'https://app.example' };
		const fixed = victim(integration, config(), { env });
		const headers = {
			'x-forwarded-host': 'evil.example',
			'x-forwarded-proto': 'https',
			forwarded: 'host=evil.example',
		};
		const link = await letter(fixed, headers);
		expect(link.origin).toBe('https://app.example');
		const { text, html, subject } = mail.letterTo(grace);
		expect(`${text}${html}${subject}`).not.toContain('evil.example');
	});
	test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
		'a link that ends at %s ends at home',
		async (callbackUrl) => {
			const link = await letter(app, {}, { callbackUrl });
			expect(link.searchParams.get('callbackUrl')).toBe(`${app.origin}/`);
			const changed = new URL(link);
			changed.searchParams.set('callbackUrl', callbackUrl);
			const response = await send(app, changed.href.slice(app.origin.length), { fields: {} });
			expect([response.status, response.headers.get('location')]).toEqual([302, `${app.origin}/`]);
		},
	);

	const spoilt: Record<string, (link: URL) => void | Promise<void>> = {
		'no token': ({ searchParams }) => searchParams.delete('token'),
		'an empty token': ({ searchParams }) => searchParams.set('token', ''),
		'another token': ({ searchParams }) => searchParams.set('token', 'a'.repeat(64)),
		'a token in capitals': ({ searchParams }) =>
			searchParams.set('token', (searchParams.get('token') ?? '').toUpperCase()),
		'a pattern': ({ searchParams }) => searchParams.set('token', '%'),
		SQL: ({ searchParams }) => searchParams.set('token', "' OR 1=1 --"),
		'what stands in the database': ({ searchParams }) =>
			searchParams.set('token', sha256(`${searchParams.get('token')}${secret}`)),
		'no address': ({ searchParams }) => searchParams.delete('email'),
		'another address': ({ searchParams }) => searchParams.set('email', 'mallory@evil.example'),
		'the address in capitals': ({ searchParams }) => searchParams.set('email', grace.toUpperCase()),
		'two addresses, the right one first': ({ searchParams }) =>
			searchParams.append('email', 'mallory@evil.example'),
		'a token of another secret': async ({ searchParams }) => {
			await database.run('UPDATE verificationToken SET token = ?', [
				sha256(`${searchParams.get('token')}${otherSecret}`),
			]);
		},
		over: async () => {
			await database.run('UPDATE verificationToken SET expires = ?', [Date.now() - 1000]);
		},
	};
	test.each(Object.entries(spoilt))('a link with %s signs nobody in', async (_, spoil) => {
		const link = await letter();
		await spoil(link);
		for (const method of ['HEAD', 'GET', 'POST']) {
			const sent = method === 'POST' ? { fields: {} } : { method };
			const response = await send(app, link.href.slice(app.origin.length), sent);
			expect(cookiesOf(response)).not.toHaveProperty([sessionCookie]);
			expect(response.status).toBeLessThan(500);
		}
		expect([await database.rows('session'), await database.rows('user')]).toEqual([[], []]);
	});
	test('of twenty clicks at once, one counts', async () => {
		const path = (await letter()).href.slice(app.origin.length);
		const responses = await Promise.all(Array.from({ length: 20 }, () => send(app, path, { fields: {} })));
		expect(
			responses.filter((response) => typeof cookiesOf(response)[sessionCookie] === 'string'),
		).toHaveLength(1);
		expect(await database.rows('session')).toHaveLength(1);
	});
	test('the page behind it shows an address as text, and not the token', async () => {
		const link = await letter();
		const token = link.searchParams.get('token') ?? '';
		link.searchParams.set('email', '"><script>alert(1)</script>');
		const text = await (await send(app, link.href.slice(app.origin.length))).text();
		expect(text).toContain('&#60;script&#62;alert(1)');
		expect(text).not.toContain('<script');
		expect(text).not.toContain(token);
	});
});
