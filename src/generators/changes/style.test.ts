import { expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { kit3, project } from '../../host/testing.ts';
import { defaultStyle } from '../../syntax/style.ts';
import { hostStyle } from './style.ts';

const styleOf = async (files: Record<string, string>) => hostStyle(await readHost(project(kit3(files))));

const double = 'import { a } from "./a"\n\nexport const b = {\n  a: a("x"),\n}\n';

test('without a formatter most files decide, one vote each', async () => {
	// The config of the host has single quotes and semicolons, and so has one long file.
	const single = `${"import { a } from './a';\n".repeat(20)}function b() {\n\treturn a;\n}\n`;
	const files = { 'src/one.ts': double, 'src/lib/two.ts': double, 'src/routes/+layout.ts': single };
	expect(await styleOf({ ...files, 'src/lib/three.ts': double })).toEqual({
		...defaultStyle,
		indent: '  ',
		quote: '"',
		semicolons: false,
		trailingCommas: true,
	});
	expect(await styleOf({ 'src/one.ts': double, 'src/routes/+layout.ts': single })).toMatchObject({
		quote: "'",
		semicolons: true,
	});
});

test('what cannot be read or shows nothing has no vote', async () => {
	expect(await styleOf({ 'src/one.ts': '\0', 'src/two.ts': '' })).toEqual(defaultStyle);
});

test('the formatter decides against all files, apart from what it does not know of', async () => {
	const crlf = double.replaceAll('\n', '\r\n').replace('./a', './a.ts');
	const style = await styleOf({
		'src/one.ts': crlf,
		'src/two.ts': crlf,
		'src/three.ts': crlf,
		'.prettierrc': '{ "tabWidth": 3, "singleQuote": true, "trailingComma": "es5", "endOfLine": "auto" }',
	});
	expect(style).toMatchObject({
		eol: '\r\n',
		indent: '   ',
		quote: "'",
		semicolons: true,
		trailingCommas: true,
		importExtension: '.ts',
		layout: { width: 80, tabWidth: 3, callCommas: false },
	});
});
