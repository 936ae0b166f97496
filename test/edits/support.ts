/**
 * How many cases a property runs. `PROPERTY_RUNS=20 npx vitest run --project properties` makes it twenty times as
 * many; `PROPERTY_SEED=...` repeats the run that a failure names, `PROPERTY_SEED=random` looks elsewhere each time. The
 * same files otherwise: an old fault that turns up one day says nothing about the change of that day.
 */
export function runs(count: number): { numRuns: number; seed?: number } {
	const seed = process.env.PROPERTY_SEED ?? '1';
	return {
		numRuns: Math.ceil(count * Number(process.env.PROPERTY_RUNS ?? 1)),
		...(seed === 'random' ? {} : { seed: Number(seed) }),
	};
}
