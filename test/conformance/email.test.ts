import type { Provider } from '@auth/core/providers';
import Nodemailer from '@auth/core/providers/nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, goodEnv, integrations, makeApplication } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import {
	asClient,
	askForLink,
	complaints,
	confirm,
	password,
	signedIn,
	travel,
	whoIs,
} from './support/fixtures.ts';
import { type MailServer, startMailServer } from './support/mail.ts';
import { Person } from './support/person.ts';

let mail: MailServer;
beforeAll(async () => {
	mail = await startMailServer();
});
afterAll(() => mail?.close());

let people = 0;

describe.each(integrations)('e-mail on %s', (integration) => {
	async function make(config: Config = {}, provider = mail.provider()) {
		const database = await openDatabase();
		const app = makeApplication(integration, { adapter: database.adapter, providers: [provider], ...config });
		return { ...database, app, person: new Person(app), email: `person-${++people}@test.example` };
	}
	/** Asks for a link on the sign-in page, and gets the letter. */
	async function ask(app: Awaited<ReturnType<typeof make>>['app'], person: Person, email: string, more = '') {
		const page = await person.visit(`${app.basePath}/signin${more}`);
		const visit = await person.submit(page, /nodemailer/i, { email });
		return { visit, letter: mail.letterTo(email.trim().toLowerCase()) };
	}

	test('a letter with a link, a page that says so, and no session yet', async () => {
		const { app, person, email, rows } = await make();
		const { visit, letter } = await ask(app, person, email);
		expect(visit.url).toBe(
			`http://localhost:3000${app.basePath}/verify-request?provider=nodemailer&type=email`,
		);
		expect(visit.text).toContain('Check your email');
		expect(letter).toMatchObject({ to: email, subject: 'Sign in to localhost:3000' });
		const link = new URL(letter.link);
		expect(link.origin + link.pathname).toBe(`http://localhost:3000${app.basePath}/callback/nodemailer`);
		const token = link.searchParams.get('token') ?? '';
		expect(Object.fromEntries(link.searchParams)).toEqual({
			callbackUrl: 'http://localhost:3000/',
			token: expect.stringMatching(/^[\da-f]{64}$/),
			email,
		});
		const [row] = await rows('verificationToken');
		expect(row).toEqual({
			identifier: email,
			token: expect.stringMatching(/^[\da-f]{64}$/),
			expires: expect.any(Number),
		});
		expect(row?.token).not.toBe(token);
		expect(await rows('user')).toEqual([]);
		expect((await person.visit('/')).text).toBe('null');
	});

	test('fault 35: the link shows a page with a button, and the button signs in', async () => {
		const { app, person, email, rows } = await make();
		const { letter } = await ask(app, person, email, '?callbackUrl=/dashboard');
		const page = await person.visit(letter.link);
		expect([page.status, page.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html']);
		expect(page.headers.get('referrer-policy')).toBe('same-origin');
		expect((await person.visit('/')).text).toBe('null');
		const done = await person.submit(page, /sign in/i);
		expect([done.url, done.json()]).toEqual([
			'http://localhost:3000/dashboard',
			{ dashboard: { name: null, email, image: null } },
		]);
		expect(await rows('verificationToken')).toEqual([]);
		expect(await rows('user')).toMatchObject([{ email, emailVerified: expect.any(Number) }]);
		expect(await rows('account')).toEqual([]);
		expect(complaints(app)).toEqual([]);
	});

	test('fault 35: a scanner opens the link by HEAD and GET, and the person can still use it', async () => {
		const { app, person, email, rows } = await make();
		const { letter } = await ask(app, person, email);
		const scanner = new Person(app);
		for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
			expect((await scanner.visit(letter.link, { method })).status).toBe(200);
		}
		expect(scanner.cookies.find('authjs.session-token')).toBe(undefined);
		expect(await rows('verificationToken')).toHaveLength(1);
		const done = await confirm(person, letter.link);
		expect(done.json()).toMatchObject({ user: { email } });
	});

	test('the link works in another browser, once', async () => {
		const { app, person, email } = await make();
		const { letter } = await ask(app, person, email);
		const phone = new Person(app);
		expect((await confirm(phone, letter.link)).json()).toMatchObject({ user: { email } });
		const second = await confirm(new Person(app), letter.link);
		expect([second.status, second.url]).toEqual([
			403,
			`http://localhost:3000${app.basePath}/error?error=Verification`,
		]);
		expect(complaints(app)).toEqual(['Verification']);
	});

	test('somebody else cannot press the button for a person: cross-site, nothing happens', async () => {
		const { app, person, email, rows } = await make();
		const { letter } = await ask(app, person, email);
		await person.visit(letter.link, { form: {}, from: 'https://evil.example', follow: false });
		expect(person.cookies.find('authjs.session-token')).toBe(undefined);
		expect(await rows('verificationToken')).toHaveLength(1);
	});

	test('a link is over after maxAge, by default a day', async () => {
		const { app, person, email } = await make();
		travel(0);
		const { letter } = await ask(app, person, email);
		travel(24 * 60 * 60 + 1);
		expect((await confirm(person, letter.link)).url).toContain('/error?error=Verification');
		const short = await make({}, mail.provider({ maxAge: 600 }));
		const asked = await ask(short.app, short.person, short.email);
		travel(601);
		expect((await confirm(short.person, asked.letter.link)).url).toContain('/error?error=Verification');
	});

	test.each([
		['another e-mail', (url: URL) => url.searchParams.set('email', 'other@test.example')],
		['another token', (url: URL) => url.searchParams.set('token', 'f'.repeat(64))],
	])('a link with %s signs nobody in', async (_, change) => {
		const { app, person, email, rows } = await make();
		const { letter } = await ask(app, person, email);
		const url = new URL(letter.link);
		change(url);
		expect((await confirm(person, url.href)).url).toContain('/error?error=Verification');
		expect(await rows('session')).toEqual([]);
	});

	test('confirmEmailLinks: false: the link signs in at once, and HEAD still does not', async () => {
		const { app, person, email } = await make({ confirmEmailLinks: false });
		const { letter } = await ask(app, person, email);
		await new Person(app).visit(letter.link, { method: 'HEAD' });
		expect((await person.visit(letter.link)).json()).toMatchObject({ user: { email } });
	});

	test('a second sign-in finds the same person', async () => {
		const { app, email, rows } = await make();
		for (let time = 0; time < 2; time++) {
			const person = new Person(app);
			const { letter } = await ask(app, person, email);
			expect((await confirm(person, letter.link)).json()).toMatchObject({ user: { email } });
		}
		expect(await rows('user')).toHaveLength(1);
		expect(await rows('session')).toHaveLength(2);
	});

	test('addresses are made lower case and trimmed', async () => {
		const { app, person, email, rows } = await make();
		await ask(app, person, ` ${email.toUpperCase()} `);
		expect(await rows('verificationToken')).toMatchObject([{ identifier: email }]);
	});

	test.each(['', 'no-address', '"a"@test.example', 'a@b@test.example', 'a@test.example,b@evil.example'])(
		'"%s" is no address: told, and no letter',
		async (email) => {
			const { app, person } = await make();
			const before = mail.letters.length;
			const visit = await person.visit(`${app.basePath}/signin/nodemailer`, {
				form: { email },
				headers: asClient,
			});
			expect([visit.status, visit.json().error]).toEqual([400, 'EmailSignInError']);
			const action = await person.visit(app.actions.signIn, {
				form: { providerId: 'nodemailer', email },
				headers: app.javaScript,
			});
			expect(action.text).toContain('"error":"EmailSignInError"');
			expect(mail.letters).toHaveLength(before);
			expect(complaints(app)).toEqual([]);
		},
	);

	test('a form action sends the letter, too', async () => {
		const { app, person, email } = await make({ pages: { verifyRequest: '/look' } });
		const form = { providerId: 'nodemailer', email, redirectTo: '/dashboard' };
		const visit = await person.visit(app.actions.signIn, { form });
		expect(visit.url).toBe('http://localhost:3000/look?provider=nodemailer&type=email');
		expect((await confirm(person, mail.letterTo(email).link)).url).toBe('http://localhost:3000/dashboard');
	});

	test('callbacks.signIn is asked before the letter is sent, and can say no', async () => {
		const asked: unknown[] = [];
		const { app, person, email } = await make({
			callbacks: {
				signIn: ({ email, user }) => {
					asked.push([email, user.email]);
					return false;
				},
			},
		});
		const before = mail.letters.length;
		const visit = await person.visit(`${app.basePath}/signin/nodemailer`, {
			form: { email },
			headers: asClient,
		});
		expect([visit.status, visit.json().error]).toEqual([403, 'AccessDenied']);
		expect(asked).toEqual([[{ verificationRequest: true }, email]]);
		expect(mail.letters).toHaveLength(before);
	});

	test('a mail server that refuses: told as a server error, with the reason in the log alone', async () => {
		const { app, person, email } = await make();
		mail.refuse(true);
		const options = { form: { email }, headers: asClient };
		const visit = await person
			.visit(`${app.basePath}/signin/nodemailer`, options)
			.finally(() => mail.refuse(false));
		expect([visit.status, visit.json().error]).toEqual([500, 'Configuration']);
		expect(JSON.stringify(app.logs)).toContain('Mailbox unavailable');
		expect(JSON.stringify(app.answers)).not.toContain('Mailbox unavailable');
	});

	test('fault 34: bare `Nodemailer` sends by AUTH_NODEMAILER_SERVER and AUTH_NODEMAILER_FROM', async () => {
		const { host, port, auth } = mail.server;
		const server = `smtp://${auth.user}:${auth.pass}@${host}:${port}/?ignoreTLS=true`;
		const env = {
			...goodEnv,
			AUTH_NODEMAILER_SERVER: server,
			AUTH_NODEMAILER_FROM: 'Postmaster <post@test.example>',
		};
		const { app, person, email } = await make({ providers: [Nodemailer as Provider], env });
		const asked = await askForLink(app, person, email, 'nodemailer');
		expect(asked.url).toContain('/verify-request');
		expect(mail.letterTo(email).from).toBe('"Postmaster" <post@test.example>');
		expect(complaints(app)).toEqual([]);
	});

	test('fault 34: bare `Nodemailer` without a server is told by its variable, and the others go on', async () => {
		const { app, person, email } = await make({
			providers: [Nodemailer as Provider, password],
			session: { strategy: 'jwt' },
		});
		const options = { form: { email }, headers: asClient };
		const visit = await person.visit(`${app.basePath}/signin/nodemailer`, options);
		expect([visit.status, visit.json().error]).toEqual([500, 'Configuration']);
		expect(complaints(app)).toEqual([expect.stringContaining('Set AUTH_NODEMAILER_SERVER')]);
		expect(await whoIs(await signedIn(app))).toBe('ada');
	});
});
