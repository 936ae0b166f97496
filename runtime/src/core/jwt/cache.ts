import type { ShownClaims } from './claims.js';

/**
 * How much the cache of verified session tokens may hold.
 *
 * Specification: section 2.5; the specification has no cache.
 */
export interface SessionCacheLimits {
	/** How many tokens. Default 10,000. */
	entries?: number;
	/** Bytes of memory, an upper estimate. Default 8 MiB. */
	bytes?: number;
	/** Seconds after which a token is verified anew. Default 600. */
	maxAge?: number;
}

/** What an entry takes besides its texts: the digest, the entry itself, its place in the map. */
const overhead = 500;

/** What is remembered of a token. */
export interface KnownClaims {
	/** Name of the cookie that the token is for. To any other one it is worthless. */
	readonly salt: string;
	/** All claims, as JSON. */
	text: string;
	/** What a session shows of them: made when it is wanted first, and null where that is not to be known in advance. */
	shown?: ShownClaims | null;
}

interface Entry extends KnownClaims {
	/** Milliseconds. */
	since: number;
	bytes: number;
}

/**
 * Claims of tokens that have been verified, as JSON, by a digest of the token: the tokens themselves are not kept. Those
 * that were not seen for longest go first. Whether claims still hold is for the reader to check, at each hit.
 */
export class ClaimsCache {
	readonly #entries = new Map<string, Entry>();
	readonly #most: Required<SessionCacheLimits>;
	#bytes = 0;

	constructor({ entries = 10_000, bytes = 8 * 1024 * 1024, maxAge = 600 }: SessionCacheLimits = {}) {
		this.#most = { entries, bytes, maxAge };
	}

	get size(): number {
		return this.#entries.size;
	}

	/** Estimate of what is held. */
	get bytes(): number {
		return this.#bytes;
	}

	get(id: string, salt: string): KnownClaims | undefined {
		const entry = this.#entries.get(id);
		if (entry?.salt !== salt) return undefined;
		const age = Date.now() - entry.since;
		// Below zero: the clock was set back, and nobody knows how old this is.
		if (age < 0 || age >= this.#most.maxAge * 1000) {
			this.delete(id);
			return undefined;
		}
		this.#entries.delete(id);
		this.#entries.set(id, entry);
		return entry;
	}

	set(id: string, salt: string, text: string): void {
		this.delete(id);
		// Characters may take two bytes each, and those that are shown stand there twice.
		const bytes = overhead + 4 * text.length;
		this.#entries.set(id, { salt, text, since: Date.now(), bytes });
		this.#bytes += bytes;
		for (const oldest of this.#entries.keys()) {
			if (this.#entries.size <= this.#most.entries && this.#bytes <= this.#most.bytes) break;
			this.delete(oldest);
		}
	}

	delete(id: string): void {
		this.#bytes -= this.#entries.get(id)?.bytes ?? 0;
		this.#entries.delete(id);
	}
}
