import type { Hits } from '../store.js';

/** Keys. Of an attack from many addresses no more than this is remembered. */
const mostKeys = 10_000;
/** Fewer points than this are worth less than the place. */
const few = 3;

interface Count {
	points: number;
	/** Milliseconds. */
	until: number;
}

/** Of the process, not of a configuration: where a function gives one for each request, its counts would begin anew each time. */
const counts = new Map<string, Count>();

/** Counts in this process, as `AccountStore.hit` does in a database. */
export function hit(key: string, seconds: number, points: number): Hits {
	const now = Date.now();
	const known = counts.get(key);
	if (known && known.until > now) known.points = Math.max(0, known.points + points);
	else if (points > 0) put(key, { points, until: now + seconds * 1000 }, now);
	else counts.delete(key);
	const { points: counted, until } = counts.get(key) ?? { points: 0, until: now };
	return { points: counted, until: new Date(until) };
}

/** Forgets what was counted. Without a key: everything. */
export function clearHits(key?: string): void {
	if (key === undefined) counts.clear();
	else counts.delete(key);
}

/** Whoever fills the table with names that nobody has must not make it forget who has been tried often. */
function put(key: string, count: Count, now: number): void {
	counts.delete(key);
	if (counts.size >= mostKeys) {
		let [worthless] = counts.keys();
		for (const [other, { points, until }] of counts) {
			if (until > now && points >= few) continue;
			worthless = other;
			break;
		}
		counts.delete(worthless as string);
	}
	counts.set(key, count);
}
