import { describe, expect, test } from 'vitest';
import { renamed, sameCode, sameText } from './code.ts';

describe('what stands in templates', () => {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: a code that holds one.
	const name = 'const name = `${first} and ${{ a: `${b}` }.a} more`;';
	const list = '[\n\t1,\n]';

	test('ends where it ends: what follows is code again', () => {
		expect(sameText(`${name} const all = [1];`, `${name} const all = ${list};`)).toBe(true);
		expect(sameCode(`${name} const all = "1";`, `${name}\n// one\nconst all = '1';`)).toBe(true);
		expect(sameCode(`${name} const all = 1;`, `${name} const all = 2;`)).toBe(false);
		expect(sameCode(name, name.replace('more', 'less'))).toBe(false);
		expect(sameText(name, name.replace(' more', '\n\tmore'))).toBe(false);
	});

	test('names in there are names', () => {
		expect(renamed(`${name} first();`, [['first', 'second']])).toBe(
			`${name.replace('first', 'second')} second();`,
		);
		expect(renamed('const first = `first`;', [['first', 'second']])).toBe('const second = `first`;');
	});
});
