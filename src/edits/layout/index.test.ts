import { describe, expect, test } from 'vitest';
import { defaultLayout, defaultStyle, type Style } from '../../syntax/style.ts';
import { restyle } from './index.ts';

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
	const text = 'const a = {\n\tb: [1, 2],\n\tc: { d: 1 }\n};\n';
	expect(restyle('x.ts', text, { ...defaultStyle, trailingCommas: true })).toBe(
		'const a = {\n\tb: [1, 2],\n\tc: { d: 1 },\n};\n',
	);
});

test('markup gets quotes, indentation and line endings', () => {
	expect(
		restyle('page.svelte', "<p>\n\t{a ? 'a' : '\"'};\n</p>\n", {
			...defaultStyle,
			indent: '    ',
			quote: '"',
			eol: '\r\n',
		}),
	).toBe('<p>\r\n    {a ? "a" : \'"\'};\r\n</p>\r\n');
});

test('the script of a component gets all of it, and its own style where `.svelte` files have one', () => {
	const text = "<script>\n\timport { a } from './a';\n</script>\n\n<p>{a}</p>\n";
	const layout = { ...defaultLayout, componentIndent: false, bracketSpacing: false };
	const svelte = { ...defaultStyle, quote: '"', semicolons: false, layout } as const;
	expect(restyle('page.svelte', text, { ...defaultStyle, svelte })).toBe(
		'<script>\nimport {a} from "./a"\n</script>\n\n<p>{a}</p>\n',
	);
	expect(restyle('page.ts', "import { a } from './a';\n", { ...defaultStyle, svelte })).toBe(
		"import { a } from './a';\n",
	);
});

describe('lines', () => {
	const at = (width: number, more: Partial<Style> = {}, tabWidth = 2): Style => ({
		...defaultStyle,
		...more,
		layout: { ...defaultLayout, width, tabWidth },
	});

	test.each([
		['import', "import { one, two } from 'three';\n", "import {\n\tone,\n\ttwo\n} from 'three';\n"],
		['array', 'const list = [first, second];\n', 'const list = [\n\tfirst,\n\tsecond\n];\n'],
		[
			'arguments, of which the last has no brackets',
			'const all = run(first, second());\n',
			'const all = run(\n\tfirst,\n\tsecond()\n);\n',
		],
		[
			'arguments, of which the last has some',
			'const all = run(first, { second: 2 });\n',
			'const all = run(first, {\n\tsecond: 2\n});\n',
		],
		[
			'a parameter that is taken apart',
			'function run({ first, second }: Things) {}\n',
			'function run({\n\tfirst,\n\tsecond\n}: Things) {}\n',
		],
		['an arrow', 'const search = () => run(first);\n', 'const search = () =>\n\trun(first);\n'],
		[
			'a text',
			"const a = {\n\tdescription: 'as long as this'\n};\n",
			"const a = {\n\tdescription:\n\t\t'as long as this'\n};\n",
		],
		[
			'a condition',
			'const a = condition ? first : second;\n',
			'const a = condition\n\t? first\n\t: second;\n',
		],
	])('break when they are too long: %s', (_, text, broken) => {
		const longest = Math.max(...text.split('\n').map((line) => line.replace('\t', '  ').length));
		expect(restyle('x.ts', text, at(longest))).toBe(text);
		expect(restyle('x.ts', text, at(longest - 1))).toBe(broken);
	});

	test('break from the outside in, with commas where the style has them', () => {
		const style = at(24, { trailingCommas: true });
		const broken = 'const a = run(\n\tb,\n\tc([\n\t\t"eleven ten",\n\t\t"nine eight",\n\t])\n);\n';
		const text = 'const a = run(b, c(["eleven ten", "nine eight"]));\n';
		expect(restyle('x.ts', text, { ...style, quote: '"' })).toBe(broken);
	});

	test('count a tab as wide as it is shown', () => {
		const text = 'function a() {\n\treturn b(c, d);\n}\n';
		expect(restyle('x.ts', text, at(19, {}, 4))).toBe(text);
		expect(restyle('x.ts', text, at(19, {}, 5))).toBe(
			'function a() {\n\treturn b(\n\t\tc,\n\t\td\n\t);\n}\n',
		);
	});

	test('join where they fit, unless a comment stands between', () => {
		expect(restyle('x.ts', 'const a = [\n\tb,\n\tc\n];\n', at(80))).toBe('const a = [b, c];\n');
		const text = 'const a = [\n\t// why\n\tb\n];\n';
		expect(restyle('x.ts', text, at(80))).toBe(text);
	});
});
