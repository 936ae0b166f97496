import type { Adapter } from '@auth/core/adapters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountStore, SessionDetails } from '../../../runtime/src/accounts/store.ts';

/** A store on a real database, beside the adapter that writes into the same tables. */
export interface OpenStore {
	store: AccountStore;
	adapter: Required<Adapter>;
	/** Whether the database has a table for passkeys. */
	passkeys: boolean;
	/** Takes the table of sessions away in the middle of what goes on, and gives it back. */
	withoutSessions(run: () => Promise<void>): Promise<void>;
	/** Has a table of the application refer to a person, without a rule for when they go. */
	refer(userId: string): Promise<void>;
	/** A second server of the application, with connections of its own. */
	other?: AccountStore;
	/** After this nothing can be read or written any more. */
	close(): Promise<void>;
}

const later = (minutes: number) => new Date(Math.floor(Date.now() / 1000 + minutes * 60) * 1000);
const details = (label: string): SessionDetails => ({
	createdAt: later(-1),
	label,
	provider: 'credentials',
	idToken: null,
});
let made = 0;

/**
 * What every store does, whatever its database is.
 *
 * @param part all of it, or what happens at once alone
 */
export function describeStore(
	name: string,
	open: () => Promise<OpenStore>,
	part: 'all' | 'at once' = 'all',
): void {
	const single = test.runIf(part === 'all');
	describe(name, () => {
		let opened: OpenStore;
		let store: AccountStore;
		beforeAll(async () => {
			opened = await open();
			({ store } = opened);
		}, 120_000);
		afterAll(async () => void (await opened?.close().catch(() => undefined)));

		/** Somebody with a password, two sessions, two accounts, a passkey and a token. */
		async function makePerson() {
			const { adapter } = opened;
			const number = ++made;
			const email = `person-${number}@test.example`;
			const user = await adapter.createUser({ id: '', email, emailVerified: null, name: 'Ada' });
			const userId = String(user.id);
			const sessions = [`session-${number}-a`, `session-${number}-b`] as const;
			for (const sessionToken of sessions)
				await adapter.createSession({ sessionToken, userId: user.id, expires: later(60) });
			for (const provider of ['github', 'google'])
				await adapter.linkAccount({
					...{ userId: user.id, type: 'oidc', provider, providerAccountId: `${provider}-${number}` },
				});
			if (opened.passkeys) await addPasskey(user.id, `key-${number}`);
			await store.setPassword(userId, `hash-${number}`);
			await store.describeSession(sessions[0], details('Firefox on Linux'));
			const token = { identifier: `authgraft:reset:${userId}`, hash: `token-${number}` };
			await store.putToken(token.identifier, token.hash, later(60));
			return { user, userId, email, sessions, token, number };
		}
		async function addPasskey(userId: string, credentialID: string): Promise<void> {
			const { adapter } = opened;
			const provider = { provider: 'passkey', providerAccountId: credentialID };
			await adapter.linkAccount({ userId, type: 'webauthn', ...provider });
			await adapter.createAuthenticator({
				...{ userId, credentialID, providerAccountId: credentialID, credentialPublicKey: 'key' },
				...{ counter: 0, credentialDeviceType: 'multiDevice', credentialBackedUp: true, transports: null },
			});
		}
		/** All that is kept about somebody. */
		async function kept({ userId, email, token }: Awaited<ReturnType<typeof makePerson>>) {
			const user = await opened.adapter.getUserByEmail(email);
			return {
				user: user && { verified: user.emailVerified },
				password: await store.password(userId).then((password) => password?.hash ?? null),
				sessions: (await store.sessions(userId)).map(({ sessionToken }) => sessionToken).sort(),
				accounts: (await store.accounts(userId)).map(({ provider }) => provider).sort(),
				passkeys: (await store.passkeys(userId)).length,
				token: (await store.findToken(token.hash))?.identifier ?? null,
			};
		}
		const everything = ({ sessions, token, number }: Awaited<ReturnType<typeof makePerson>>) => ({
			user: { verified: null },
			password: `hash-${number}`,
			sessions: [...sessions],
			accounts: ['github', 'google'],
			passkeys: opened.passkeys ? 1 : 0,
			token: token.identifier,
		});
		const inTurns = <T>(times: number, run: (store: AccountStore) => Promise<T>): Promise<T[]> =>
			Promise.all(
				Array.from({ length: times }, (_, index) =>
					run(index % 2 === 1 && opened.other ? opened.other : store),
				),
			);

		single(
			'a password is put in the place of the one before, and replaced only where it is the one that was read',
			async () => {
				const { userId } = await makePerson();
				await store.setPassword(userId, 'second');
				const password = await store.password(userId);
				expect(password?.hash).toBe('second');
				expect(Math.abs(Date.now() - Number(password?.changedAt))).toBeLessThan(10_000);
				expect(await store.replaceHash(userId, 'first', 'third')).toBe(false);
				expect(await store.replaceHash(userId, 'second', 'third')).toBe(true);
				expect((await store.password(userId))?.hash).toBe('third');
				expect(await store.password('4711')).toBeNull();
			},
		);

		single('sessions: all of a person, with what is known about them; one ends, or all others', async () => {
			const ada = await makePerson();
			const bob = await makePerson();
			const [first, second] = ada.sessions;
			await store.describeSession(first, { ...details('Safari on iOS'), idToken: 'e30.e30.' });
			const found = await store.sessions(ada.userId);
			expect(found.toSorted((a, b) => a.sessionToken.localeCompare(b.sessionToken))).toEqual([
				{
					sessionToken: first,
					expires: expect.any(Date),
					details: { ...details('Safari on iOS'), createdAt: expect.any(Date), idToken: 'e30.e30.' },
				},
				{ sessionToken: second, expires: expect.any(Date), details: null },
			]);
			expect(await store.sessionDetails(first)).toEqual(
				found.find(({ details }) => details !== null)?.details,
			);
			expect(await store.sessionDetails(second)).toBeNull();

			expect(await store.endSession(bob.userId, first)).toBe(false);
			expect(await store.sessionDetails(first)).not.toBeNull();
			await store.endSessions(ada.userId, first);
			expect((await kept(ada)).sessions).toEqual([first]);
			expect(await store.endSession(ada.userId, first)).toBe(true);
			expect(await store.endSession(ada.userId, first)).toBe(false);
			expect(await store.sessionDetails(first)).toBeNull();
			await store.endSessions(bob.userId);
			expect((await kept(bob)).sessions).toEqual([]);
		});

		single('a session that the adapter ends takes along what is known about it', async () => {
			const { sessions } = await makePerson();
			await opened.adapter.deleteSession(sessions[0]);
			expect(await store.sessionDetails(sessions[0])).toBeNull();
		});

		single(
			'a newer token of an identifier removes the older; one that is over is found and not taken',
			async () => {
				const { token } = await makePerson();
				await store.putToken(token.identifier, 'newer', later(60));
				expect(await store.findToken(token.hash)).toBeNull();
				expect(await store.takeToken(token.identifier, token.hash)).toBe(false);
				expect(await store.takeToken('authgraft:signup:somebody', 'newer')).toBe(false);
				expect(await store.takeToken(token.identifier, 'newer')).toBe(true);
				await store.putToken(token.identifier, 'over', later(-1));
				expect(await store.findToken('over')).toEqual({
					identifier: token.identifier,
					expires: expect.any(Date),
				});
				expect(await store.takeToken(token.identifier, 'over')).toBe(false);
				await store.dropTokens([]);
				await store.dropTokens([token.identifier, 'authgraft:signup:nobody']);
				expect(await store.findToken('over')).toBeNull();
			},
		);

		test('of twenty who take one token at once one gets it', async () => {
			const { token } = await makePerson();
			const taken = await inTurns(20, (store) => store.takeToken(token.identifier, token.hash));
			expect(taken.filter(Boolean)).toHaveLength(1);
		});

		single(
			'a password by a token: verified, signed out elsewhere, and other tokens are worth nothing',
			async () => {
				const ada = await makePerson();
				const { userId, token } = ada;
				await store.putToken(`authgraft:email:${userId}`, `email-${userId}`, later(60));
				const change = { userId, hash: 'new', token, verifies: true, keep: ada.sessions[1] };
				const drop = [`authgraft:email:${userId}`, token.identifier];
				expect(await store.changePassword({ ...change, drop })).toBe(true);
				expect(await kept(ada)).toEqual({
					...everything(ada),
					...{ user: { verified: expect.any(Date) }, password: 'new', sessions: [ada.sessions[1]] },
					token: null,
				});
				expect(await store.findToken(`email-${userId}`)).toBeNull();

				const again = await store.changePassword({ ...change, hash: 'newer', drop });
				expect(again).toBe(false);
				expect((await store.password(userId))?.hash).toBe('new');
			},
		);

		single('a first password by a token, and one without a token', async () => {
			const { adapter } = opened;
			const user = await adapter.createUser({
				...{ id: '', email: `new-${++made}@test.example`, emailVerified: null },
			});
			const userId = String(user.id);
			const token = { identifier: `authgraft:reset:${userId}`, hash: `first-${made}` };
			await store.putToken(token.identifier, token.hash, later(60));
			const change = { userId, hash: 'first', verifies: false, drop: [] };
			expect(await store.changePassword({ ...change, token })).toBe(true);
			expect((await store.password(userId))?.hash).toBe('first');
			expect(await store.changePassword({ ...change, hash: 'second' })).toBe(true);
			expect((await store.password(userId))?.hash).toBe('second');
			expect((await adapter.getUser(user.id))?.emailVerified ?? null).toBeNull();
		});

		single.each<[string, { hash?: string; identifier?: string; over?: boolean }]>([
			['of another hash', { hash: 'another' }],
			['of another purpose', { identifier: 'authgraft:email:1' }],
			['that is over', { over: true }],
		])('a token %s changes nothing', async (_, { over, ...other }) => {
			const ada = await makePerson();
			if (over) await store.putToken(ada.token.identifier, ada.token.hash, later(-1));
			const token = { ...ada.token, ...other };
			const change = { userId: ada.userId, hash: 'new', token, verifies: true, drop: [token.identifier] };
			expect(await store.changePassword(change)).toBe(false);
			expect(await kept(ada)).toEqual(everything(ada));
		});

		test('of twenty who set a password by one token at once one does', async () => {
			const { userId, token } = await makePerson();
			let number = 0;
			const done = await inTurns(20, async (store) => {
				const hash = `new-${++number}`;
				const change = { userId, hash, token, verifies: true, drop: [token.identifier] };
				return (await store.changePassword(change)) ? hash : null;
			});
			const winners = done.filter((hash) => hash !== null);
			expect(winners).toHaveLength(1);
			expect((await store.password(userId))?.hash).toBe(winners[0]);
		});

		single('an address is changed from what it was, and to none that somebody has', async () => {
			const ada = await makePerson();
			const bob = await makePerson();
			expect(await store.changeEmail(ada.userId, ada.email, bob.email)).toBe(false);
			expect(await store.changeEmail(ada.userId, 'older@test.example', 'new@test.example')).toBe(false);
			expect(await kept(ada)).toEqual(everything(ada));
			const to = `ada-${ada.number}@elsewhere.example`;
			expect(await store.changeEmail(ada.userId, ada.email, to)).toBe(true);
			expect(await opened.adapter.getUserByEmail(to)).toMatchObject({ emailVerified: expect.any(Date) });
			expect(await opened.adapter.getUserByEmail(ada.email)).toBeNull();
		});

		test('of two who want one address at once one gets it', async () => {
			const people = [await makePerson(), await makePerson()];
			const to = `wanted-${++made}@test.example`;
			const stores = [store, opened.other ?? store];
			const done = await Promise.all(
				people.map(({ userId, email }, index) => stores[index]?.changeEmail(userId, email, to)),
			);
			expect(done.toSorted()).toEqual([false, true]);
		});

		single('ways are taken away but for the last one', async () => {
			const ada = await makePerson();
			const { userId, number } = ada;
			const account = (provider: string) =>
				({ kind: 'account', provider, providerAccountId: `${provider}-${number}` }) as const;
			const bob = await makePerson();
			expect(await store.removeWay(bob.userId, account('github'), 0)).toBe('unknown');
			expect(await store.removeWay(userId, account('github'), 0)).toBe('removed');
			expect(await store.removeWay(userId, account('github'), 0)).toBe('unknown');
			expect(await store.removeWay(userId, { kind: 'password' }, 0)).toBe('removed');
			const key = { kind: 'passkey', credentialID: `key-${number}` } as const;
			if (opened.passkeys) {
				expect(await store.removeWay(bob.userId, key, 0)).toBe('unknown');
				expect(await store.removeWay(userId, key, 0)).toBe('removed');
				expect(await opened.adapter.getAccount(key.credentialID, 'passkey')).toBeNull();
			} else expect(await store.removeWay(userId, key, 0)).toBe('unknown');
			expect(await store.removeWay(userId, account('google'), 0)).toBe('last');
			expect(await kept(ada)).toMatchObject({ password: null, accounts: ['google'], passkeys: 0 });
			expect(await store.removeWay(userId, account('google'), 1)).toBe('removed');
		});

		single('a passkey counts once, though it has an account; the others stay', async (context) => {
			if (!opened.passkeys) return context.skip('no table for passkeys');
			const { userId, number } = await makePerson();
			await addPasskey(userId, `second-${number}`);
			expect(await store.accounts(userId)).toHaveLength(2);
			for (const provider of ['github', 'google']) {
				const way = { kind: 'account', provider, providerAccountId: `${provider}-${number}` } as const;
				expect(await store.removeWay(userId, way, 0)).toBe('removed');
			}
			expect(await store.removeWay(userId, { kind: 'password' }, 0)).toBe('removed');
			const key = (name: string) => ({ kind: 'passkey', credentialID: `${name}-${number}` }) as const;
			expect(await store.removeWay(userId, key('key'), 0)).toBe('removed');
			expect(await opened.adapter.getAccount(`second-${number}`, 'passkey')).not.toBeNull();
			expect(await store.removeWay(userId, key('second'), 0)).toBe('last');
			expect(await store.passkeys(userId)).toEqual([
				{ credentialID: `second-${number}`, credentialDeviceType: 'multiDevice' },
			]);
		});

		test('of two ways that go at once one stays', async () => {
			for (let round = 0; round < 5; round++) {
				const { userId, number } = await makePerson();
				if (opened.passkeys)
					await store.removeWay(userId, { kind: 'passkey', credentialID: `key-${number}` }, 0);
				await store.removeWay(userId, { kind: 'password' }, 0);
				const done = await Promise.all(
					['github', 'google'].map((provider, index) =>
						(index === 1 && opened.other ? opened.other : store).removeWay(
							userId,
							{ kind: 'account', provider, providerAccountId: `${provider}-${number}` },
							0,
						),
					),
				);
				expect(done.toSorted()).toEqual(['last', 'removed']);
			}
		});

		single('purged: no way in is left, and the person is', async () => {
			const ada = await makePerson();
			const bob = await makePerson();
			await store.purge(ada.userId, [ada.token.identifier]);
			expect(await kept(ada)).toEqual({
				user: { verified: null },
				...{ password: null, sessions: [], accounts: [], passkeys: 0, token: null },
			});
			expect(await store.sessionDetails(ada.sessions[0])).toBeNull();
			if (opened.passkeys) expect(await opened.adapter.getAccount(`key-${ada.number}`, 'passkey')).toBeNull();
			expect(await kept(bob)).toEqual(everything(bob));
			await store.purge(bob.userId, []);
			expect((await kept(bob)).token).toBe(bob.token.identifier);
		});

		single('deleted: nothing is left, and a second time does nothing', async () => {
			const ada = await makePerson();
			const bob = await makePerson();
			await store.deleteUser(ada.userId, [ada.token.identifier]);
			const nothing = { user: null, password: null, sessions: [], accounts: [], passkeys: 0, token: null };
			expect(await kept(ada)).toEqual(nothing);
			await store.deleteUser(ada.userId, []);
			expect(await kept(bob)).toEqual(everything(bob));
		});

		single('whom a table of the application refers to stays as they are', async () => {
			const ada = await makePerson();
			await opened.refer(ada.userId);
			await expect(store.deleteUser(ada.userId, [ada.token.identifier])).rejects.toThrow();
			expect(await kept(ada)).toEqual(everything(ada));
		});

		single('what breaks in the middle has changed nothing', async () => {
			const ada = await makePerson();
			const { userId, token } = ada;
			await opened.withoutSessions(async () => {
				const change = { userId, hash: 'new', token, verifies: true, drop: [token.identifier] };
				await expect(store.changePassword(change)).rejects.toThrow();
				await expect(store.purge(userId, [token.identifier])).rejects.toThrow();
				await expect(store.deleteUser(userId, [token.identifier])).rejects.toThrow();
			});
			expect(await kept(ada)).toEqual(everything(ada));
		});

		test('limits: windows begin anew, nothing is counted by looking, and many count at once', async (context) => {
			const { hit, clearHits } = store;
			if (!hit || !clearHits) return context.skip('no table for limits');
			const key = `sign-in:${++made}`;
			const before = Date.now();
			expect(await hit(key, 60, 0)).toMatchObject({ points: 0 });
			expect(await hit(key, 60, 2)).toMatchObject({ points: 2 });
			const { points, until } = await hit(key, 600, 3);
			expect(points).toBe(5);
			expect(Number(until) - before).toBeGreaterThan(55_000);
			expect(Number(until) - before).toBeLessThan(90_000);
			expect(await hit(key, 60, 0)).toMatchObject({ points: 5 });
			expect(await hit(key, 60, -2)).toMatchObject({ points: 3 });
			expect(await hit(key, 60, -9)).toMatchObject({ points: 0 });
			expect(await hit(`${key}:unknown`, 60, -2)).toMatchObject({ points: 0 });
			await hit(key, 60, 4);
			await clearHits(key);
			expect(await hit(key, 60, 0)).toMatchObject({ points: 0 });
			await inTurns(20, async (store) => store.hit?.(key, 60, 1));
			expect(await hit(key, 60, 0)).toMatchObject({ points: 20 });
			expect(await hit(key, 60, -2)).toMatchObject({ points: 18 });
			expect(await hit(`${key}:back`, 60, -1)).toMatchObject({ points: 0 });
			expect(await hit(`${key}:back`, 60, 1)).toMatchObject({ points: 1 });
			await hit(`${key}:short`, -1, 7);
			expect(await hit(`${key}:short`, 60, 1)).toMatchObject({ points: 1 });
			// What is not over by then stays.
			await hit(`${key}:long`, 600, 3);
			await store.dropHits?.(new Date(Date.now() + 120_000));
			expect(await hit(`${key}:short`, 60, 0)).toMatchObject({ points: 0 });
			expect(await hit(`${key}:long`, 60, 0)).toMatchObject({ points: 3 });
		});

		single('text that would be code in a statement is text', async () => {
			const ada = await makePerson();
			const nasty = `'; drop table users; -- " \\ \` $1 ? \u{1F600} é`;
			await store.setPassword(ada.userId, nasty);
			expect((await store.password(ada.userId))?.hash).toBe(nasty);
			await store.describeSession(ada.sessions[0], details(nasty));
			expect((await store.sessionDetails(ada.sessions[0]))?.label).toBe(nasty);
			expect(await store.takeToken(nasty, nasty)).toBe(false);
			await store.endSessions(ada.userId, nasty);
		});

		single('everything rejects when the database is gone', async () => {
			const { userId, email, sessions, token } = await makePerson();
			await opened.close();
			const change = { userId, hash: 'new', token, verifies: true, drop: [] };
			const asked: (() => Promise<unknown>)[] = [
				() => store.password(userId),
				() => store.setPassword(userId, 'new'),
				() => store.replaceHash(userId, 'a', 'b'),
				() => store.sessions(userId),
				() => store.sessionDetails(sessions[0]),
				() => store.describeSession(sessions[0], details('a')),
				() => store.endSession(userId, sessions[0]),
				() => store.endSessions(userId),
				() => store.accounts(userId),
				...(opened.passkeys ? [() => store.passkeys(userId)] : []),
				() => store.removeWay(userId, { kind: 'password' }, 0),
				() => store.putToken('a', 'b', later(1)),
				() => store.findToken(token.hash),
				() => store.takeToken(token.identifier, token.hash),
				() => store.dropTokens(['a']),
				() => store.changePassword(change),
				() => store.changeEmail(userId, email, 'b@test.example'),
				() => store.purge(userId, []),
				() => store.deleteUser(userId, []),
			];
			for (const ask of asked) await expect(ask(), String(ask)).rejects.toThrow();
		});
	});
}
