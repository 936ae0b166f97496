import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames } from './package-json.ts';

const asNpm = (a: string, b: string): number => a.localeCompare(b, 'en');

const names = [
	...[
		'a',
		'a-b',
		'a.b',
		'a_b',
		'a/b',
		'ab',
		'a1',
		'a-1',
		'a.1',
		'A',
		'B',
		'Ab',
		'1a',
		'@a',
		'@1',
		'_a',
		'-a',
	],
	...[
		'@a/b',
		'@a/b-c',
		'@a-b/c',
		'@a.b/c',
		'@a_b/c',
		'@A/b',
		'@auth/core',
		'@authgraft/runtime',
		'é',
		'a~b',
		'',
	],
];

test.each(names)('%j is sorted as npm sorts it', (a) => {
	for (const b of names) expect([b, Math.sign(compareNames(a, b))]).toEqual([b, asNpm(a, b)]);
});

test('any names are', () => {
	const name = fc.stringMatching(/^@?[a-z\d._/~-]{1,6}$/);
	fc.assert(
		fc.property(name, name, (a, b) => {
			expect(Math.sign(compareNames(a, b))).toBe(asNpm(a, b));
		}),
		{ numRuns: 5_000 },
	);
});
