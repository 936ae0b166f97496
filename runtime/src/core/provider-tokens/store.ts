import { toBase64Url } from '../jwt/cipher.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { RefreshResult } from './answer.js';

/**
 * A place that all instances of an application share, such as Redis, with `SET key value EX ttl NX` for `onlyIfAbsent`.
 * What it gets to keep is encrypted with the refresh token, which it never sees. Whatever it throws is told to `onError`,
 * and the old tokens stay for a while.
 *
 * Specification: section 2.3 (token rotation).
 */
export interface RefreshStore {
	/**
	 * Looks up.
	 *
	 * @param key ASCII, below 100 characters, the same in all instances
	 * @returns what was set, or null or undefined when there is nothing, or it is over
	 */
	get(key: string): MaybePromise<string | null | undefined>;
	/**
	 * Keeps a text for a while.
	 *
	 * @param key as of {@link RefreshStore.get}
	 * @param value ASCII, a few kilobytes at most
	 * @param options.ttl seconds after which it is gone
	 * @param options.onlyIfAbsent in one step with looking: of two who set at once, one gets true
	 * @returns whether it was set
	 */
	set(key: string, value: string, options: { ttl: number; onlyIfAbsent: boolean }): MaybePromise<boolean>;
}

/** Seconds for which nobody asks again when a provider could not be asked. */
export const pause = 5;

/** Milliseconds between two looks at what another instance is doing. */
const interval = 50;
const locked = 'locked';

/** Where the outcome of a refresh is kept, and the key that opens it: both made of the tokens that are used up. */
export interface Place {
	id: string;
	key: CryptoKey;
}

/** @param used the tokens, in an order that is always the same */
export async function placeOf(used: readonly unknown[]): Promise<Place> {
	const { subtle } = globalThis.crypto;
	const digest = (use: string) =>
		subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([use, ...used])));
	const [id, key] = await Promise.all([digest('id'), digest('key')]);
	return {
		id: `authgraft:refresh:${toBase64Url(new Uint8Array(id))}`,
		key: await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']),
	};
}

/**
 * What one instance came to, for all of them. Whoever is first asks; the others wait and take over.
 *
 * @param ask null: only what is known is looked up
 * @param settings.timeout seconds in which `ask` ends, whatever happens
 * @param settings.grace seconds for which the outcome is kept
 * @throws what the store throws, before anybody was asked
 */
export async function askOnce(
	store: RefreshStore,
	{ id, key }: Place,
	ask: (() => Promise<RefreshResult>) | null,
	{ timeout, grace, onError }: Times,
): Promise<RefreshResult> {
	const lock = { ttl: lockTtl(timeout), onlyIfAbsent: true };
	for (let waited = 0; waited <= timeout * 1000; waited += interval) {
		const saved = await store.get(id);
		if (saved && saved !== locked) return open(key, saved);
		if (!saved && !ask) return 'later';
		if (!saved && ask && (await store.set(id, locked, lock))) {
			const outcome = await holding(store, id, { timeout, grace, onError }, ask);
			try {
				const ttl = outcome === 'later' ? pause : grace;
				await store.set(id, await seal(key, outcome), { ttl, onlyIfAbsent: false });
			} catch (error) {
				// The old tokens are used up: what came of it counts, here at least.
				onError(error);
			}
			return outcome;
		}
		await new Promise((resolve) => setTimeout(resolve, interval));
	}
	return 'later';
}

interface Times {
	timeout: number;
	grace: number;
	onError: (error: unknown) => void;
}

/** Seconds for which a process that dies while it asks holds the others up. */
const lockTtl = (timeout: number) => Math.ceil(2 * timeout);

/** Keeps the lock while the provider is asked: whoever took it over would use the refresh token up again. */
async function holding(
	store: RefreshStore,
	id: string,
	{ timeout, grace, onError }: Times,
	ask: () => Promise<RefreshResult>,
): Promise<RefreshResult> {
	const until = Date.now() + grace * 1000;
	let renewing: Promise<void> | undefined;
	const renew = async () => {
		// Lost, or taken over: it is nobody's any more, or somebody else's.
		if (Date.now() >= until || (await store.get(id)) !== locked) return clearInterval(timer);
		await store.set(id, locked, { ttl: lockTtl(timeout), onlyIfAbsent: false });
	};
	const timer = setInterval(() => {
		renewing = renew().catch(onError);
	}, timeout * 1000);
	try {
		return await ask();
	} finally {
		clearInterval(timer);
		await renewing;
	}
}

async function seal(key: CryptoKey, outcome: RefreshResult): Promise<string> {
	const iv = crypto.getRandomValues(new Uint8Array(12));
	const text = new TextEncoder().encode(JSON.stringify(outcome));
	const bytes = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text));
	return `${toBase64Url(iv)}.${toBase64Url(bytes)}`;
}

async function open(key: CryptoKey, sealed: string): Promise<RefreshResult> {
	const [iv, bytes] = sealed.split('.').map((part) => {
		const text = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
		return Uint8Array.from(text, (byte) => byte.charCodeAt(0));
	});
	if (!iv || !bytes) throw new TypeError('The store of refreshed tokens holds something else');
	const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes);
	return JSON.parse(new TextDecoder().decode(text)) as RefreshResult;
}
