import { asError } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import type { AccountStore } from '../store.js';
import type { AccountsContext, Limiter } from '../types.js';
import { clearHits, hit } from './memory.js';

/** One window of one key. */
export interface Window {
	key: string;
	most: number;
	seconds: number;
}

/** Where it is counted. */
export interface Counter {
	/** How much is too much is its own matter: nothing is let through behind that. */
	decides?: true;
	/**
	 * Counts one at once, so that a thousand that come together do not all find room.
	 *
	 * @returns 0, or how many seconds to wait, for one too many
	 */
	take(window: Window): Promise<number>;
	giveBack(window: Window): Promise<void>;
	clear(window: Window): Promise<void>;
}

/** Where this application counts; null where it does not. */
export function counterOf({ options, store }: AccountsContext, resolved: Resolved): Counter | null {
	const { limits = 'memory' } = options;
	if (limits === false) return resolved.dev ? null : memory;
	if (typeof limits === 'object') return limiter(limits, resolved);
	return limits === 'database' && hasHits(store) ? inDatabase(store, resolved) : memory;
}

type Counting = {
	hit(
		...given: Parameters<Required<AccountStore>['hit']>
	): ReturnType<typeof hit> | Promise<ReturnType<typeof hit>>;
	clearHits?(key: string): void | Promise<void>;
};

const memory = windows({ hit, clearHits });

function windows(counting: Counting): Counter {
	return {
		async take({ key, most, seconds }) {
			const { points, until } = await counting.hit(key, seconds, 1);
			return points > most ? Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)) : 0;
		},
		async giveBack({ key, seconds }) {
			await counting.hit(key, seconds, -1);
		},
		async clear({ key }) {
			await counting.clearHits?.(key);
		},
	};
}

/** One in so many that are counted removes the rows of windows that are over. */
const dropsOneIn = 256;

type CountingStore = AccountStore & Required<Pick<AccountStore, 'hit'>>;

const hasHits = (store: AccountStore): store is CountingStore => store.hit !== undefined;

function inDatabase(store: CountingStore, { logger }: Resolved): Counter {
	const counter = windows(store);
	return {
		...counter,
		async take(window) {
			// Awaited: what is left to run behind an answer ends with it on some platforms.
			if (Math.random() * dropsOneIn < 1)
				await store.dropHits?.(new Date()).catch((error) => logger.error(asError(error)));
			return counter.take(window);
		},
	};
}

/** How much is too much is its own matter. While it is out of order, this process counts. */
function limiter(given: Limiter, { logger }: Resolved): Counter {
	async function attempt<T>(run: () => Promise<T>, otherwise: (error: unknown) => Promise<T>): Promise<T> {
		try {
			return await run();
		} catch (error) {
			return otherwise(error);
		}
	}
	const log = async (error: unknown) => logger.error(asError(error));
	return {
		decides: true,
		take: (window) =>
			attempt(
				() => given.consume(window.key, 1).then(() => 0),
				async (error) => {
					const wait = (error as { msBeforeNext?: unknown } | null)?.msBeforeNext;
					if (typeof wait === 'number') return Math.max(1, Math.ceil(wait / 1000));
					await log(error);
					return memory.take(window);
				},
			),
		giveBack: ({ key }) => attempt(async () => void (await given.reward?.(key, 1)), log),
		clear: ({ key }) => attempt(async () => void (await given.delete?.(key)), log),
	};
}
