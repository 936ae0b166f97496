import { describe, expect, test, vi } from 'vitest';
import { Passwords } from '../../../runtime/src/accounts/index.ts';
import { integrations } from '../support/application.ts';
import { askForLink, confirm, linkProvider } from '../support/fixtures.ts';
import { Person, type Visit } from '../support/person.ts';
import { better, good, ledTo, mailOf, makeWorld, quick, type World } from './support.ts';

/** Asks for a link, and opens it. */
async function open({ app, post, mail, mails }: World, email = 'ada@example.com') {
	const person = new Person(app);
	const before = mails.length;
	await post(person, 'forgot-password', { email });
	const { link = '' } = await mail(before + 1);
	await person.visit(link);
	return { person, link };
}

describe.each(integrations)('a lost password on %s', (integration) => {
	test('a link, a new password; sessions and older links are over, and nobody is signed in by it', async () => {
		const world = await makeWorld(integration);
		const { app, post, rows, signIn, mail } = world;
		const ada = await world.ada();
		const { person, link } = await open(world);
		expect(link).toMatch(/\/account\/set-password\?purpose=reset&token=[\w.-]{43}$/);
		expect((await person.visit('/set-password')).json()).toMatchObject({
			purpose: 'reset',
			email: 'ada@example.com',
		});
		const set = await post(person, 'set-password', { password: better });
		expect(ledTo(set)).toBe('/signin?done=password-set');
		expect(set.json()).toMatchObject({ done: { name: 'password-set' }, error: null });
		expect([await mailOf(person), await mailOf(ada)]).toEqual([null, null]);
		expect(await rows('session')).toEqual([]);
		expect(await rows('verificationToken')).toEqual([]);
		expect((await mail(3)).kind).toBe('changed');
		await signIn(person, 'ada@example.com', good);
		expect(await mailOf(person)).toBeNull();
		await signIn(person, 'ada@example.com', better);
		expect(await mailOf(person)).toBe('ada@example.com');
		// What is kept is no link.
		expect(JSON.stringify(app.answers)).not.toContain(better);
	});

	test('of somebody and of nobody: the same answer, one mail', async () => {
		const world = await makeWorld(integration);
		await world.ada();
		const { app, post, mails } = world;
		const known = await post(new Person(app), 'forgot-password', { email: 'ada@example.com' }, false);
		const nobody = await post(new Person(app), 'forgot-password', { email: 'nob@example.com' }, false);
		expect([nobody.status, ledTo(nobody)]).toEqual([known.status, ledTo(known)]);
		expect([...nobody.headers.keys()]).toEqual([...known.headers.keys()]);
		await world.mail(2);
		await new Promise((done) => setTimeout(done, 20));
		expect(mails.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
			'sign-up ada@example.com',
			'reset ada@example.com',
		]);
	});

	test('a double click sends one mail, whose link works; ten seconds later there is another one', async () => {
		const world = await makeWorld(integration);
		const { app, post, mails, mail } = world;
		for (const email of ['ada@example.com', 'bob@example.com']) await world.ada(email);
		for (const [action, email] of [
			['forgot-password', 'ada@example.com'],
			['sign-up', 'bob@example.com'],
			['sign-up', 'grace@example.com'],
		] as const) {
			const person = new Person(app);
			const before = mails.length;
			const answers = [];
			for (const _ of [1, 2]) answers.push(await post(person, action, { email }, false));
			expect([answers[1]?.status, ledTo(answers[1] as Visit)]).toEqual([
				answers[0]?.status,
				ledTo(answers[0] as Visit),
			]);
			await mail(before + 1);
			await new Promise((done) => setTimeout(done, 20));
			expect(mails).toHaveLength(before + 1);
			await person.visit(mails[before]?.link ?? '');
			expect((await person.visit('/set-password')).json()).toMatchObject({ email });
			// Nobody else's form is a part of it, nor the same one later.
			await post(new Person(app), action, { email });
			await mail(before + 2);
		}
		const person = new Person(app);
		const carol = { email: 'carol@example.com' };
		const before = mails.length;
		await post(person, 'sign-up', carol);
		vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] });
		try {
			await post(person, 'sign-up', carol);
		} finally {
			vi.useRealTimers();
		}
		await mail(before + 2);
	});

	test('of two links the first is over', async () => {
		const world = await makeWorld(integration);
		await world.ada();
		const first = await open(world);
		await open(world);
		expect((await first.person.visit('/set-password')).json()).toMatchObject({ purpose: null });
		expect(ledTo(await world.post(first.person, 'set-password', { password: better }))).toBe(
			'/set-password?error=LinkInvalid',
		);
	});

	test('fifty openings use nothing up; a second button does nothing', async () => {
		const world = await makeWorld(integration);
		await world.ada();
		const { person, link } = await open(world);
		for (let time = 0; time < 25; time++)
			for (const method of ['GET', 'HEAD'])
				await new Person(world.app).visit(link, { method, follow: false });
		const ends = await Promise.all(
			Array.from({ length: 5 }, () => world.post(person, 'set-password', { password: better }, false)),
		);
		expect(ends.map(ledTo).filter((end) => end.includes('password-set'))).toHaveLength(1);
	});

	test.each(['no cookie', 'one bit off', 'of another purpose', 'over by a second'])(
		'%s: no longer valid',
		async (kind) => {
			const world = await makeWorld(integration);
			const { app, post, rows, run, signIn } = world;
			await world.ada();
			const { link } = await open(world);
			const before = await rows('password');
			const person = new Person(app);
			const url = new URL(link);
			const token = url.searchParams.get('token') ?? '';
			if (kind === 'one bit off')
				url.searchParams.set('token', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
			if (kind === 'of another purpose') url.searchParams.set('purpose', 'signup');
			if (kind === 'over by a second')
				await run(`update verificationToken set expires = ${Date.now() - 1000}`);
			if (kind !== 'no cookie') await person.visit(url.href);
			const answer = await post(person, 'set-password', { password: better });
			expect(ledTo(answer)).toBe('/set-password?error=LinkInvalid');
			expect(answer.json()).toMatchObject({
				purpose: null,
				error: { message: expect.stringContaining('no longer valid') },
			});
			expect(await rows('password')).toEqual(before);
			await signIn(person, 'ada@example.com', good);
			expect(await mailOf(person)).toBe('ada@example.com');
		},
	);

	test('the link goes to the configured origin, whatever the request says', async () => {
		const world = await makeWorld(integration, {
			config: {
				env: { AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters', AUTH_URL: 'http://localhost:3000' },
			},
		});
		await world.ada();
		const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
		await new Person(world.app).visit(`${world.app.basePath}/account/forgot-password`, {
			form: { email: 'ada@example.com' },
			headers,
		});
		expect((await world.mail(2)).link).toMatch(/^http:\/\/localhost:3000\//);
	});

	test.each([
		['no origin', { origin: '' }],
		['another site', { origin: 'https://evil.example' }],
		['null', { origin: 'null' }],
		['a neighbour', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
	])('a form of %s: 403, no mail', async (_, headers) => {
		const world = await makeWorld(integration);
		await world.ada();
		for (const action of ['forgot-password', 'sign-up', 'set-password', 'delete', 'end-other-sessions']) {
			const url = `${world.app.basePath}/account/${action}`;
			const json = { ...headers, accept: 'application/json' };
			const answer = await new Person(world.app).visit(url, {
				form: { email: 'ada@example.com' },
				headers: json,
				from: null,
			});
			expect([action, answer.status]).toEqual([action, 403]);
		}
		await new Promise((done) => setTimeout(done, 10));
		expect(world.mails).toHaveLength(1);
	});

	test('a database that is down: said, never a wrong password, and the token is not used up', async () => {
		const world = await makeWorld(integration);
		await world.ada();
		const { person } = await open(world);
		await world.run('alter table password rename to elsewhere');
		expect(ledTo(await world.post(person, 'set-password', { password: better }, false))).toContain(
			'error=Configuration',
		);
		const signing = await world.signIn(new Person(world.app), 'ada@example.com', good);
		expect(ledTo(signing)).toContain('error=Configuration');
		await world.run('alter table elsewhere rename to password');
		expect(ledTo(await world.post(person, 'set-password', { password: better }))).toBe(
			'/signin?done=password-set',
		);
	});

	test('a password that has been typed is nowhere: not in an answer, a log, a session or a row', async () => {
		const world = await makeWorld(integration);
		await world.ada();
		const person = new Person(world.app);
		await world.signIn(person, 'ada@example.com', better);
		await world.signIn(person, 'ada@example.com', good);
		const said = [await person.visit('/account'), await person.visit(`${world.app.basePath}/session`)].map(
			({ text }) => text,
		);
		const token = person.cookies.find('authjs.session-token')?.value ?? 'none';
		const hash = String((await world.rows('password'))[0]?.hash);
		const kept = JSON.stringify([
			await world.rows('user'),
			await world.rows('session'),
			await world.rows('verificationToken'),
		]);
		for (const secret of [good, better, hash]) {
			expect(
				JSON.stringify([said, world.app.logs, world.app.answers.map(({ text, url }) => [text, url])]),
			).not.toContain(secret);
			expect(kept).not.toContain(secret);
		}
		expect(said.join()).not.toContain(token);
	});

	test('a link into an account whose address nobody had proven leaves no other way into it, old passwords among them', async () => {
		const links: { to: string; url: string }[] = [];
		const forgotten: string[] = [];
		const legacy = {
			find: () => (forgotten.length > 0 ? null : 'old'),
			verify: (password: string) => password === good,
			forget: ({ email }: { email: string }) => void forgotten.push(email),
		};
		const world = await makeWorld(integration, {
			config: { providers: [Passwords({ hash: quick, legacy }), linkProvider(links)] },
		});
		await world.run(`insert into user (id, email) values ('squat', 'ada@example.com')`);
		await world.run(`insert into session values ('planted', 'squat', ${Date.now() + 1e9})`);
		const owner = new Person(world.app);
		await askForLink(world.app, owner, 'ada@example.com');
		await confirm(owner, links[0]?.url ?? '');
		expect(await mailOf(owner)).toBe('ada@example.com');
		expect(forgotten).toEqual(['ada@example.com']);
		expect((await world.rows('session')).map(({ sessionToken }) => sessionToken)).not.toContain('planted');
		const squatter = new Person(world.app);
		await world.signIn(squatter, 'ada@example.com', good);
		expect(await mailOf(squatter)).toBeNull();
	});

	test('where password managers look', async () => {
		const world = await makeWorld(integration);
		const person = new Person(world.app);
		const answer = await person.visit('/.well-known/change-password', { follow: false });
		expect([answer.status, ledTo(answer)]).toEqual([303, '/account#password']);
		const none = await person.visit(
			'/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
		);
		expect(none.status).toBe(404);
	});

	test('the account page without a session leads to sign in, and back', async () => {
		const world = await makeWorld(integration);
		const answer = await new Person(world.app).visit('/account', { follow: false });
		expect([302, 303]).toContain(answer.status);
		expect(ledTo(answer)).toBe('/signin?redirectTo=%2Faccount');
		const ada = await world.ada();
		expect((await ada.visit('/account')).json()).toMatchObject({
			user: { email: 'ada@example.com', name: 'Ada', verified: true },
			...{ fresh: true, passwords: true, sessions: [{ current: true }] },
		});
	});
});
