/** Some of a list, in random order, and the same ones for the same seed. A larger sample begins with the smaller one. */
export function sample<T>(list: readonly T[], size: number, seed: number): T[] {
	const random = randomNumbers(seed);
	const rest = [...list];
	const taken: T[] = [];
	while (taken.length < size && rest.length > 0)
		taken.push(...rest.splice(Math.floor(random() * rest.length), 1));
	return taken;
}

/** Mulberry32: numbers from 0 up to 1. */
function randomNumbers(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
