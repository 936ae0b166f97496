import type { JWT } from '@auth/core/jwt';
import type { Account } from '@auth/core/types';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TokenAnswer } from './answer.js';
import { type RefreshTokensOptions, refreshTokens } from './index.js';
import type { RefreshStore } from './store.js';
import { markUnkept } from './unkept.js';

const now = Date.parse('2026-11-28T12:00:00Z');
const seconds = now / 1000;
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const after = (seconds: number) => vi.setSystemTime(now + seconds * 1000);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A promise that is kept when the test says so. */
function gate() {
	let resolve = () => {};
	const promise = new Promise<void>((keep) => {
		resolve = keep;
	});
	return { promise, resolve };
}

/** Rotates refresh tokens, and takes back everything when it sees one again. */
class RotatingProvider {
	/** Refresh tokens that it was asked with, in order. */
	readonly asked: string[] = [];
	revoked = false;
	#good = 'refresh-0';
	#count = 0;

	async answer(refreshToken: string): Promise<Response> {
		this.asked.push(refreshToken);
		const good = !this.revoked && refreshToken === this.#good;
		if (good) this.#good = `refresh-${++this.#count}`;
		else this.revoked = true;
		const count = this.#count;
		await wait(20);
		if (!good) return Response.json({ error: 'invalid_grant' }, { status: 400 });
		return Response.json({
			access_token: `access-${count}`,
			refresh_token: `refresh-${count}`,
			expires_in: 600,
			token_type: 'Bearer',
		});
	}
}

/** What Redis does. */
class MapStore implements RefreshStore {
	readonly entries = new Map<string, { value: string; until: number }>();
	get(key: string) {
		const entry = this.entries.get(key);
		return entry && entry.until > Date.now() ? entry.value : null;
	}
	set(key: string, value: string, { ttl, onlyIfAbsent }: { ttl: number; onlyIfAbsent: boolean }) {
		if (onlyIfAbsent && this.get(key) !== null) return false;
		this.entries.set(key, { value, until: Date.now() + ttl * 1000 });
		return true;
	}
}

const expired = (count = 0): JWT => ({
	sub: '1',
	provider: 'idp',
	access_token: `access-${count}`,
	refresh_token: `refresh-${count}`,
	expires_at: seconds - 1,
});
const fresh = (count: number, from = 0): JWT => ({ ...expired(count), expires_at: seconds + from + 600 });

function make(options: Partial<RefreshTokensOptions> = {}) {
	const provider = new RotatingProvider();
	const errors: string[] = [];
	const settings: RefreshTokensOptions = {
		refresh: ({ refresh_token }) => provider.answer(refresh_token),
		onError: ({ message }) => errors.push(message),
		...options,
	};
	return { provider, errors, refreshed: refreshTokens(settings), another: () => refreshTokens(settings) };
}

describe('in one process', () => {
	test('tokens that are good are left alone: the same object', async () => {
		const { provider, refreshed } = make();
		for (const token of [
			fresh(0),
			{ sub: '1' },
			{ ...expired(), refresh_token: undefined },
			{ ...expired(), expires_at: undefined },
		])
			expect(await refreshed({ token })).toBe(token);
		const early = { ...expired(), expires_at: seconds + 31 };
		expect(await refreshed({ token: early })).toBe(early);
		expect(provider.asked).toEqual([]);
	});

	test('due 30 seconds before they are over, or as it is said', async () => {
		const token = { ...expired(), expires_at: seconds + 30 };
		expect(await make().refreshed({ token })).toEqual(fresh(1));
		expect(await make({ early: 0 }).refreshed({ token })).toBe(token);
	});

	test('fault 13: requests at once ask once, and all get the new tokens', async () => {
		const { provider, refreshed } = make();
		const tokens = await Promise.all(Array.from({ length: 50 }, () => refreshed({ token: expired() })));
		expect(tokens).toEqual(Array(50).fill(fresh(1)));
		expect(provider.asked).toEqual(['refresh-0']);
	});

	test('a request that comes with the old cookie later gets them, too, for as long as it is said', async () => {
		const { provider, refreshed } = make({ grace: 100 });
		await refreshed({ token: expired() });
		after(99);
		expect(await refreshed({ token: expired() })).toEqual(fresh(1));
		expect(provider.asked).toHaveLength(1);
		after(100);
		expect(await refreshed({ token: expired() })).toEqual({
			...{ sub: '1', provider: 'idp', access_token: 'access-0', expires_at: seconds - 1 },
			error: 'RefreshTokenError',
		});
	});

	test('a cookie of two refreshes ago leads to the newest tokens', async () => {
		const { provider, refreshed } = make({ grace: 3600 });
		await refreshed({ token: expired() });
		after(600);
		await refreshed({ token: fresh(1) });
		expect(await refreshed({ token: expired() })).toEqual(fresh(2, 600));
		after(1200);
		expect(await refreshed({ token: expired() })).toEqual(fresh(3, 1200));
		expect(provider.asked).toEqual(['refresh-0', 'refresh-1', 'refresh-2']);
	});

	test('two people do not wait for each other, and do not get each other’s tokens', async () => {
		const { refreshed } = make({
			refresh: ({ refresh_token }) => ({ access_token: `of ${refresh_token}`, expires_in: 60 }),
		});
		const [one, two] = await Promise.all(
			['a', 'b'].map((name) => refreshed({ token: { ...expired(), refresh_token: name } })),
		);
		expect([one?.access_token, two?.access_token]).toEqual(['of a', 'of b']);
	});

	test('a provider that does not rotate: the refresh token stays, each time', async () => {
		let count = 0;
		const { refreshed } = make({ refresh: () => ({ access_token: `access-${++count}`, expires_in: 600 }) });
		const first = await refreshed({ token: expired() });
		expect(first).toEqual({ ...fresh(1), refresh_token: 'refresh-0' });
		after(600);
		expect(await refreshed({ token: first })).toEqual({ ...fresh(2, 600), refresh_token: 'refresh-0' });
	});

	test('tokens that live for less than `early`: one question a request', async () => {
		const { provider, refreshed } = make({ early: 3600 });
		const token = await refreshed({ token: expired() });
		expect(token).toEqual(fresh(1));
		await refreshed({ token });
		expect(provider.asked).toEqual(['refresh-0', 'refresh-1']);
	});

	test('a token whose changes reach no cookie uses nothing up, and gets what is known', async () => {
		const { provider, refreshed } = make();
		const unkept = expired();
		markUnkept(unkept);
		expect(await refreshed({ token: unkept })).toBe(unkept);
		expect(provider.asked).toEqual([]);
		await refreshed({ token: expired() });
		expect(await refreshed({ token: unkept })).toEqual(fresh(1));
	});
});

describe('signing in', () => {
	const account: Account = {
		...{ provider: 'idp', type: 'oidc', providerAccountId: '1' },
		...{ access_token: 'access-0', refresh_token: 'refresh-0', expires_at: seconds + 600 },
	};
	test('keeps the tokens of the account', async () => {
		expect(await make().refreshed({ token: { sub: '1' }, account })).toEqual(fresh(0));
	});

	test('takes those of another provider away, and what is left of an error', async () => {
		const { refreshed } = make();
		const { access_token, refresh_token, expires_at, ...plain } = account;
		const old = { ...fresh(7), error: 'RefreshTokenError' };
		expect(await refreshed({ token: old, account: { ...plain, provider: 'credentials' } })).toEqual({
			sub: '1',
		});
		const online = { ...plain, access_token: 'online' } as Account;
		expect(await refreshed({ token: old, account: online })).toEqual({
			sub: '1',
			provider: 'idp',
			access_token: 'online',
		});
	});
});

describe('when the provider does not give any', () => {
	test.each<[string, () => Response | TokenAnswer]>([
		['invalid_grant', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
		['bad_refresh_token with 200, as GitHub', () => Response.json({ error: 'bad_refresh_token' })],
		['a function that says so', () => ({ error: 'invalid_grant' })],
	])('%s: an error in the token, no refresh token, and it is not asked again', async (_, answer) => {
		const refresh = vi.fn(answer);
		const { refreshed, errors } = make({ refresh });
		const token = await refreshed({ token: expired() });
		const { refresh_token, ...rest } = expired();
		expect(token).toEqual({ ...rest, error: 'RefreshTokenError' });
		expect(await refreshed({ token })).toBe(token);
		expect(refresh).toHaveBeenCalledOnce();
		expect(errors).toEqual([]);
	});

	test.each<[string, () => Response | TokenAnswer, string]>([
		[
			'a wrong client secret',
			() => Response.json({ error: 'invalid_client' }, { status: 401 }),
			'invalid_client',
		],
		['502 of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'status 502'],
		['200 without a token', () => Response.json({}), 'status 200'],
		['a token that is none', () => ({ access_token: 1 }) as never, 'no access_token'],
		['nothing', () => undefined as never, 'no access_token'],
		[
			'a network that is down',
			() => {
				throw new TypeError('fetch failed');
			},
			'fetch failed',
		],
	])('%s: told, the tokens stay, and it is tried again a little later', async (_, answer, message) => {
		const provider = new RotatingProvider();
		let down = true;
		const { refreshed, errors } = make({
			refresh: ({ refresh_token }) => (down ? answer() : provider.answer(refresh_token)),
		});
		const token = expired();
		for (let time = 0; time < 3; time++) expect(await refreshed({ token })).toBe(token);
		expect(errors).toEqual([expect.stringContaining(message)]);
		down = false;
		after(4);
		expect(await refreshed({ token })).toBe(token);
		after(6);
		expect(await refreshed({ token })).toEqual(fresh(1, 6));
	});

	test('one that hangs: nobody waits for ever, and its late answer counts', async () => {
		let answer = (_: TokenAnswer) => {};
		const { refreshed, errors } = make({
			timeout: 0.05,
			refresh: () => new Promise<TokenAnswer>((resolve) => (answer = resolve)),
		});
		const token = expired();
		expect(await refreshed({ token })).toBe(token);
		answer({ access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 600 });
		await wait(1);
		expect(await refreshed({ token })).toEqual(fresh(1));
		expect(errors).toEqual([]);
	});

	test('one that outlasts twice the time-out, whatever the signal says: the refresh token is used once', async () => {
		const slow = new RotatingProvider();
		const { promise: finished, resolve: finish } = gate();
		const refresh = async ({ refresh_token }: { refresh_token: string }) => {
			const answer = await slow.answer(refresh_token);
			await finished;
			return answer;
		};
		const { refreshed } = make({ refresh, timeout: 0.01 });
		const token = expired();
		expect(await refreshed({ token })).toBe(token);
		for (const at of [1, 100, 599]) {
			after(at);
			expect(await refreshed({ token })).toBe(token);
		}
		finish();
		await wait(50);
		expect(await refreshed({ token })).toMatchObject({
			access_token: 'access-1',
			refresh_token: 'refresh-1',
		});
		expect(slow).toMatchObject({ asked: ['refresh-0'], revoked: false });
	});

	test('one that never answers: asked again when the time for older tokens is over', async () => {
		const refresh = vi.fn(() => new Promise<Response>(() => {}));
		const { refreshed } = make({ refresh, timeout: 0.01, grace: 100 });
		for (const at of [0, 99, 100]) {
			after(at);
			await refreshed({ token: expired() });
		}
		expect(refresh).toHaveBeenCalledTimes(2);
	});

	test('the signal ends a request that takes too long', async () => {
		const { refreshed, errors } = make({
			timeout: 0.02,
			refresh: ({ signal }) =>
				new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
		});
		const token = expired();
		expect(await refreshed({ token })).toBe(token);
		expect(errors).toEqual([expect.stringMatching(/timeout/)]);
	});

	test('expires_in as text, and none at all', async () => {
		const answers = [{ access_token: 'a', expires_in: '600' as never }, { access_token: 'b' }];
		const { refreshed } = make({ refresh: () => answers.shift() ?? {} });
		const first = await refreshed({ token: expired() });
		expect(first.expires_at).toBe(seconds + 600);
		after(600);
		const second = await refreshed({ token: first });
		expect(second).toEqual({ sub: '1', provider: 'idp', access_token: 'b', refresh_token: 'refresh-0' });
		after(100_000);
		expect(await refreshed({ token: second })).toBe(second);
	});
});

describe('in several processes with one store', () => {
	test('requests at once, on any of them, ask once', async () => {
		const { provider, another } = make({ store: new MapStore() });
		const instances = [another(), another(), another()];
		const asking = instances.flatMap((refreshed) =>
			Array.from({ length: 10 }, () => refreshed({ token: expired() })),
		);
		expect(await Promise.all(asking)).toEqual(Array(30).fill(fresh(1)));
		expect(provider.asked).toEqual(['refresh-0']);
	});

	test('an instance that comes later takes over, and so one after the other', async () => {
		const { provider, another } = make({ store: new MapStore() });
		expect(await another()({ token: expired() })).toEqual(fresh(1));
		after(300);
		expect(await another()({ token: expired() })).toEqual(fresh(1));
		after(600);
		expect(await another()({ token: fresh(1) })).toEqual(fresh(2, 600));
		expect(provider.asked).toEqual(['refresh-0', 'refresh-1']);
	});

	test('without a store they sign the person out: what the store is for', async () => {
		const { provider, another } = make();
		await Promise.all([another()({ token: expired() }), another()({ token: expired() })]);
		expect(provider.revoked).toBe(true);
	});

	test('the store sees no token', async () => {
		const store = new MapStore();
		const seen: string[] = [];
		const set = store.set.bind(store);
		store.set = (key, value, options) => {
			seen.push(key, value);
			return set(key, value, options);
		};
		await make({ store }).refreshed({ token: expired() });
		expect(seen).toHaveLength(4);
		expect(seen.join(' ')).not.toMatch(/access-|refresh-/);
		expect(Buffer.from(seen.join(''), 'base64').toString('latin1')).not.toMatch(/access-|refresh-/);
	});

	test('an instance that dies while it asks holds the others up for the lock’s time only', async () => {
		const store = new MapStore();
		const dead = make({ store, timeout: 0.2, refresh: () => new Promise(() => {}) });
		void dead.refreshed({ token: expired() });
		await vi.waitFor(() => expect(store.entries.size).toBe(1));
		const { provider, another, errors } = make({ store, timeout: 0.2 });
		const token = expired();
		expect(await another()({ token })).toBe(token);
		expect(provider.asked).toEqual([]);
		after(2);
		expect(await another()({ token })).toEqual(fresh(1, 2));
		expect(errors).toEqual([]);
	});

	test('a refresh that outlasts twice the time-out: no other instance uses the refresh token', async () => {
		const slow = new RotatingProvider();
		const { promise: finished, resolve: finish } = gate();
		const refresh = async ({ refresh_token }: { refresh_token: string }) => {
			const answer = await slow.answer(refresh_token);
			await finished;
			return answer;
		};
		const { another, errors } = make({ store: new MapStore(), refresh, timeout: 0.02 });
		const token = expired();
		const first = another();
		expect(await first({ token })).toBe(token);
		for (const at of [0.9, 1.8, 2.7]) {
			after(at);
			await wait(60);
			expect(await another()({ token })).toBe(token);
		}
		finish();
		await wait(50);
		expect(await another()({ token })).toMatchObject({ refresh_token: 'refresh-1' });
		expect(slow).toMatchObject({ asked: ['refresh-0'], revoked: false });
		expect(errors).toEqual([]);
	});

	test('a provider that fails: the others do not ask either, for a little while', async () => {
		const refresh = vi.fn(() => new Response(null, { status: 503 }));
		const { another } = make({ store: new MapStore(), refresh });
		const token = expired();
		await Promise.all([another()({ token }), another()({ token })]);
		expect(refresh).toHaveBeenCalledOnce();
	});

	test('the person has to sign in again: all of them know', async () => {
		const refresh = vi.fn(() => ({ error: 'invalid_grant' }));
		const { another } = make({ store: new MapStore(), refresh });
		for (const refreshed of [another(), another()])
			expect(await refreshed({ token: expired() })).toMatchObject({ error: 'RefreshTokenError' });
		expect(refresh).toHaveBeenCalledOnce();
	});

	test('a store that is down: told, nothing is used up, the tokens stay', async () => {
		const store = {
			get: () => Promise.reject(new Error('ECONNREFUSED')),
			set: () => Promise.reject(new Error('ECONNREFUSED')),
		};
		const { provider, errors, refreshed } = make({ store });
		const token = expired();
		expect(await refreshed({ token })).toBe(token);
		expect(errors).toEqual(['ECONNREFUSED']);
		expect(provider.asked).toEqual([]);
	});

	test('a store that goes down after the provider was asked: told, and the new tokens count', async () => {
		const store = new MapStore();
		const set = store.set.bind(store);
		store.set = (key, value, options) => {
			if (!options.onlyIfAbsent) throw new Error('ECONNRESET');
			return set(key, value, options);
		};
		const { errors, refreshed } = make({ store });
		expect(await refreshed({ token: expired() })).toEqual(fresh(1));
		expect(errors).toEqual(['ECONNRESET']);
	});

	test('a store that holds something else: told, and nothing is used up', async () => {
		const store = { get: () => 'rubbish', set: () => true };
		const { provider, errors, refreshed } = make({ store });
		const token = expired();
		expect(await refreshed({ token })).toBe(token);
		expect(errors).toHaveLength(1);
		expect(provider.asked).toEqual([]);
	});

	test('a store that hangs: nobody waits for ever', async () => {
		const store = { get: () => new Promise<null>(() => {}), set: () => true };
		const { refreshed } = make({ store, timeout: 0.02 });
		const token = expired();
		expect(await refreshed({ token })).toBe(token);
	});
});

test('memory is bounded', async () => {
	const { refreshed } = make({
		refresh: ({ refresh_token }) => ({ access_token: `${refresh_token}!`, expires_in: 60 }),
	});
	const asked = vi.spyOn(Map.prototype, 'set');
	for (let count = 0; count < 10_100; count++)
		await refreshed({ token: { ...expired(), refresh_token: `${count}` } });
	const memory = asked.mock.contexts.find((map) =>
		[...(map as Map<string, unknown>).keys()].some((key) => String(key).startsWith('authgraft:refresh:')),
	);
	asked.mockRestore();
	expect((memory as Map<string, unknown>).size).toBe(10_000);
});
