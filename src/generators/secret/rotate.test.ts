import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filled, rotated } from './rotate.ts';

const set = (slots: Filled): string[] => slots.filter((slot) => slot !== undefined);

test.each([
	[['a'], ['a', 'new']],
	[
		[undefined, 'a'],
		[undefined, 'a', 'new'],
	],
	[
		['a', undefined, undefined, 'b'],
		['a', undefined, 'b', 'new'],
	],
	[
		['a', undefined, 'b', 'c'],
		['a', 'b', 'c', 'new'],
	],
	[
		['a', 'b', 'c', 'd'],
		['b', 'c', 'd', 'new'],
	],
	[[], ['new']],
] as [Filled, Filled][])('%j becomes %j', (before, after) => {
	expect(rotated(before, 'new')).toEqual(after);
});

test('the new one is the last, the others keep their order, and only of four the oldest goes', () => {
	const slots = fc.tuple(...['a', 'b', 'c', 'd'].map((name) => fc.constantFrom(name, undefined)));
	fc.assert(
		fc.property(slots, (before) => {
			const after = rotated(before, 'new');
			expect(after).toHaveLength(4);
			expect(set(after)).toEqual([...set(before), 'new'].slice(-4));
		}),
		{ seed: 8, numRuns: 200 },
	);
});
