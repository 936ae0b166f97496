import { clearCookies, cookiePairs, twins } from '../http/cookies.js';
import type { SetCookie } from '../types.js';

/** Browsers drop cookies above 4096 bytes, attributes included. The core cuts at the same length. */
const chunkSize = 4096 - 160;

/**
 * So many cookies are put right in one answer. Whoever has more, which takes an attack, is rid of them in a few: an answer that
 * clears hundreds has a head that browsers and proxies refuse, and takes time to write.
 */
export const mostCleared = 40;

/** What a request carries of a session's cookies. */
export interface SessionCookies {
	/**
	 * What may be the session, put together again where it was too long for one cookie. More than one where browsers hold the
	 * cookies of several domains or paths, or pieces of an older session: {@link chooseSession} finds the one that counts.
	 */
	values: string[];
	/** Names of the cookies that belong to it, no more than are put right in one answer. */
	names: string[];
}

/** Reads the session's cookies from a Cookie header. */
export function readSessionCookies(header: string | null, name: string): SessionCookies {
	const [values, names] = [new Set<string>(), new Set<string>()];
	const chunks: Chunk[] = [];
	for (const [key, value] of cookiePairs(header, name)) {
		const index = key === name ? null : chunkIndex(key, name);
		if (index === undefined) continue;
		if (names.size < mostCleared) names.add(key);
		if (index !== null) chunks.push({ index, value });
		else if (value !== '') values.add(value);
	}
	if (chunks.length > 0) for (const set of chunkSets(chunks)) if (set !== '') values.add(set);
	return { values: [...values], names: [...names] };
}

interface Chunk {
	value: string;
	index: number;
}

/**
 * The values that pieces may be of: the first of each number, which the core reads; the last of each; and pieces that follow
 * each other, as a browser sends what was set at one time.
 */
function chunkSets(chunks: readonly Chunk[]): string[] {
	const [first, last] = [new Map<number, string>(), new Map<number, string>()];
	const runs = [new Map<number, string>()];
	for (const { value, index } of chunks) {
		if (!first.has(index)) first.set(index, value);
		last.set(index, value);
		if (runs.at(-1)?.has(index)) runs.push(new Map());
		runs.at(-1)?.set(index, value);
	}
	return [first, ...runs, last].map((set) =>
		[...set]
			.sort(([a], [b]) => a - b)
			.map(([, value]) => value)
			.join(''),
	);
}

/** Cookies that store a session value, in chunks when it is long, and that remove what is no longer used. */
export function writeSessionCookies(
	name: string,
	value: string,
	options: SetCookie['options'],
	present: readonly string[],
): SetCookie[] {
	const count = Math.ceil(value.length / chunkSize);
	const written = Array.from({ length: count }, (_, index) => ({
		name: count === 1 ? name : `${name}.${index}`,
		value: value.slice(index * chunkSize, (index + 1) * chunkSize),
		options,
	}));
	const names = new Set(written.map((cookie) => cookie.name));
	const stale = present.filter((key) => !names.has(key));
	const replaced = written.filter((cookie) => present.includes(cookie.name));
	return [...twins(replaced), ...written, ...clearCookies(stale, options)];
}

function chunkIndex(key: string, name: string): number | undefined {
	const match = key.startsWith(`${name}.`) ? /^\d{1,3}$/.exec(key.slice(name.length + 1)) : null;
	return match ? Number(match[0]) : undefined;
}
