import { describe, expect, test, vi } from 'vitest';
import { integrations } from '../support/application.ts';
import { Person } from '../support/person.ts';
import { better, good, ledTo, mailOf, makeWorld } from './support.ts';

const token = /token=([\w.-]+)/;

describe.each(integrations)('signing up on %s', (integration) => {
	test('verify first, then choose a password: signed in, a row, a session of the database', async () => {
		const { app, post, mail, rows } = await makeWorld(integration);
		const ada = new Person(app);
		const asked = await post(ada, 'sign-up', {
			email: ' Ada@Example.com',
			name: 'Ada',
			redirectTo: '/dashboard',
		});
		expect(ledTo(asked)).toBe('/signup?done=sent');
		expect(asked.json()).toMatchObject({
			done: { name: 'sent', message: expect.stringContaining('ada@example.com') },
			...{ error: null, email: 'ada@example.com', link: null },
		});
		expect(await rows('user')).toEqual([]);
		const { link = '', to, kind } = await mail(1);
		expect([to, kind]).toEqual(['ada@example.com', 'sign-up']);
		// Scanners open it, and nothing is used up.
		for (const method of ['HEAD', 'GET']) await new Person(app).visit(link, { method, follow: false });
		const page = await ada.visit(link);
		expect(ledTo(page)).toBe('/set-password');
		expect(page.json()).toMatchObject({ purpose: 'sign-up', email: 'ada@example.com', minLength: 15 });
		expect(page.headers.get('referrer-policy')).toBe('same-origin');
		expect(page.headers.get('cache-control')).toContain('no-store');

		const set = await post(ada, 'set-password', { password: good });
		expect(ledTo(set)).toBe('/dashboard');
		expect(await mailOf(ada)).toBe('ada@example.com');
		expect(await rows('user')).toMatchObject([{ email: 'ada@example.com', name: 'Ada' }]);
		expect((await rows('user'))[0]?.emailVerified).toBeGreaterThan(0);
		expect(await rows('password')).toHaveLength(1);
		expect(await rows('sessionDetail')).toMatchObject([{ provider: 'credentials' }]);
		expect(await rows('verificationToken')).toEqual([]);
		const cookie = ada.cookies.find('authjs.session-token')?.value;
		expect(await rows('session')).toMatchObject([{ sessionToken: cookie }]);
		// The link is used up, and so is what the browser kept of it.
		expect(ada.cookies.find('authgraft.set-password')?.value ?? '').toBe('');
		expect((await ada.visit(link)).json()).toMatchObject({ purpose: null });
		expect(ledTo(await post(ada, 'set-password', { password: better }))).toMatch('error=LinkInvalid');
	});

	test('signs in with it and out again, and what is wrong tells nothing', async () => {
		const { app, ada, signIn, rows } = await makeWorld(integration);
		await ada();
		const person = new Person(app);
		const wrong = await signIn(person, 'ada@example.com', better);
		const nobody = await signIn(person, 'nobody@example.com', better);
		expect(ledTo(wrong)).toContain('/signin?error=CredentialsSignin');
		expect(ledTo(nobody)).toBe(ledTo(wrong));
		expect([...nobody.headers.keys()]).toEqual([...wrong.headers.keys()]);
		expect(await mailOf(person)).toBeNull();
		await signIn(person, 'ADA@example.com ', good);
		expect(await mailOf(person)).toBe('ada@example.com');
		expect(await rows('session')).toHaveLength(2);
		await person.visit(`${app.basePath}/signout`, { form: {} });
		expect(await mailOf(person)).toBeNull();
		expect(await rows('session')).toHaveLength(1);
	});

	test.each(['callback', 'signin'])(
		'by the form of %s: what was in the browser ends, and when it was is kept',
		async (action) => {
			const { app, ada, rows } = await makeWorld(integration);
			const person = await ada();
			const before = person.cookies.find('authjs.session-token')?.value;
			const form = { email: 'ada@example.com', password: good };
			await person.visit(`${app.basePath}/${action}/credentials`, { form, follow: false });
			const after = person.cookies.find('authjs.session-token')?.value;
			expect(after).not.toBe(before);
			expect(await rows('session')).toMatchObject([{ sessionToken: after }]);
			expect(await rows('sessionDetail')).toMatchObject([{ sessionToken: after, provider: 'credentials' }]);
			expect((await person.visit('/account')).json()).toMatchObject({ fresh: true });
		},
	);

	test('of an address that has an account: the same answer, another mail', async () => {
		const { app, ada, post, mail, mails } = await makeWorld(integration);
		await ada();
		const [known, free] = [new Person(app), new Person(app)];
		const first = await post(known, 'sign-up', { email: 'ada@example.com' }, false);
		const second = await post(free, 'sign-up', { email: 'bob@example.com' }, false);
		expect([first.status, ledTo(first)]).toEqual([second.status, ledTo(second)]);
		expect([...first.headers.keys()]).toEqual([...second.headers.keys()]);
		await mail(3);
		expect(mails.slice(1).map(({ kind, to }) => [kind, to])).toEqual([
			['existing', 'ada@example.com'],
			['sign-up', 'bob@example.com'],
		]);
	});

	test('the same token twenty times at once: one account, one session', async () => {
		const { app, post, mail, rows } = await makeWorld(integration);
		const ada = new Person(app);
		await post(ada, 'sign-up', { email: 'ada@example.com' });
		await ada.visit((await mail(1)).link ?? '');
		const tries = Array.from({ length: 12 }, () => post(ada, 'set-password', { password: good }, false));
		const ends = (await Promise.all(tries)).map(ledTo);
		expect(ends.filter((end) => end === '/')).toHaveLength(1);
		expect(ends.filter((end) => end.includes('LinkInvalid'))).toHaveLength(11);
		expect(await rows('user')).toHaveLength(1);
		expect(await rows('session')).toHaveLength(1);
	});

	test.each([
		['"a"@b', 'EmailInvalid'],
		['a@b@c', 'EmailInvalid'],
		['a@b\r\nBcc:x@y.z', 'EmailInvalid'],
		['', 'EmailInvalid'],
	])('of %j: %s', async (email, error) => {
		const { app, post, mails, rows } = await makeWorld(integration);
		expect(ledTo(await post(new Person(app), 'sign-up', { email }))).toBe(
			`/signup?error=${error}&field=email`,
		);
		expect(mails).toEqual([]);
		expect(await rows('verificationToken')).toEqual([]);
	});

	test.each(['a'.repeat(10_000), 'see https://spam.example', 'a\r\nBcc: b'])(
		'with the name %.20j: refused',
		async (name) => {
			const { app, post, mails } = await makeWorld(integration);
			const answer = await post(new Person(app), 'sign-up', { email: 'ada@example.com', name });
			expect(ledTo(answer)).toBe('/signup?error=NameInvalid&field=name');
			expect(mails).toEqual([]);
		},
	);

	test('fields that are none of ours are ignored', async () => {
		const { app, post, mail, rows } = await makeWorld(integration);
		const ada = new Person(app);
		const more = {
			id: 'mine',
			userId: 'mine',
			emailVerified: '1',
			role: 'admin',
			['__proto__']: 'x',
			image: 'x',
		};
		await post(ada, 'sign-up', { email: 'ada@example.com', ...more });
		await ada.visit((await mail(1)).link ?? '');
		await post(ada, 'set-password', { password: good, ...more });
		const [user] = await rows('user');
		expect(user).toMatchObject({ email: 'ada@example.com', image: null, name: null });
		expect(user?.id).not.toBe('mine');
	});

	test.each([
		'//evil.example',
		'https://evil.example',
		'javascript:alert(1)',
		'/\\evil.example',
		`/${'x'.repeat(900)}`,
	])('redirectTo=%.30s leads home', async (redirectTo) => {
		const { app, post, mail } = await makeWorld(integration);
		const ada = new Person(app);
		await post(ada, 'sign-up', { email: 'ada@example.com', redirectTo });
		await ada.visit((await mail(1)).link ?? '');
		expect(ledTo(await post(ada, 'set-password', { password: good }, false))).toBe('/');
	});

	test('an address that made its account elsewhere in between, unverified: its owner gets it, and nobody else stays', async () => {
		const { app, post, mail, rows, run } = await makeWorld(integration);
		const owner = new Person(app);
		await post(owner, 'sign-up', { email: 'ada@example.com' });
		const { link = '' } = await mail(1);
		await run(`insert into user (id, email) values ('squat', 'ada@example.com')`);
		await run(`insert into session values ('planted', 'squat', ${Date.now() + 1e9})`);
		await run(
			`insert into account (userId, type, provider, providerAccountId) values ('squat', 'oauth', 'github', '7')`,
		);
		await run(`insert into password values ('squat', 'quick:x', 1)`);
		await owner.visit(link);
		await post(owner, 'set-password', { password: good });
		expect(await mailOf(owner)).toBe('ada@example.com');
		expect(await rows('account')).toEqual([]);
		expect((await rows('session')).map(({ sessionToken }) => sessionToken)).not.toContain('planted');
		expect(await rows('user')).toHaveLength(1);
	});

	test('where it is shut, or for some addresses alone', async () => {
		const shut = await makeWorld(integration, { accounts: { signUp: false } });
		const person = new Person(shut.app);
		expect((await person.visit('/signup')).json()).toMatchObject({ open: false });
		expect(ledTo(await shut.post(person, 'sign-up', { email: 'ada@example.com' }))).toBe(
			'/signup?error=SignUpClosed',
		);
		const some = await makeWorld(integration, {
			accounts: { signUp: (email) => email.endsWith('@our.example') },
		});
		const guest = new Person(some.app);
		expect(ledTo(await some.post(guest, 'sign-up', { email: 'ada@example.com' }))).toContain('SignUpClosed');
		expect(ledTo(await some.post(guest, 'sign-up', { email: 'ada@our.example' }))).toContain('done=sent');
	});

	test('1,000 sign-ups for one address: three mails', async () => {
		const { app, post, mails, mail } = await makeWorld(integration);
		const ends = new Set<string>();
		for (let time = 0; time < 40; time++)
			ends.add(ledTo(await post(new Person(app), 'sign-up', { email: 'n@example.com' }, false)));
		await mail(3);
		await new Promise((done) => setTimeout(done, 20));
		expect(mails).toHaveLength(3);
		expect([...ends]).toEqual(['/signup?done=sent']);
	});

	test('without a mailer: told in production, the link on the page while developing, under both locks', async () => {
		const production = await makeWorld(integration, { accounts: { send: undefined } });
		const person = new Person(production.app);
		expect(ledTo(await production.post(person, 'sign-up', { email: 'ada@example.com' }))).toContain(
			'error=Configuration',
		);
		expect(production.app.logs.map(({ text }) => text).join()).toContain('`send`');

		vi.stubEnv('NODE_ENV', 'development');
		try {
			const half = await makeWorld(integration, { accounts: { send: undefined }, config: { dev: false } });
			expect(ledTo(await half.post(new Person(half.app), 'sign-up', { email: 'a@b.example' }))).toContain(
				'Configuration',
			);
			const developing = await makeWorld(integration, {
				accounts: { send: undefined },
				config: { dev: true },
			});
			const ada = new Person(developing.app);
			const sent = await developing.post(ada, 'sign-up', { email: 'ada@example.com' });
			const { link } = sent.json<{ link: string }>();
			expect(link).toMatch(token);
			await ada.visit(link);
			await developing.post(ada, 'set-password', { password: good });
			expect(await mailOf(ada)).toBe('ada@example.com');
			// Another browser is shown nothing.
			expect((await new Person(developing.app).visit('/signup?done=sent')).json()).toMatchObject({
				link: null,
				email: '',
			});
		} finally {
			vi.unstubAllEnvs();
		}
	});
});
