/**
 * How many cases a property runs. `PROPERTY_RUNS=20 npx vitest run --project unit test/edits` makes it twenty times as
 * many; `PROPERTY_SEED=...` repeats the run that a failure names.
 */
export function runs(count: number): { numRuns: number; seed?: number } {
	const seed = process.env.PROPERTY_SEED;
	return {
		numRuns: Math.ceil(count * Number(process.env.PROPERTY_RUNS ?? 1)),
		...(seed ? { seed: Number(seed) } : {}),
	};
}
