import { beforeEach, describe, expect, test } from 'vitest';
import { answerEndpoint } from '../../core/endpoints/index.js';
import { signIn } from '../../core/sign-in/index.js';
import { cookiesOf, mailbox, origin } from '../../core/testing/fixtures.test.helper.js';
import { fakeProvider } from '../../testing/fake-provider.js';
import {
	accountPage,
	adasPassword,
	addAda,
	after,
	as,
	outcome,
} from '../testing/account-page.test.helper.js';

const github = fakeProvider({ id: 'github', user: { id: 'g-1', email: 'else@github.example' } });
const gitlab = fakeProvider({ id: 'gitlab', user: { id: 'l-1' } });
const providers = [github.provider, gitlab.provider];

function make(settings: Parameters<typeof accountPage>[0] = {}) {
	const page = accountPage({ providers, ...settings });
	addAda(page);
	page.signIn('ada', 'now', 1000);
	const add = (userId: string, provider: string, id: string) =>
		page.accounts.push({ userId, provider, providerAccountId: id, type: 'oidc' });
	const addKey = (userId: string, id: string) => {
		const rest = { credentialPublicKey: '', counter: 0, credentialBackedUp: false, transports: null };
		const key = { ...rest, userId, credentialID: id, providerAccountId: id };
		page.authenticators.push({ ...key, credentialDeviceType: 'singleDevice' });
		page.accounts.push({ userId, provider: 'passkey', providerAccountId: id, type: 'webauthn' });
	};
	/** The browser comes back from the provider. */
	const comeBack = async (cookie: string, url: string) => {
		const headers = new Headers({ cookie });
		const endpoint = { action: 'callback', providerId: 'github' };
		const resolved = page.resolve(headers);
		const request = new Request(url, { headers });
		return answerEndpoint(resolved, endpoint, request, new URL(url).searchParams, async () => null);
	};
	return { ...page, page, add, addKey, comeBack };
}

describe('adding an account of a provider', () => {
	test('from the form to the row, and back to the account page', async () => {
		const ada = make();
		const started = await ada.run('link', as('ada-1'), { providerId: 'github', password: adasPassword });
		const callback = github.authorize(outcome(started));
		const answer = await ada.comeBack(after(as('ada-1'), started), callback);
		expect(answer.headers.get('location')).toBe(`${origin}/account?done=linked`);
		expect(await ada.store.accounts('ada')).toEqual([
			{ provider: 'github', providerAccountId: 'g-1', type: 'oidc' },
		]);
		// The core gives the session that is there another token, or leaves it as it is: it is still Ada's.
		const token = cookiesOf(answer)['authjs.session-token'] ?? 'ada-1';
		expect(ada.sessions.get(token)?.userId).toBe('ada');
		await ada.sent(1);
		// The same way back once more adds nothing.
		await ada.comeBack(after(as('ada-1'), started), callback);
		expect(ada.accounts).toHaveLength(1);
		expect(ada.mails.map(({ kind, to }) => [kind, to])).toEqual([['way-added', 'ada@example.com']]);
	});

	test('somebody who is new is told nothing', async () => {
		const ada = make();
		const started = await signIn(ada.resolve(new Headers()), {
			...{ request: { headers: new Headers() }, providerId: 'github', redirectTo: '/', fields: {} },
		});
		await ada.comeBack(after('', started), github.authorize(outcome(started)));
		expect(ada.accounts.map(({ provider }) => provider)).toEqual(['github']);
		expect(ada.users.size).toBe(2);
		await new Promise((resolve) => setTimeout(resolve, 10));
		expect(ada.mails).toEqual([]);
	});

	test('needs the password, or a sign-in just now', async () => {
		const ada = make();
		expect(outcome(await ada.run('link', as('ada-1'), { providerId: 'github' }))).toBe('403 ConfirmNeeded');
		const started = await ada.run('link', as('now'), { providerId: 'github' });
		expect(outcome(started)).toMatch(/^https:\/\/provider\.invalid\/github/);
	});

	test("in another one's session nothing is added", async () => {
		const ada = make();
		const started = await ada.run('link', as('now'), { providerId: 'github' });
		ada.add('grace', 'x', 'x');
		ada.page.add({ id: 'grace' });
		ada.signIn('grace', 'graces', 0);
		const cookie = after(as('now'), started).replace('session-token=now', 'session-token=graces');
		const answer = await ada.comeBack(cookie, github.authorize(outcome(started)));
		expect(answer.headers.get('location')).toContain('error=SessionEnded');
		expect(ada.accounts.filter(({ provider }) => provider === 'github')).toEqual([]);
	});

	test("somebody else's is refused, and the session stays", async () => {
		const ada = make();
		ada.page.add({ id: 'grace' });
		ada.add('grace', 'github', 'g-1');
		const started = await ada.run('link', as('now'), { providerId: 'github' });
		const answer = await ada.comeBack(after(as('now'), started), github.authorize(outcome(started)));
		expect(answer.headers.get('location')).toContain('error=OAuthAccountNotLinked');
		expect(ada.accounts.map(({ userId }) => userId)).toEqual(['grace']);
		expect(ada.sessions.get('now')?.userId).toBe('ada');
	});

	test.each(['', 'unknown', 'credentials', 'email', '__proto__'])(
		'%j is no such provider',
		async (providerId) => {
			const ada = make({ providers: [...providers, mailbox().email] });
			expect(outcome(await ada.run('link', as('now'), { providerId }))).toBe('404 UnknownItem');
		},
	);

	test('no field gets to the provider', async () => {
		const ada = make();
		const fields = { providerId: 'github', redirectTo: 'https://evil.example', prompt: 'none', scope: 'all' };
		const started = await ada.run('link', as('now'), { ...fields, authorizationParams: 'login_hint=eve' });
		expect(outcome(started)).not.toMatch(/evil|prompt=none|scope=all|eve/);
	});
});

describe('removing a way to sign in', () => {
	const handles = async (page: ReturnType<typeof make>, token = 'now') => {
		const { accounts, passkeys } = await page.overview(as(token));
		return { accounts: accounts.map(({ handle }) => handle), passkeys: passkeys.map(({ handle }) => handle) };
	};

	test('an account of a provider, a passkey', async () => {
		const ada = make();
		ada.add('ada', 'github', 'g-1');
		ada.addKey('ada', 'key');
		const { accounts, passkeys } = await handles(ada);
		expect(accounts).toHaveLength(1);
		expect(accounts[0]).toMatch(/^[\da-f]{32}$/);
		const needs = await ada.run('unlink', as('ada-1'), { handle: accounts[0] ?? '' });
		expect(outcome(needs)).toBe('403 ConfirmNeeded');
		const needsToo = await ada.run('remove-passkey', as('ada-1'), { handle: passkeys[0] ?? '' });
		expect(outcome(needsToo)).toBe('403 ConfirmNeeded');
		const removed = await ada.run('unlink', as('now'), { handle: accounts[0] ?? '' });
		expect(outcome(removed)).toBe('/account?done=unlinked');
		const key = await ada.run('remove-passkey', as('now'), { handle: passkeys[0] ?? '' });
		expect(outcome(key)).toBe('/account?done=passkey-removed');
		expect([ada.accounts, ada.authenticators]).toEqual([[], []]);
		expect(outcome(await ada.run('unlink', as('now'), { handle: accounts[0] ?? '' }))).toBe(
			'404 UnknownItem',
		);
	});

	describe('without a password', () => {
		let ada: ReturnType<typeof make>;
		beforeEach(() => {
			ada = make({ providers: [...providers, mailbox().email] });
			ada.passwords.clear();
			ada.page.users.set('ada', { ...ada.page.add({ id: 'ada' }), emailVerified: null });
			ada.add('ada', 'github', 'g-1');
		});

		test('the last one stays', async () => {
			const { accounts } = await handles(ada);
			expect(outcome(await ada.run('unlink', as('now'), { handle: accounts[0] ?? '' }))).toBe('409 LastWay');
			expect(ada.accounts).toHaveLength(1);
		});

		test('of two at once, one stays', async () => {
			ada.addKey('ada', 'key');
			const { accounts, passkeys } = await handles(ada);
			const answers = await Promise.all([
				ada.run('unlink', as('now'), { handle: accounts[0] ?? '' }),
				ada.run('remove-passkey', as('now'), { handle: passkeys[0] ?? '' }),
			]);
			// Whichever comes first.
			const [done, refused] = answers.map(outcome).sort();
			expect(done).toMatch(/^\/account\?done=(unlinked|passkey-removed)$/);
			expect(refused).toBe('409 LastWay');
			const linked = (await ada.store.accounts('ada')).filter(({ type }) => type !== 'webauthn');
			expect(linked.length + (await ada.store.passkeys('ada')).length).toBe(1);
		});

		test('a double click removes one, and both answers say so', async () => {
			ada.addKey('ada', 'key');
			const [handle = ''] = (await handles(ada)).accounts;
			const answers = await Promise.all([1, 2].map(() => ada.run('unlink', as('now'), { handle })));
			expect(answers.map(outcome)).toEqual(['/account?done=unlinked', '/account?done=unlinked']);
		});

		test('a link to a proven address is a way, too', async () => {
			ada.page.add({ id: 'ada', email: 'ada@example.com' });
			const { accounts } = await handles(ada);
			const answer = await ada.run('unlink', as('now'), { handle: accounts[0] ?? '' });
			expect(outcome(answer)).toBe('/account?done=unlinked');
		});
	});

	test("another one's are unknown, as what is nothing", async () => {
		const ada = make();
		ada.page.add({ id: 'grace' });
		ada.signIn('grace', 'graces', 0);
		ada.add('grace', 'github', 'g-2');
		ada.add('grace', 'gitlab', 'l-2');
		ada.addKey('grace', 'graces key');
		ada.add('ada', 'github', 'g-1');
		const graces = await handles(ada, 'graces');
		const all = [...graces.accounts, ...graces.passkeys, '', 'x', '__proto__'];
		for (const action of ['unlink', 'remove-passkey', 'end-session'])
			for (const handle of all)
				expect(outcome(await ada.run(action, as('now'), { handle }))).toBe('404 UnknownItem');
		expect(ada.accounts).toHaveLength(4);
	});
});
