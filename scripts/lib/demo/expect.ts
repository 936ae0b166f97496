/** @throws Error with the sentence, unless it holds */
export function expect(holds: boolean, otherwise: string): asserts holds {
	if (!holds) throw new Error(otherwise);
}
