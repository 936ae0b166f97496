/** How many requests are under way at a time. */
const atOnce = 4;

/** Does something for each of a list, a few at a time. @returns what came of it, in their order */
export async function inTurns<T, Result>(
	list: readonly T[],
	run: (one: T) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let at = 0; at < list.length; at += atOnce)
		results.push(...(await Promise.all(list.slice(at, at + atOnce).map(run))));
	return results;
}
