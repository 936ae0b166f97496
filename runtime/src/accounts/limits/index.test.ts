import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Resolved } from '../../core/types.js';
import { memoryDatabase } from '../testing/memory-store.test.helper.js';
import type { AccountsContext, AccountsOptions } from '../types.js';
import { allow, attempt, clearSignIn } from './index.js';
import { clearHits, hit } from './memory.js';

const [minute, hour] = [60_000, 3_600_000];
const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() };
const email = 'ada@example.com';

const contextOf = (limits?: AccountsOptions['limits'], database = memoryDatabase()) =>
	({
		options: { store: database.store, ...(limits !== undefined && { limits }) },
		store: database.store,
	}) as AccountsContext;
const from = (address?: string, more: Partial<Resolved> = {}) =>
	({ logger, clientAddress: () => address, dev: false, ...more }) as Resolved;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
	clearHits();
});
afterEach(() => {
	vi.useRealTimers();
	vi.clearAllMocks();
});

/** How many of so many failures were let through, and what the last one was told. */
async function failures(
	times: number,
	run: (index: number) => Promise<{ retryAfter: number } | object>,
): Promise<[number, number | undefined]> {
	let through = 0;
	let last: number | undefined;
	for (let index = 0; index < times; index++) {
		const answer = await run(index);
		if ('retryAfter' in answer) last = answer.retryAfter;
		else through++;
	}
	return [through, last];
}

describe.for(['memory', 'database'] as const)('counted in %s', (where) => {
	const context = contextOf(where);
	beforeEach(() => {
		Object.assign(context, contextOf(where));
	});

	test('one account from a thousand addresses: ten, then one a minute, a hundred in all', async () => {
		const wrong = (index: number) =>
			attempt(context, from(`198.51.${index >> 8}.${index & 255}`), 'sign-in', { email });
		expect(await failures(1000, wrong)).toEqual([11, 60]);
		for (let minutes = 0; minutes < 200; minutes++) {
			vi.setSystemTime(Date.now() + minute);
			await failures(3, wrong);
		}
		const [through, wait] = await failures(1000, wrong);
		expect(through).toBe(0);
		expect(wait).toBeGreaterThan(20 * 24 * 3600);
		await clearSignIn(context, from('198.51.100.1'), email);
		expect((await failures(20, wrong))[0]).toBe(11);
	});

	test('a hundred failures are a hundred, however they come', async () => {
		let through = 0;
		for (let hours = 0; hours < 48; hours++) {
			vi.setSystemTime(Date.now() + hour);
			const all = Array.from({ length: 50 }, (_, index) =>
				attempt(context, from(`203.0.${hours}.${index}`), 'sign-in', { email }),
			);
			through += (await Promise.all(all)).filter((one) => !('retryAfter' in one)).length;
		}
		expect(through).toBe(100);
	});

	test('a thousand accounts from one address: fifty; the network of an IPv6 address is one', async () => {
		const tried = (address: (index: number) => string) => (index: number) =>
			attempt(context, from(address(index)), 'sign-in', { email: `person${index}@example.com` });
		expect(
			await failures(
				1000,
				tried(() => '203.0.113.9'),
			),
		).toEqual([50, 900]);
		expect(
			(
				await failures(
					1000,
					tried((index) => `2001:db8::${index.toString(16)}`),
				)
			)[0],
		).toBe(50);
		expect(
			(
				await failures(
					10,
					tried(() => '203.0.113.10'),
				)
			)[0],
		).toBe(10);
		vi.setSystemTime(Date.now() + 15 * minute);
		expect(
			(
				await failures(
					10,
					tried(() => '203.0.113.9'),
				)
			)[0],
		).toBe(10);
	});

	test('two hundred people of one office get in', async () => {
		const [through] = await failures(200, async (index) => {
			const tried = await attempt(context, from('203.0.113.9'), 'sign-in', { email: `p${index}@x.example` });
			if (!('retryAfter' in tried)) await tried.right();
			return tried;
		});
		expect(through).toBe(200);
	});

	test('whoever has an account does not clear an address by it', async () => {
		const [through] = await failures(1000, async (index) => {
			const tried = await attempt(context, from('203.0.113.9'), 'sign-in', {
				email: index % 2 ? 'eve@example.com' : `person${index}@example.com`,
			});
			if (index % 2 && !('retryAfter' in tried)) await tried.right();
			return tried;
		});
		// Fifty failures, and what is right between them.
		expect(through).toBe(99);
	});

	test('a success clears what was counted of the person', async () => {
		const wrong = () => attempt(context, from('203.0.113.9'), 'sign-in', { email });
		for (let rounds = 0; rounds < 3; rounds++) {
			expect((await failures(9, wrong))[0]).toBe(9);
			const tried = await wrong();
			if ('right' in tried) await tried.right();
		}
	});

	test('what could not be tried is not counted', async () => {
		const [through] = await failures(500, async () => {
			const tried = await attempt(context, from('203.0.113.9'), 'sign-in', { email });
			if ('undone' in tried) await tried.undone();
			return tried;
		});
		expect(through).toBe(500);
	});

	test('mails: three an hour to an address, ten from one, three hundred in all', async () => {
		const ask = (address: (index: number) => string, client: (index: number) => string) => (index: number) =>
			allow(context, from(client(index)), 'mail', { email: address(index) }).then((answer) => answer ?? {});
		const [ada, each] = [() => email, (index: number) => `person${index}@example.com`];
		const [spread, one] = [
			(index: number) => `203.${index >> 8}.113.${index & 255}`,
			() => '198.51.100.7',
		] as const;
		expect(await failures(1000, ask(ada, spread))).toEqual([3, 3600]);
		expect((await failures(1000, ask(each, one)))[0]).toBe(10);
		expect((await failures(1000, ask(each, spread)))[0]).toBe(300 - 3 - 10);
	});

	test('a person who is signed in: five failures, and exports', async () => {
		const confirm = () => attempt(context, from('203.0.113.9'), 'confirm', { user: '1' });
		expect(await failures(6, confirm)).toEqual([5, 900]);
		expect('retryAfter' in (await attempt(context, from(), 'confirm', { user: '2' }))).toBe(false);
		const get = () => allow(context, from(), 'export', { user: '1' }).then((answer) => answer ?? {});
		expect((await failures(6, get))[0]).toBe(3);
	});

	test('tenants count apart', async () => {
		const wrong = (tenant: string) => () =>
			attempt(context, from(undefined, { tenant }), 'sign-in', { email });
		expect((await failures(20, wrong('a')))[0]).toBe(11);
		expect((await failures(5, wrong('b')))[0]).toBe(5);
	});
});

test('nothing of a person stands in a key', async () => {
	const database = memoryDatabase();
	await attempt(contextOf('database', database), from('203.0.113.9'), 'sign-in', { email });
	const keys = [...database.hits.keys()];
	expect(keys).toHaveLength(3);
	for (const key of keys) {
		expect(key).toMatch(/^authgraft:sign-in:\d:(?:email|address):[\da-f]{64}$/);
		expect(key.length).toBeLessThan(200);
	}
});

describe('an address that is not known', () => {
	test('is no bucket for all of the world, and is told once', async () => {
		const context = contextOf();
		const [through] = await failures(200, (index) =>
			attempt(context, from('127.0.0.1'), 'sign-in', { email: `person${index}@example.com` }),
		);
		expect(through).toBe(200);
		const throwing = from();
		throwing.clientAddress = () => {
			throw new Error('no such header');
		};
		expect('retryAfter' in (await attempt(context, throwing, 'sign-in', { email }))).toBe(false);
		expect(logger.warn.mock.calls.length).toBeLessThanOrEqual(1);
	});

	test('is no news while developing', async () => {
		await attempt(contextOf(), from('127.0.0.1', { dev: true }), 'sign-in', { email });
		expect(logger.warn).not.toHaveBeenCalled();
	});
});

test('without limits only while developing', async () => {
	const context = contextOf(false);
	const wrong = (dev: boolean) => () => attempt(context, from(undefined, { dev }), 'confirm', { user: '1' });
	expect((await failures(50, wrong(true)))[0]).toBe(50);
	expect((await failures(50, wrong(false)))[0]).toBe(5);
});

describe('a limiter of the application', () => {
	test('says what is too much, and is told what was right', async () => {
		const asked: string[] = [];
		const consume = vi.fn(async (key: string) => {
			asked.push(key);
			if (asked.filter((one) => one === key).length > 2) throw { msBeforeNext: 1500, remainingPoints: 0 };
		});
		const [reward, forget] = [vi.fn(async () => {}), vi.fn(async () => {})];
		const context = contextOf({ consume, reward, delete: forget });
		const tried = await attempt(context, from('203.0.113.9'), 'sign-in', { email });
		if ('right' in tried) await tried.right();
		expect(consume).toHaveBeenCalledTimes(3);
		expect(reward).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(':address:'), 1);
		expect(forget).toHaveBeenCalledTimes(2);
		await attempt(context, from('203.0.113.9'), 'sign-in', { email });
		expect(await attempt(context, from('203.0.113.9'), 'sign-in', { email })).toEqual({ retryAfter: 2 });
	});

	test('lets nothing through behind what it refuses', async () => {
		const consume = vi.fn(async (key: string) => {
			if (key.includes(':email:')) throw { msBeforeNext: 60_000 };
		});
		const tried = await attempt(contextOf({ consume }), from('203.0.113.9'), 'sign-in', { email });
		expect(tried).toEqual({ retryAfter: 60 });
		expect(consume).toHaveBeenCalledTimes(2);
	});

	test('that is out of order does not stop the counting', async () => {
		const context = contextOf({ consume: () => Promise.reject(new Error('no connection')) });
		const wrong = () => attempt(context, from(), 'confirm', { user: '1' });
		expect((await failures(20, wrong))[0]).toBe(5);
		expect(logger.error).toHaveBeenCalled();
	});
});

test('a database that is down is a failure, and what cannot be cleared is told', async () => {
	const database = memoryDatabase();
	const context = contextOf('database', database);
	const tried = await attempt(context, from(), 'confirm', { user: '1' });
	database.down.add('*');
	if ('right' in tried) await tried.right();
	expect(logger.error).toHaveBeenCalledOnce();
	await expect(attempt(context, from(), 'confirm', { user: '1' })).rejects.toThrow('down');
});

test('names that nobody has do not push out who has been tried often', () => {
	for (let times = 0; times < 10; times++) hit('ada', 900, 1);
	for (let index = 0; index < 25_000; index++) hit(`nobody${index}`, 900, 1);
	expect(hit('ada', 900, 0).points).toBe(10);
	expect(hit('nobody1', 900, 0).points).toBe(0);
});

describe('rows of windows that are over', () => {
	const counted = async (random: number, dropHits: () => Promise<void>) => {
		vi.spyOn(Math, 'random').mockReturnValue(random);
		const database = memoryDatabase();
		const store = { ...database.store, dropHits };
		const context = { ...contextOf('database'), store } as AccountsContext;
		return attempt(context, from('203.0.113.9'), 'sign-in', { email });
	};
	afterEach(() => vi.restoreAllMocks());

	test('are removed now and then, not each time', async () => {
		const dropHits = vi.fn(async () => undefined);
		await counted(0.5, dropHits);
		expect(dropHits).not.toHaveBeenCalled();
		await counted(0, dropHits);
		expect(dropHits).toHaveBeenCalledWith(new Date());
	});

	test('keep nobody out when they cannot be', async () => {
		const failing = new Error('down');
		const tried = await counted(0, () => Promise.reject(failing));
		expect(tried).not.toHaveProperty('retryAfter');
		expect(logger.error).toHaveBeenCalledWith(failing);
	});
});
