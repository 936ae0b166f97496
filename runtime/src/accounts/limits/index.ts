/** How often something may be tried, and by whom. */
import { sha256 } from '../../core/digest.js';
import { asError, warn } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import type { AccountsContext } from '../types.js';
import { addressKey } from './address.js';
import { type Counter, counterOf, type Window } from './counter.js';
import { type CountedBy, type Limited, limits, type Rule } from './table.js';

/** Who tries. The address of the client is known from the request. */
export type Keys = Partial<Record<Exclude<CountedBy, 'address' | 'all'>, string>>;

/** It was tried too often. Seconds. */
export interface TooMany {
	retryAfter: number;
}

/** What becomes of a try that was counted. */
export interface Attempt {
	/** It was right: what only counts failures forgets it, and those of the same person before it. */
	right(): Promise<void>;
	/** Nothing was tried, since something of ours was out of order. */
	undone(): Promise<void>;
}

/**
 * Counts a request, where each one counts.
 *
 * @returns null when it may go on
 */
export async function allow(
	context: AccountsContext,
	resolved: Resolved,
	what: Limited,
	keys: Keys,
): Promise<TooMany | null> {
	const tried = await attempt(context, resolved, what, keys);
	return 'retryAfter' in tried ? tried : null;
}

/**
 * Counts a try before it is made: a thousand that are made at once are a thousand.
 *
 * @returns what to do when it was right, or how long to wait
 * @throws what the database throws
 */
export async function attempt(
	context: AccountsContext,
	resolved: Resolved,
	what: Limited,
	keys: Keys,
): Promise<Attempt | TooMany> {
	const counter = counterOf(context, resolved);
	const counted: (Window & { by: CountedBy })[] = [];
	const undone = () => quietly(resolved, counted, (window) => (counter as Counter).giveBack(window));
	const rules: readonly Rule[] = counter ? limits[what].rules : [];
	for (const [at, rule] of rules.entries()) {
		const key = await keyOf(resolved, `${what}:${at}`, rule, keys);
		if (key === null) continue;
		const retryAfter = await takeOne(counter as Counter, rule, key, counted);
		if (retryAfter === 0) continue;
		await undone();
		return { retryAfter };
	}
	return {
		undone,
		async right() {
			if (!limits[what].failures) return;
			// Whoever has one account must not clear an address for trying others.
			await quietly(resolved, counted, (window) =>
				window.by === 'address' ? (counter as Counter).giveBack(window) : (counter as Counter).clear(window),
			);
		},
	};
}

/** Forgets failures of signing in: after a new password there is nothing left to guess at. */
export async function clearSignIn(
	context: AccountsContext,
	resolved: Resolved,
	email: string,
): Promise<void> {
	const counter = counterOf(context, resolved);
	for (const [at, rule] of (limits['sign-in'].rules as readonly Rule[]).entries()) {
		const key = rule.by === 'email' ? await keyOf(resolved, `sign-in:${at}`, rule, { email }) : null;
		if (key === null || !counter) continue;
		await quietly(resolved, [{ ...rule, key }, ...afterOf(rule, key)], (window) => counter.clear(window));
	}
}

const afterOf = ({ after }: Rule, key: string): Window[] =>
	after ? [{ ...after, key: `${key}:after` }] : [];

/** Notes what was counted, what was refused among it. */
async function takeOne(
	counter: Counter,
	rule: Rule,
	key: string,
	counted: (Window & { by: CountedBy })[],
): Promise<number> {
	let wait = 0;
	const behind = counter.decides ? [] : afterOf(rule, key);
	for (const window of [{ most: rule.most, seconds: rule.seconds, key }, ...behind]) {
		wait = await counter.take(window);
		counted.push({ ...window, by: rule.by });
		if (wait === 0) return 0;
	}
	return wait;
}

/** Nothing that people or addresses can be read from: it lies in a database, or somewhere else. */
async function keyOf(resolved: Resolved, name: string, { by }: Rule, keys: Keys): Promise<string | null> {
	const who = by === 'all' ? '' : by === 'address' ? clientOf(resolved) : keys[by];
	if (who === undefined || who === null) return null;
	return `authgraft:${name}:${by}:${await sha256(`${resolved.tenant ?? ''}\0${who}`)}`;
}

let told = false;

/** Null where it is not known. Counting all of these as one would keep everybody out as soon as somebody tries. */
function clientOf(resolved: Resolved): string | null {
	let address: string | undefined;
	try {
		address = resolved.clientAddress();
	} catch {
		// Some hosts throw when the header of their proxy is not there.
	}
	const key = addressKey(address);
	if (key === null && !resolved.dev && !told) {
		told = true;
		warn(resolved.logger, noAddress);
	}
	return key;
}

const noAddress =
	'The address that a request comes from is not known, or a private one, so tries are not limited by address. Behind a proxy, tell the server where it stands (ADDRESS_HEADER for adapter-node). See docs/accounts.md';

/** What was counted is no reason to keep somebody out who is in. */
async function quietly<T>(
	{ logger }: Resolved,
	windows: readonly T[],
	run: (window: T) => Promise<void>,
): Promise<void> {
	try {
		for (const window of windows) await run(window);
	} catch (error) {
		logger.error(asError(error));
	}
}
