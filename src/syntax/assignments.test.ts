import { SyntaxKind } from 'ts-morph';
import { expect, test } from 'vitest';
import { assignmentsTo, isAssigned } from './assignments.ts';
import { parse } from './source.ts';

test.each([
	['a = 1', 1],
	['a ??= 1; a += 1; a >>>= 1', 3],
	['(a as number) = 1', 1],
	['({ a, b: [a] } = x)', 1],
	['[b, ...a] = x', 1],
	['const f = () => { a ||= 1; }', 1],
	['b = a', 0],
	['a === 1; a < 1; a && b; a, b; a ** 2; a ?? b', 0],
	['a.b = 1', 0],
	['f(a)[0] = 1', 0],
])('assignments to a in %s: %i', (code, count) => {
	expect(assignmentsTo(parse('a.ts', code).ast, 'a')).toHaveLength(count);
});

test.each([
	['a.b = 1', true],
	['a.b ||= 1', true],
	['[x, a.b] = y', true],
	['({ x: a.b, y } = z)', true],
	['({ x: [(a.b)] } = z)', true],
	['x = a.b', false],
	['a.b === 1', false],
	['a.b && x', false],
	['a.b < 1', false],
	['a.b ?? x', false],
	['f({ x: a.b })', false],
	['a.b', false],
])('a.b is assigned in %s: %s', (code, expected) => {
	const [target] = parse('a.ts', code).ast.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression);
	expect(target && isAssigned(target)).toBe(expected);
});
