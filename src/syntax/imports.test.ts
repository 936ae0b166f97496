import { expect, test } from 'vitest';
import { sameModule } from './imports.ts';

test.each([
	['./a', './a', true],
	['./a.js', './a.ts', true],
	['../a.ts', '../a', true],
	['./a.mjs', './a', false],
	['./a', './b', false],
	// A package may be called so.
	['a.js', 'a', false],
	// `export { a };` names none.
	[undefined, './a', false],
])('%s and %s are one module: %s', (one, other, expected) => {
	expect(sameModule(one, other)).toBe(expected);
});
