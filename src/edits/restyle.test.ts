import { expect, test } from 'vitest';
import { restyle } from './restyle.ts';
import { defaultStyle } from './source.ts';

const code = [
	"import { a } from 'a';",
	'',
	'export const load = async () => {',
	"	if (a) return 'it is';",
	"	return { quote: '\"', list: a(",
	"		'x'",
	'	) };',
	'};',
	'',
].join('\n');

test('the default style changes nothing', () => {
	expect(restyle('x.ts', code, defaultStyle)).toBe(code);
});

test('indentation, quotes, semicolons and line endings of the host', () => {
	const style = { ...defaultStyle, indent: '  ', quote: '"', semicolons: false, eol: '\r\n' } as const;
	expect(restyle('x.ts', code, style)).toBe(
		[
			'import { a } from "a"',
			'',
			'export const load = async () => {',
			'  if (a) return "it is"',
			"  return { quote: '\"', list: a(",
			'    "x"',
			'  ) }',
			'}',
			'',
		].join('\r\n'),
	);
});

test('trailing commas only in lists on several lines', () => {
	const text = 'const a = {\n\tb: [1, 2],\n\tc: [\n\t\t1\n\t]\n};\n';
	expect(restyle('x.ts', text, { ...defaultStyle, trailingCommas: true })).toBe(
		'const a = {\n\tb: [1, 2],\n\tc: [\n\t\t1,\n\t],\n};\n',
	);
});

test('markup gets indentation and line endings only', () => {
	expect(
		restyle('page.svelte', "<p>\n\t{'a'};\n</p>\n", { ...defaultStyle, indent: '    ', quote: '"' }),
	).toBe("<p>\n    {'a'};\n</p>\n");
});
