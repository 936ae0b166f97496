import { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';
import { kindOf, type Target } from './target.ts';

export interface Finding {
	target: string;
	/** What does not hold. */
	kind: string;
	/** The shortest input that was found for it. */
	input: string;
	error: unknown;
}

export interface Hunt {
	seed: number;
	/** Inputs to begin with. */
	corpus: readonly string[];
	/** Milliseconds, or a number of inputs. */
	limit: { ms: number } | { inputs: number };
	/** Goes on from inputs that reach what none did before. Asking costs more than most readers do. */
	guided?: boolean;
}

export interface Outcome {
	inputs: number;
	findings: Finding[];
}

/** So many inputs are looked at together, since asking for coverage takes longer than they do. */
const batchSize = 50;

const largestPool = 5000;

/** After so many kinds of findings a reader is broken in general. */
const mostFindings = 20;

/** Gives a target inputs until the limit is reached: those of the corpus first, then mutated and made ones. */
export async function hunt(target: Target, { seed, corpus, limit, guided = false }: Hunt): Promise<Outcome> {
	const random = new Random(seed);
	const pool = [...corpus, ...Array.from({ length: 30 }, () => target.make(random))];
	const found = new Map<string, Finding>();
	const coverage = guided ? await Coverage.start(target.source) : undefined;
	const end = 'ms' in limit ? performance.now() + limit.ms : Number.POSITIVE_INFINITY;
	const most = 'inputs' in limit ? limit.inputs : Number.POSITIVE_INFINITY;
	let inputs = 0;
	const isOver = () => inputs >= most || performance.now() >= end || found.size >= mostFindings;
	const next = (): string => {
		if (inputs < corpus.length) return corpus[inputs] as string;
		if (random.next() < 0.2) return target.make(random);
		return mutate(random.pick(pool), random, { others: pool, words: target.words });
	};
	while (!isOver()) {
		const batch: string[] = [];
		while (batch.length < batchSize && !isOver()) {
			const input = next();
			inputs++;
			batch.push(input);
			const error = await failureOf(target, input);
			if (error === undefined || found.has(kindOf(error))) continue;
			const kind = kindOf(error);
			found.set(kind, { target: target.name, kind, error, input: await shorten(target, input, kind) });
		}
		// Which one of them it was is not worth asking: all are mutated further, and most leave it at that.
		if (pool.length < largestPool && (await coverage?.isNew())) pool.push(...batch);
	}
	coverage?.stop();
	return { inputs, findings: [...found.values()] };
}

/** Undefined when all holds. */
export async function failureOf({ check }: Target, input: string): Promise<unknown> {
	try {
		await check(input);
		return undefined;
	} catch (error) {
		return error ?? new Error('nothing was thrown');
	}
}

/** Takes away whatever the fault does not need, larger stretches first. */
export async function shorten(target: Target, input: string, kind: string): Promise<string> {
	let shortest = input;
	const end = performance.now() + 5000;
	const fails = async (text: string) => {
		const error = await failureOf(target, text);
		return error !== undefined && kindOf(error) === kind;
	};
	for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let at = 0; at < shortest.length && performance.now() < end; ) {
			const without = shortest.slice(0, at) + shortest.slice(at + size);
			if (await fails(without)) shortest = without;
			else at += size;
		}
	}
	return shortest;
}
