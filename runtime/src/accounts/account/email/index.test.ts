import { describe, expect, test, vi } from 'vitest';
import { accountPage, adasPassword, addAda, as, outcome } from '../../testing/account-page.test.helper.js';

const ask = { email: 'Ada@New.example', password: adasPassword };
const hour = 60 * 60 * 1000;

/** Somebody has asked for another address. */
async function asked(fields: Record<string, string> = ask) {
	const page = accountPage();
	addAda(page);
	const answer = await page.run('email', as('ada-1'), fields);
	await page.sent(2);
	const [email, notice] = page.mails;
	return { ...page, answer, email, notice, search: (mail = email) => new URL(mail?.link ?? '').search };
}

const addressOf = ({ users }: { users: Map<string, { email: string }> }) => users.get('ada')?.email;

describe('another address', () => {
	test('mails the new one a link and the old one a notice, and changes nothing', async () => {
		const page = await asked();
		expect(outcome(page.answer)).toBe('/account?done=email-sent');
		expect(page.email).toMatchObject({ kind: 'email', to: 'ada@new.example' });
		expect(page.email?.link).toMatch(
			/^http:\/\/localhost:3000\/auth\/account\/confirm-email\?token=[\w.-]+$/,
		);
		expect(page.notice).toMatchObject({ kind: 'email-notice', to: 'ada@example.com' });
		expect(page.notice?.link).toMatch(/^http:\/\/localhost:3000\/auth\/account\/not-me\?token=[\w.-]+$/);
		expect(addressOf(page)).toBe('ada@example.com');
		// What is kept signs nobody in.
		const kept = JSON.stringify(page.tokens);
		expect(kept).not.toContain(page.search().slice('?token='.length));
		expect(kept).not.toContain('new.example');
	});

	test('a double click is one: the link of the first mail would be over by the second', async () => {
		const page = accountPage();
		addAda(page);
		const answers = await Promise.all([1, 2].map(() => page.run('email', as('ada-1'), ask)));
		expect(answers.map(outcome)).toEqual(['/account?done=email-sent', '/account?done=email-sent']);
		await page.sent(2);
		await new Promise((done) => setTimeout(done, 20));
		expect(page.mails.map(({ kind }) => kind)).toEqual(['email', 'email-notice']);
	});

	test('needs the password, or a sign-in just now', async () => {
		const page = accountPage();
		addAda(page);
		expect(outcome(await page.run('email', as('ada-1'), { email: ask.email }))).toBe('403 ConfirmNeeded');
		const wrong = await page.run('email', as('ada-1'), { ...ask, password: 'wrong' });
		expect(wrong).toMatchObject({ status: 400, error: 'CredentialsSignin', field: 'password' });
		page.signIn('ada', 'now', 1000);
		expect(outcome(await page.run('email', as('now'), { email: ask.email }))).toContain('email-sent');
		expect(page.tokens.length).toBeGreaterThan(0);
	});

	test.each(['', 'ada', 'a@b@c', '"a"@b', 'a@b\r\nBcc: c@d', 'a@b, c@d'])(
		'%j is no address',
		async (email) => {
			const page = accountPage();
			addAda(page);
			const answer = await page.run('email', as('ada-1'), { ...ask, email });
			expect(answer).toMatchObject({ status: 400, error: 'EmailInvalid', field: 'email' });
			expect([page.tokens, page.mails]).toEqual([[], []]);
		},
	);

	test("somebody else's is answered alike, and only they get to know", async () => {
		const page = accountPage();
		addAda(page);
		page.add({ id: 'grace', email: 'ada@new.example' });
		const answer = await page.run('email', as('ada-1'), ask);
		await page.sent(2);
		const free = await asked();
		expect(outcome(answer)).toBe(outcome(free.answer));
		expect(Object.keys(answer)).toEqual(Object.keys(free.answer));
		const told = page.mails.map(({ kind, to }) => `${kind} ${to}`);
		expect(told).toEqual(['existing ada@new.example', 'email-notice ada@example.com']);
		// Nobody got a link to it.
		expect(page.mails[0]?.link ?? '').not.toContain('confirm-email');
		const own = ({ tokens }: typeof page) =>
			tokens.filter(({ identifier }) => /:ada\b/.test(identifier)).map(({ identifier }) => identifier);
		expect(own(page)).toEqual(own(free));
	});

	test('without a mailer nothing begins in production', async () => {
		const page = accountPage({ send: undefined });
		addAda(page);
		expect(outcome(await page.run('email', as('ada-1'), ask))).toBe('500 Configuration');
		expect(page.tokens).toEqual([]);
	});

	test('three mails an hour to an address: the answer stays the same', async () => {
		const page = accountPage();
		addAda(page);
		for (let time = 0; time < 5; time++)
			expect(outcome(await page.run('email', as('ada-1'), ask))).toBe('/account?done=email-sent');
		await page.sent(6);
		expect(page.mails.filter(({ kind }) => kind === 'email')).toHaveLength(3);
	});
});

describe('the link to the new address', () => {
	test('opening it, as scanners do, changes nothing; the button does, once', async () => {
		const page = await asked();
		for (let time = 0; time < 5; time++) {
			const opened = await page.open('confirm-email', page.search());
			const html = (await opened?.text()) ?? '';
			expect(opened?.status).toBe(200);
			expect(html).toContain('ada@example.com');
			expect(html).toContain('ada@new.example');
			expect(html).toContain('<form method="post">');
		}
		expect(addressOf(page)).toBe('ada@example.com');
		const signedIn = await page.run('confirm-email', as('ada-1'), {}, page.search());
		expect(outcome(signedIn)).toBe('/account?done=email-changed');
		expect(page.users.get('ada')).toMatchObject({
			email: 'ada@new.example',
			emailVerified: expect.any(Date),
		});
		expect(outcome(await page.run('confirm-email', as('ada-1'), {}, page.search()))).toBe('400');
		expect((await page.open('confirm-email', page.search()))?.status).toBe(400);
	});

	test('works in another browser, and signs nobody in there', async () => {
		const page = await asked();
		const answer = await page.run('confirm-email', '', {}, page.search());
		expect(outcome(answer)).toBe('200');
		expect(addressOf(page)).toBe('ada@new.example');
		expect(page.sessions.size).toBe(2);
	});

	test('of twenty at once, one changes it', async () => {
		const page = await asked();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => page.run('confirm-email', '', {}, page.search())),
		);
		expect(answers.map(outcome).sort()).toEqual(['200', ...Array.from({ length: 19 }, () => '400')]);
	});

	test('somebody else takes it between a look and the use of it', async () => {
		const page = await asked();
		page.store.takeToken = async () => false;
		expect(outcome(await page.run('confirm-email', '', {}, page.search()))).toBe('400');
		expect(addressOf(page)).toBe('ada@example.com');
	});

	test('the older of two is over', async () => {
		const page = await asked();
		await page.run('email', as('ada-2'), { ...ask, email: 'other@new.example' });
		expect(outcome(await page.run('confirm-email', '', {}, page.search()))).toBe('400');
		expect(addressOf(page)).toBe('ada@example.com');
	});

	test('is over after an hour, after a new password, and when the address has changed', async () => {
		const late = await asked();
		vi.useFakeTimers({ now: Date.now() + hour + 1000, toFake: ['Date'] });
		try {
			expect(outcome(await late.run('confirm-email', '', {}, late.search()))).toBe('400');
		} finally {
			vi.useRealTimers();
		}
		const changed = await asked();
		const form = { current: adasPassword, password: 'seven green owls at noon' };
		expect(outcome(await changed.run('password', as('ada-1'), form))).toContain('done=');
		expect(outcome(await changed.run('confirm-email', '', {}, changed.search()))).toBe('400');
		const moved = await asked();
		await moved.store.changeEmail('ada', 'ada@example.com', 'ada@third.example');
		expect(outcome(await moved.run('confirm-email', '', {}, moved.search()))).toBe('400');
		expect(addressOf(moved)).toBe('ada@third.example');
	});

	test('somebody else has the address by then', async () => {
		const page = await asked();
		page.add({ id: 'grace', email: 'ada@new.example' });
		expect(outcome(await page.run('confirm-email', '', {}, page.search()))).toBe('400');
		expect(addressOf(page)).toBe('ada@example.com');
	});

	test('that of another purpose, changed by a letter, or of nobody', async () => {
		const page = await asked();
		const search = page.search();
		const last = search.at(-1) === 'A' ? 'B' : 'A';
		const others = ['', '?token=', '?token=x', `${search.slice(0, -1)}${last}`, page.search(page.notice)];
		for (const other of others) {
			expect(outcome(await page.run('confirm-email', as('ada-1'), {}, other))).toBe('400');
			expect((await page.open('confirm-email', other))?.status).toBe(400);
		}
		expect(outcome(await page.run('not-me', '', {}, search))).toBe('400');
		expect(await page.open('else', search)).toBeNull();
		expect(addressOf(page)).toBe('ada@example.com');
	});

	test('is not used up when the database fails', async () => {
		const page = await asked();
		page.down.add('changeEmail');
		await expect(page.run('confirm-email', '', {}, page.search())).rejects.toThrow('down');
		page.down.clear();
		expect(outcome(await page.run('confirm-email', '', {}, page.search()))).toBe('200');
	});

	test('what an address says is text in the page', async () => {
		const page = await asked({ ...ask, email: "<b>&'@new.example" }).catch(() => null);
		expect(page).toBeNull();
		const quoted = await asked({ ...ask, email: "o'brien&co@new.example" });
		expect(await (await quoted.open('confirm-email', quoted.search()))?.text()).toContain(
			'o&#39;brien&#38;co@new.example',
		);
	});
});

describe('"This was not me"', () => {
	test('gives the account back: address, sessions, password, links', async () => {
		const page = await asked();
		await page.run('confirm-email', '', {}, page.search());
		// Whoever it is goes on.
		page.signIn('ada', 'mallory', 1000);
		await page.run('password', as('mallory'), { password: 'mallory was here before' });
		expect(page.sessions.size).toBe(1);
		await page.sent(3);
		const notice = page.search(page.notice);
		expect(await (await page.open('not-me', notice))?.text()).toContain('This was not me');
		expect(addressOf(page)).toBe('ada@new.example');
		page.mails.length = 0;
		const answer = await page.run('not-me', '', {}, notice);
		expect(outcome(answer)).toBe('200');
		expect(addressOf(page)).toBe('ada@example.com');
		expect(page.sessions.size).toBe(0);
		const [reset] = await page.sent(1);
		expect(reset).toMatchObject({ kind: 'reset', to: 'ada@example.com' });
		expect(page.tokens.map(({ identifier }) => identifier)).toEqual(['authgraft:reset:ada']);
		page.signIn('ada', 'again', hour);
		const known = await page.run('confirm', as('again'), { password: 'mallory was here before' });
		expect(outcome(known)).toBe('400 CredentialsSignin');
		expect(outcome(await page.run('not-me', '', {}, notice))).toBe('400');
	});

	test('whoever came in cannot take back what its owner took back', async () => {
		const page = await asked();
		await page.run('confirm-email', '', {}, page.search());
		page.signIn('ada', 'mallory', 1000);
		page.mails.length = 0;
		await page.run('email', as('mallory'), { email: 'second@evil.example' });
		const [second, told] = await page.sent(2);
		expect(told).toMatchObject({ kind: 'email-notice', to: 'ada@new.example' });
		expect(told?.link).toBeUndefined();
		await page.run('confirm-email', '', {}, new URL(second?.link ?? '').search);
		expect(addressOf(page)).toBe('second@evil.example');
		expect(outcome(await page.run('not-me', '', {}, page.search(page.notice)))).toBe('200');
		expect(addressOf(page)).toBe('ada@example.com');
	});

	test('before anything was confirmed it stops it', async () => {
		const page = await asked();
		expect(outcome(await page.run('not-me', as('ada-1'), {}, page.search(page.notice)))).toBe('200');
		expect(outcome(await page.run('confirm-email', '', {}, page.search()))).toBe('400');
		expect([addressOf(page), page.sessions.size]).toEqual(['ada@example.com', 0]);
	});

	test('somebody without a password gets none', async () => {
		const page = accountPage();
		page.add({ id: 'ada', email: 'ada@example.com' });
		page.signIn('ada', 'now', 1000);
		await page.run('email', as('now'), { email: ask.email });
		const [, notice] = await page.sent(2);
		const search = new URL(notice?.link ?? '').search;
		expect(outcome(await page.run('not-me', '', {}, search))).toBe('200');
		expect(await page.store.password('ada')).toBeNull();
		expect(page.sessions.size).toBe(0);
	});

	test('is over after three days, or when the person is gone', async () => {
		const gone = await asked();
		await gone.store.deleteUser('ada', []);
		expect(outcome(await gone.run('not-me', '', {}, gone.search(gone.notice)))).toBe('400');
		const late = await asked();
		vi.useFakeTimers({ now: Date.now() + 72 * hour + 1000, toFake: ['Date'] });
		try {
			expect(outcome(await late.run('not-me', '', {}, late.search(late.notice)))).toBe('400');
		} finally {
			vi.useRealTimers();
		}
		expect(late.sessions.size).toBe(2);
	});
});
