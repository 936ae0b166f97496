import { expect, test } from 'vitest';
import { bounded } from './notes.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

test('bounded: all of ten lines, and of more how many are left out', () => {
	expect(bounded([])).toEqual([]);
	expect(bounded(lines(10))).toEqual(lines(10));
	expect(bounded(lines(11))).toEqual([...lines(10), 'and 1 more: --json has all of them']);
	expect(bounded(lines(99), { what: 'files', rest: 'authgraft routes lists them' }).at(-1)).toBe(
		'and 89 more files: authgraft routes lists them',
	);
});
