/** Chance that a number repeats (mulberry32): the same seed makes the same world on every machine. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed | 0;
	}

	/** At least 0, below 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** A whole number from 0 to `most`. */
	upTo(most: number): number {
		return Math.floor(this.next() * (most + 1));
	}

	pick<T>(list: readonly T[]): T {
		return list[this.upTo(list.length - 1)] as T;
	}

	/** Up to `most` of a list, in an order of its own. */
	some<T>(list: readonly T[], most: number): T[] {
		const left = [...list];
		const taken: T[] = [];
		while (taken.length < most && left.length > 0) taken.push(...left.splice(this.upTo(left.length - 1), 1));
		return taken;
	}
}
