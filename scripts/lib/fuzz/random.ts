/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** At least 0, less than 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	/** A whole number below a limit. */
	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	/** @throws Error for an empty list */
	pick<T>(list: readonly T[]): T {
		if (list.length === 0) throw new Error('nothing to pick from');
		return list[this.below(list.length)] as T;
	}

	/** Small numbers more often than large ones. */
	small(limit: number): number {
		return this.below(this.below(limit) + 1);
	}
}
