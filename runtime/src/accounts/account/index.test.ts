import { describe, expect, test } from 'vitest';
import { mailbox, token as signedToken } from '../../core/testing/fixtures.test.helper.js';
import { fakeProvider } from '../../testing/fake-provider.js';
import {
	accountPage,
	adasPassword,
	addAda,
	after,
	as,
	outcome,
	quickHash,
} from '../testing/account-page.test.helper.js';
import type { PasswordHash } from '../types.js';
import { accountFlows } from './index.js';

const github = fakeProvider({ id: 'github', user: { id: 'g-1' } });

function make(settings: Parameters<typeof accountPage>[0] = {}) {
	const page = accountPage({ providers: [github.provider], ...settings });
	addAda(page);
	page.signIn('ada', 'now', 1000);
	return page;
}

const forPeople = [...accountFlows.keys()].filter((name) => !['confirm-email', 'not-me'].includes(name));
const fields = { name: 'Eve', email: 'eve@example.com', password: adasPassword, providerId: 'github' };

describe.each(forPeople)('%s, for nobody', (action) => {
	test('leads to the sign-in page, and does nothing', async () => {
		const page = make();
		page.signIn('ada', 'over', 0).expires = new Date(Date.now() - 1000);
		page.signIn('gone', 'gone', 0);
		const held = () =>
			JSON.stringify([[...page.users], [...page.sessions], page.tokens, [...page.passwords], page.mails]);
		const before = held();
		const signed = as(await signedToken({ sub: 'ada' }));
		for (const cookie of ['', as('unknown'), as('gone'), as('over'), signed])
			expect(outcome(await page.run(action, cookie, fields))).toBe('/signin?redirectTo=%2Faccount');
		expect(held()).toBe(before);
	});

	test('a session that the application has ended, or one that is a token, is none', async () => {
		const ended = make({ config: { callbacks: { session: () => null as never } } });
		expect(outcome(await ended.run(action, as('now'), fields))).toBe('/signin?redirectTo=%2Faccount');
		const signed = make({ passwords: false, config: { session: { strategy: 'jwt' }, accounts: undefined } });
		const cookie = as(await signedToken({ sub: 'ada', email: 'ada@example.com' }));
		expect(outcome(await signed.run(action, cookie, fields))).toBe('/signin?redirectTo=%2Faccount');
	});

	test('a database that is down is not the same as nobody', async () => {
		const page = make();
		page.down.add('*');
		await expect(page.run(action, as('now'), fields)).rejects.toThrow('down');
	});
});

describe('the profile', () => {
	test('changes the name, and nothing else', async () => {
		const page = make();
		const more = { id: 'x', role: 'admin', emailVerified: '', image: 'x', email: 'eve@example.com' };
		const before = page.users.get('ada');
		const answer = await page.run('profile', as('ada-1'), { ...more, name: '  Ada <b>Löv</b> ' });
		expect(outcome(answer)).toBe('/account?done=profile-saved');
		expect(page.users.get('ada')).toEqual({ ...before, name: 'Ada <b>Löv</b>' });
		await page.run('profile', as('ada-1'), { name: ' ' });
		expect(page.users.get('ada')?.name).toBeNull();
	});

	test.each(['x'.repeat(10_000), 'https://spam.example', 'a\nb', 'a\u2028b'])(
		'%.20j is no name',
		async (name) => {
			const page = make();
			const answer = await page.run('profile', as('now'), { name });
			expect(answer).toMatchObject({ status: 400, error: 'NameInvalid', field: 'name' });
			expect(page.users.get('ada')?.name).toBe('Ada');
		},
	);
});

describe('where somebody is signed in', () => {
	test('shows browsers, this one first, without a token', async () => {
		const page = make();
		page.signIn('ada', 'old', null).expires = new Date(Date.now() + 1000);
		page.signIn('ada', 'over').expires = new Date(Date.now() - 1000);
		const { sessions, user, fresh } = await page.overview(as('ada-2'));
		expect(sessions.map(({ label, current }) => [label, current])).toEqual([
			['Firefox on Linux', true],
			...Array.from({ length: 2 }, () => ['Firefox on Linux', false]),
			[null, false],
		]);
		const today = new Date().toISOString().slice(0, 10);
		expect(sessions.map(({ lastSeen }) => lastSeen === today)).toEqual([true, true, true, false]);
		expect(sessions.every(({ handle }) => /^[\da-f]{32}$/.test(handle))).toBe(true);
		expect(JSON.stringify(sessions)).not.toMatch(/ada-|now/);
		expect([user, fresh]).toEqual([
			{ name: 'Ada', email: 'ada@example.com', image: null, verified: true },
			false,
		]);
	});

	test('one is ended, then all others', async () => {
		const page = make();
		const { sessions } = await page.overview(as('now'));
		const other = sessions.find(({ current }) => !current)?.handle ?? '';
		expect(outcome(await page.run('end-session', as('now'), { handle: other }))).toBe(
			'/account?done=session-ended',
		);
		expect(page.sessions.size).toBe(2);
		expect(outcome(await page.run('end-session', as('now'), { handle: other }))).toBe('404 UnknownItem');
		expect(outcome(await page.run('end-other-sessions', as('now')))).toBe('/account?done=sessions-ended');
		expect([...page.sessions.keys()]).toEqual(['now']);
	});

	test('a double click ends one, and both answers say so', async () => {
		const page = make();
		const { sessions } = await page.overview(as('now'));
		const handle = sessions.find(({ current }) => !current)?.handle ?? '';
		const answers = await Promise.all([1, 2].map(() => page.run('end-session', as('now'), { handle })));
		expect(answers.map(outcome)).toEqual(['/account?done=session-ended', '/account?done=session-ended']);
		expect(page.sessions.size).toBe(2);
	});

	test('this one is signed out as its own button does it', async () => {
		const page = make();
		const { sessions } = await page.overview(as('now'));
		const answer = await page.run('end-session', as('now'), { handle: sessions[0]?.handle ?? '' });
		expect(answer.ok).toBe(true);
		expect(after(as('now'), answer)).not.toContain('session-token');
		expect([...page.sessions.keys()]).toEqual(['ada-1', 'ada-2']);
	});
});

describe('what is shown', () => {
	test('nobody', async () => {
		const page = make();
		expect(await page.overview('')).toEqual({
			...{ user: null, fresh: false, password: null, passwords: true, minLength: 15, maxLength: 256 },
			...{ accounts: [], linkable: [], passkeys: [], newPasskey: false, sessions: [] },
		});
	});

	test('ways to sign in, and those that could be added', async () => {
		const gitlab = fakeProvider({ id: 'gitlab', user: { id: 'l' } });
		const page = make({ providers: [github.provider, gitlab.provider, mailbox().email] });
		page.accounts.push(
			{ userId: 'ada', provider: 'github', providerAccountId: 'g-1', type: 'oidc', access_token: 'SECRET' },
			{ userId: 'ada', provider: 'gone', providerAccountId: 'x', type: 'oauth' },
			{ userId: 'ada', provider: 'passkey', providerAccountId: 'x', type: 'webauthn' },
		);
		const shown = await page.overview(as('now'));
		expect(shown.accounts.map(({ provider, name }) => [provider, name])).toEqual([
			['github', 'github'],
			['gone', 'gone'],
		]);
		expect(shown.linkable.map(({ id }) => id)).toEqual(['gitlab']);
		expect(shown.password).toEqual({ changedAt: new Date(0).toISOString() });
		expect([shown.fresh, shown.passwords]).toEqual([true, true]);
		expect(JSON.stringify(shown)).not.toMatch(/SECRET|quick:|g-1/);
	});

	test('an application without passwords', async () => {
		const page = make({ passwords: false });
		expect((await page.overview(as('now'))).passwords).toBe(false);
	});
});

describe('a download', () => {
	test('holds what is kept, and nothing that signs in', async () => {
		const page = make({ export: ({ id }) => ({ orders: [`of ${id}`] }) });
		page.users.set('ada', { ...page.users.get('ada'), passwordHash: 'HASH' } as never);
		const account = { userId: 'ada', provider: 'github', providerAccountId: 'g-1', type: 'oidc' } as const;
		page.accounts.push({ ...account, access_token: 'SECRET', id_token: 'SECRET' });
		const answer = await page.run('export', as('now'));
		if (!answer.ok || !('response' in answer)) throw new Error(outcome(answer));
		expect(answer.response.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
		expect(answer.response.headers.get('cache-control')).toBe('private, no-store');
		const text = await answer.response.text();
		expect(text).not.toMatch(/ada-1|SECRET|HASH|quick:|token|hash|secret/i);
		expect(JSON.parse(text)).toMatchObject({
			user: { id: 'ada', email: 'ada@example.com' },
			accounts: [{ provider: 'github', id: 'g-1' }],
			application: { orders: ['of ada'] },
		});
		expect(JSON.parse(text).sessions).toHaveLength(3);
	});

	test('needs the password or a sign-in just now, and is had three times a day', async () => {
		const page = make();
		expect(outcome(await page.run('export', as('ada-1')))).toBe('403 ConfirmNeeded');
		const answers: string[] = [];
		for (let time = 0; time < 4; time++)
			answers.push(outcome(await page.run('export', as('ada-1'), { password: adasPassword })));
		expect(answers).toEqual(['200', '200', '200', '429 TooManyTries']);
	});
});

describe('deleting an account', () => {
	test('takes everything, signs out, and says goodbye', async () => {
		const asked: unknown[] = [];
		const page = make({ beforeDelete: (user) => void asked.push(user.id) });
		await page.run('email', as('now'), { email: 'new@example.com' });
		await page.sent(2);
		const answer = await page.run('delete', as('now'));
		expect(outcome(answer)).toBe('/signin?done=deleted');
		expect(after(as('now'), answer)).not.toContain('session-token');
		expect([page.users.size, page.sessions.size, page.passwords.size, page.tokens]).toEqual([0, 0, 0, []]);
		expect(asked).toEqual(['ada']);
		const mails = await page.sent(3);
		expect(mails.at(-1)).toMatchObject({ kind: 'deleted', to: 'ada@example.com' });
		// A second click.
		expect(outcome(await page.run('delete', as('now')))).toBe('/signin?redirectTo=%2Faccount');
		expect(asked).toHaveLength(1);
	});

	test('needs the password, or a sign-in just now', async () => {
		const page = make();
		expect(outcome(await page.run('delete', as('ada-1')))).toBe('403 ConfirmNeeded');
		expect(outcome(await page.run('delete', as('ada-1'), { password: 'wrong' }))).toBe(
			'400 CredentialsSignin',
		);
		expect(page.users.size).toBe(1);
		expect(outcome(await page.run('delete', as('ada-1'), { password: adasPassword }))).toContain('deleted');
	});

	test('a double click deletes once', async () => {
		const asked: unknown[] = [];
		const page = make({ beforeDelete: (user) => void asked.push(user.id) });
		const answers = await Promise.all([page.run('delete', as('now')), page.run('delete', as('now'))]);
		expect(answers.map(outcome)).toEqual(['/signin?done=deleted', '/signin?done=deleted']);
		await page.sent(1);
		expect([asked, page.mails.length]).toEqual([['ada'], 1]);
	});

	test('a double click with the password deletes once, whichever of the two is looked at longer', async () => {
		let looked = 0;
		const slower = () => new Promise((done) => setTimeout(done, 50 * looked++));
		const verify: PasswordHash['verify'] = async (...given) => {
			await slower();
			return quickHash.verify(...given);
		};
		const page = make({ passwords: { hash: { ...quickHash, verify } } });
		const form = { password: adasPassword };
		const answers = await Promise.all([1, 2].map(() => page.run('delete', as('ada-1'), form)));
		expect(answers.map(outcome)).toEqual(['/signin?done=deleted', '/signin?done=deleted']);
		await page.sent(1);
		await slower();
		expect([looked, page.mails.length]).toEqual([2, 1]);
	});

	test('the application refuses, or a table of it', async () => {
		const refuses = make({
			beforeDelete() {
				throw new Error('There are open orders.');
			},
		});
		expect(outcome(await refuses.run('delete', as('now')))).toBe('409 DeleteRefused');
		const page = make();
		page.referenced.add('ada');
		const answer = await page.run('delete', as('now'));
		expect(outcome(answer)).toBe('409 DeleteRefused');
		expect(JSON.stringify(answer)).not.toContain('FOREIGN');
		expect(page.logger.error).toHaveBeenCalledOnce();
		expect([page.users.size, page.sessions.size, page.mails]).toEqual([1, 3, []]);
	});

	test('a database that is down is no refusal', async () => {
		const page = make();
		page.down.add('deleteUser');
		await expect(page.run('delete', as('now'))).rejects.toThrow('down');
	});
});
