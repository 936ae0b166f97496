import type { Random } from './random.ts';

/** Something that reads what strangers send or projects contain, and what must hold whatever it is given. */
export interface Target {
	name: string;
	/** Words that its format has, for mutations. */
	words: readonly string[];
	/** A text made from scratch, which looks like the real thing. */
	make(random: Random): string;
	/** @throws Broken when something does not hold; whatever else is thrown is a fault, too */
	check(input: string): void | Promise<void>;
	/** The source files whose coverage says that an input is worth keeping: parts of their paths. */
	source: readonly string[];
	/** How many inputs the short run inside `npm test` takes. */
	short: number;
}

/** A promise that does not hold for an input. */
export class Broken extends Error {
	override name = 'Broken';
}

/** @param what the promise, in words: findings with the same ones are taken for the same */
export function must(holds: boolean, what: string, seen?: unknown): asserts holds {
	if (holds) return;
	throw new Broken(seen === undefined ? what : `${what}\n${JSON.stringify(seen)?.slice(0, 500)}`);
}

/** What a finding is told apart by: the promise, or the kind of exception with the place that threw it. */
export function kindOf(error: unknown): string {
	if (error instanceof Broken) return error.message.split('\n')[0] as string;
	if (!(error instanceof Error)) return `throws ${typeof error}`;
	const place = /\n\s+at (?:async )?([\w.<> ]+) \(/.exec(error.stack ?? '')?.[1] ?? '';
	return `throws ${error.name} in ${place}`;
}
