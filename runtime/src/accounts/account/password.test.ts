import { describe, expect, test } from 'vitest';
import {
	accountPage,
	adasPassword,
	addAda,
	after,
	as,
	newPassword,
	outcome,
} from '../testing/account-page.test.helper.js';

const form = { current: adasPassword, password: newPassword };
const reversed = (text: string) => [...text].reverse().join('');

describe('another password', () => {
	test('ends other sessions, rotates this one, drops links, and is told by mail', async () => {
		const page = accountPage();
		addAda(page);
		await page.store.putToken('authgraft:reset:ada', 'r', new Date(Date.now() + 1000));
		await page.store.putToken('authgraft:email:ada', 'e', new Date(Date.now() + 1000));
		await page.store.putToken('authgraft:signup:ada@example.com', 's', new Date(Date.now() + 1000));
		const before = page.details.get('ada-1');
		const ends = page.sessions.get('ada-1')?.expires;
		const answer = await page.run('password', as('ada-1'), form);
		expect(outcome(answer)).toBe('/account?done=password-changed');
		expect(page.passwords.get('ada')?.hash).toBe(`quick:${reversed(newPassword)}`);
		const [token, ...others] = [...page.sessions.keys()];
		expect(others).toEqual([]);
		expect(token).not.toMatch(/^ada-/);
		expect(after('', answer)).toContain(`authjs.session-token=${token};`);
		// It is the same visit, and ends when that would have ended.
		expect(page.details.get(token ?? '')).toEqual(before);
		expect(page.sessions.get(token ?? '')?.expires).toEqual(ends);
		expect(page.tokens).toEqual([]);
		const [mail] = await page.sent(1);
		expect(mail).toMatchObject({ kind: 'changed', to: 'ada@example.com' });
		// The password was just given: what comes next needs it no more.
		const { fresh } = await page.overview(after('', answer));
		expect(fresh).toBe(true);
	});

	test('the older cookie is worth nothing, nor what was confirmed with it', async () => {
		const page = accountPage();
		addAda(page);
		const confirmed = after(as('ada-1'), await page.run('confirm', as('ada-1'), { password: adasPassword }));
		await page.run('password', confirmed, form);
		const again = await page.run('password', confirmed, { current: newPassword, password: adasPassword });
		expect(outcome(again)).toBe('/signin?redirectTo=%2Faccount');
		expect(page.passwords.get('ada')?.hash).toBe(`quick:${reversed(newPassword)}`);
	});

	test('needs the right one of before', async () => {
		const page = accountPage();
		addAda(page);
		const wrong = await page.run('password', as('ada-1'), { ...form, current: newPassword });
		expect(wrong).toMatchObject({ status: 400, error: 'CredentialsSignin', field: 'current' });
		const none = await page.run('password', as('ada-1'), { password: newPassword });
		expect(none).toMatchObject({ status: 403, error: 'ConfirmNeeded', field: 'current' });
		expect(page.sessions.size).toBe(2);
		expect(page.mails).toEqual([]);
		expect(page.passwords.get('ada')?.hash).toBe(`quick:${reversed(adasPassword)}`);
	});

	test('a wrong one counts as wrong even where none is needed', async () => {
		const page = accountPage();
		addAda(page);
		page.signIn('ada', 'ada-3', 1000);
		const wrong = await page.run('password', as('ada-3'), { ...form, current: 'wrong' });
		expect(outcome(wrong)).toBe('400 CredentialsSignin');
		expect(outcome(await page.run('password', as('ada-3'), { password: newPassword }))).toContain('done=');
	});

	test('wrong ones are counted: after five nobody looks any more, and the session stays', async () => {
		const page = accountPage();
		addAda(page);
		const answers: string[] = [];
		for (let time = 0; time < 7; time++)
			answers.push(outcome(await page.run('password', as('ada-1'), { ...form, current: `wrong ${time}` })));
		expect(answers).toEqual([
			...Array.from({ length: 5 }, () => '400 CredentialsSignin'),
			...Array.from({ length: 2 }, () => '429 TooManyTries'),
		]);
		const right = await page.run('password', as('ada-1'), form);
		expect(right).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
		expect(page.sessions.has('ada-1')).toBe(true);
	});

	test('a right one forgets the wrong ones before it', async () => {
		const page = accountPage();
		addAda(page);
		const tries = ['wrong', 'wrong', 'wrong', 'wrong', adasPassword, 'wrong', 'wrong', 'wrong', 'wrong'];
		const answers: string[] = [];
		for (const password of tries) answers.push(outcome(await page.run('confirm', as('ada-1'), { password })));
		expect(new Set(answers)).toEqual(new Set(['400 CredentialsSignin', '/account?done=confirmed']));
	});

	test('a database that is down counts for no try', async () => {
		const page = accountPage();
		addAda(page);
		page.down.add('password');
		for (let time = 0; time < 6; time++)
			await expect(page.run('confirm', as('ada-1'), { password: 'wrong' })).rejects.toThrow('down');
		page.down.clear();
		expect(outcome(await page.run('confirm', as('ada-1'), { password: 'wrong' }))).toBe(
			'400 CredentialsSignin',
		);
	});

	test('somebody without one sets the first, having just signed in', async () => {
		const page = accountPage();
		page.add({ id: 'grace' });
		page.signIn('grace', 'late', 60 * 60 * 1000);
		expect(outcome(await page.run('password', as('late'), form))).toBe('403 ConfirmNeeded');
		page.signIn('grace', 'now', 1000);
		expect(outcome(await page.run('password', as('now'), form))).toBe('/account?done=password-changed');
		expect(page.sessions.size).toBe(1);
	});

	test.each([
		['', 'PasswordTooShort'],
		['quirkly few', 'PasswordTooShort'],
		['aaaaaaaaaaaaaaaaaaaa', 'PasswordCommon'],
		['ada@example.com', 'PasswordCommon'],
		['x'.repeat(257), 'PasswordTooLong'],
		['\ud800'.repeat(15), 'PasswordMalformed'],
	])('%j is refused', async (password, error) => {
		const page = accountPage();
		addAda(page);
		const answer = await page.run('password', as('ada-1'), { ...form, password });
		expect(answer).toMatchObject({ status: 400, error, field: 'password' });
		expect(JSON.stringify(answer)).not.toContain(password || 'none');
		expect(page.sessions.size).toBe(2);
	});

	test('nothing has changed when the database fails in the middle', async () => {
		const page = accountPage();
		addAda(page);
		page.down.add('changePassword');
		await expect(page.run('password', as('ada-1'), form)).rejects.toThrow('down');
		expect([...page.sessions.keys()]).toEqual(['ada-1', 'ada-2']);
		expect(page.mails).toEqual([]);
		page.down.clear();
		expect(outcome(await page.run('password', as('ada-1'), form))).toContain('done=');
	});

	test('a double click leaves one session, and both answers have it', async () => {
		const page = accountPage();
		addAda(page);
		const answers = await Promise.all([1, 2].map(() => page.run('password', as('ada-1'), form)));
		const [token, ...others] = [...page.sessions.keys()];
		expect(others).toEqual([]);
		for (const answer of answers) expect(after('', answer)).toContain(`authjs.session-token=${token};`);
		await page.sent(1);
		expect(page.mails).toHaveLength(1);
	});

	test('another form of the same session gets no such answer', async () => {
		const page = accountPage();
		addAda(page);
		const thief = { ...form, current: 'guessed' };
		const answers = await Promise.all([form, thief].map((sent) => page.run('password', as('ada-1'), sent)));
		expect(after('', answers[1] as never)).toBe('');
	});

	test('a short session stays short', async () => {
		const page = accountPage({ config: { shortSession: 3600 } });
		addAda(page);
		page.signIn('ada', 'short.x', 1000);
		const answer = await page.run('password', as('short.x'), form);
		const set = 'cookies' in answer ? answer.cookies : [];
		const cookie = set?.find(({ name }) => name.endsWith('session-token'));
		expect(cookie?.value).toMatch(/^short\../);
		expect(cookie?.options).not.toHaveProperty('expires');
	});

	test('an application without passwords has no such thing', async () => {
		const page = accountPage({ passwords: false });
		addAda(page);
		page.signIn('ada', 'now', 0);
		expect(outcome(await page.run('password', as('now'), form))).toBe('404 UnknownItem');
	});
});

describe('confirming that it is you', () => {
	test('holds for ten minutes, in this session alone', async () => {
		const page = accountPage();
		addAda(page);
		const confirmed = await page.run('confirm', as('ada-1'), { password: adasPassword });
		expect(outcome(confirmed)).toBe('/account?done=confirmed');
		const cookie = after(as('ada-1'), confirmed);
		expect((await page.overview(cookie)).fresh).toBe(true);
		// The same cookie with another session.
		expect((await page.overview(`${cookie}`.replace('ada-1', 'ada-2'))).fresh).toBe(false);
		expect((await page.overview(as('ada-1'))).fresh).toBe(false);
	});

	test('a wrong password confirms nothing', async () => {
		const page = accountPage();
		addAda(page);
		const answer = await page.run('confirm', as('ada-1'), { password: 'wrong' });
		expect(answer).toMatchObject({ status: 400, error: 'CredentialsSignin', field: 'password' });
		expect(after('', answer)).toBe('');
		expect(outcome(await page.run('confirm', as('ada-1')))).toBe('400 ConfirmNeeded');
	});

	test('whoever has no password signs in again', async () => {
		const page = accountPage();
		page.add({ id: 'grace' });
		page.signIn('grace', 'late', 60 * 60 * 1000);
		const answer = await page.run('confirm', as('late'), { password: '' });
		expect(outcome(answer)).toBe('/signin?redirectTo=%2Faccount');
	});

	test('a password of earlier days counts', async () => {
		const legacy = { find: () => 'old', verify: (typed: string, hash: string) => typed === hash };
		const page = accountPage({ passwords: { legacy } });
		page.add({ id: 'grace' });
		page.signIn('grace', 'late', 60 * 60 * 1000);
		expect(outcome(await page.run('confirm', as('late'), { password: 'new' }))).toBe('400 CredentialsSignin');
		expect(outcome(await page.run('confirm', as('late'), { password: 'old' }))).toContain('confirmed');
	});

	test('sessions of which nothing is known, or that begin in days to come, are not fresh', async () => {
		const page = accountPage();
		addAda(page);
		page.signIn('ada', 'unknown', null);
		page.signIn('ada', 'future', -60 * 60 * 1000);
		page.signIn('ada', 'now', 9 * 60 * 1000);
		const fresh = await Promise.all(
			['unknown', 'future', 'now'].map(async (token) => (await page.overview(as(token))).fresh),
		);
		expect(fresh).toEqual([false, false, true]);
	});
});
