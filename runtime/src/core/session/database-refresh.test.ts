import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshOnce } from './database-refresh.js';

const now = Date.parse('2026-11-28T12:00:00Z');
const maxAge = 3600;
const never = () => false;
const always = () => true;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Writes that end when they are told to. */
function slowAdapter() {
	const writes: { sessionToken: string; expires: Date | undefined; end: (error?: Error) => void }[] = [];
	const updateSession = vi.fn(
		({ sessionToken, expires }: { sessionToken: string; expires?: Date }) =>
			new Promise<null>((resolve, reject) => {
				writes.push({ sessionToken, expires, end: (error) => (error ? reject(error) : resolve(null)) });
			}),
	);
	return { updateSession, writes };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('requests at once: one write, and all have its expiry', async () => {
	const adapter = slowAdapter();
	const asked = Array.from({ length: 20 }, () => refreshOnce(adapter, 'a', { maxAge, isDue: always }));
	// Nobody but the first waits for it.
	expect(await Promise.all(asked.slice(1))).toEqual(Array(19).fill(new Date(now + maxAge * 1000)));
	expect(adapter.writes).toMatchObject([{ sessionToken: 'a', expires: new Date(now + maxAge * 1000) }]);
	adapter.writes[0]?.end();
	expect(await asked[0]).toEqual(new Date(now + maxAge * 1000));
});

test('a request that read the row before it was written writes nothing, for a few seconds', async () => {
	const adapter = slowAdapter();
	const first = refreshOnce(adapter, 'a', { maxAge, isDue: never });
	await settled();
	adapter.writes[0]?.end();
	const expires = await first;
	vi.setSystemTime(now + 4_999);
	expect(await refreshOnce(adapter, 'a', { maxAge, isDue: never })).toEqual(expires);
	expect(adapter.writes).toHaveLength(1);
	vi.setSystemTime(now + 5_000);
	void refreshOnce(adapter, 'a', { maxAge, isDue: never });
	await settled();
	expect(adapter.writes).toHaveLength(2);
});

test('what was just written is written again when it is due again', async () => {
	const adapter = slowAdapter();
	const first = refreshOnce(adapter, 'a', { maxAge, isDue: always });
	await settled();
	adapter.writes[0]?.end();
	await first;
	void refreshOnce(adapter, 'a', { maxAge, isDue: always });
	await settled();
	expect(adapter.writes).toHaveLength(2);
});

test('sessions and adapters do not wait for each other', async () => {
	const [one, two] = [slowAdapter(), slowAdapter()];
	for (const [adapter, token] of [
		[one, 'a'],
		[one, 'b'],
		[two, 'a'],
	] as const)
		void refreshOnce(adapter, token, { maxAge, isDue: always });
	await settled();
	expect(one.writes.map(({ sessionToken }) => sessionToken)).toEqual(['a', 'b']);
	expect(two.writes.map(({ sessionToken }) => sessionToken)).toEqual(['a']);
});

test('a write that fails: told to the one that wrote, and the next one tries again', async () => {
	const adapter = slowAdapter();
	const writing = refreshOnce(adapter, 'a', { maxAge, isDue: always });
	adapter.writes[0]?.end(new Error('The database is down'));
	await expect(writing).rejects.toThrow('The database is down');
	const next = refreshOnce(adapter, 'a', { maxAge, isDue: always });
	await settled();
	adapter.writes[1]?.end();
	expect(await next).toEqual(new Date(now + maxAge * 1000));
});

test('an adapter that throws at once', async () => {
	const adapter = {
		updateSession: () => {
			throw new Error('No such table');
		},
	};
	await expect(refreshOnce(adapter, 'a', { maxAge, isDue: always })).rejects.toThrow('No such table');
});

test('a write that hangs is tried anew after a while', async () => {
	const adapter = slowAdapter();
	void refreshOnce(adapter, 'a', { maxAge, isDue: always });
	vi.setSystemTime(now + 5_000);
	void refreshOnce(adapter, 'a', { maxAge, isDue: always });
	await settled();
	expect(adapter.writes).toHaveLength(2);
});
