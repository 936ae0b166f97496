import { expect, test } from 'vitest';
import { apply, mutantsOf } from './mutants.ts';

const allOf = (source: string) => mutantsOf('a.ts', source).map((mutant) => apply(source, mutant));

test.each([
	['a === b', ['a !== b']],
	['a !== b', ['a === b']],
	['a < 1', ['a <= 1', 'a < 2']],
	['a >= b', ['a > b']],
	['a && !b', ['a || !b', 'a && b']],
	['a ?? b', ['a']],
	['a?.b', ['a.b']],
	['a?.(b)', ['a(b)']],
	['a?.[0]', ['a[0]', 'a?.[1]']],
	['a ? b : c', ['true ? b : c', 'false ? b : c']],
	['if (a) return;', ['if (true) return;', 'if (false) return;']],
	['while (a) b();', ['while (false) b();']],
	['a.every(b)', ['a.some(b)']],
	["a.startsWith('/')", ["a.endsWith('/')"]],
	['f(true)', ['f(false)']],
	['f(1_000)', ['f(1001)']],
])('%s', (source, mutants) => {
	expect(allOf(source).sort()).toEqual([...mutants].sort());
});

test.each([
	'let a: 1 | true;',
	'interface A { b?: false }',
	'throw new Error(a ? b : String(1));',
	"import a from './a.js';",
	"f('a === b', /a?b/);",
	'for (;;) a();',
])('is left alone: %s', (source) => {
	expect(allOf(source)).toEqual([]);
});
