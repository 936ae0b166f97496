import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { thorough } from '../../test/support/thorough.ts';
import type { WriteChange } from './change.ts';
import { checkSyntax } from './syntax.ts';

const change = (path: string, before: string | null, after: string): WriteChange =>
	before === null
		? { kind: 'create', path, summary: 's', before, after }
		: { kind: 'modify', path, summary: 's', before, after };

describe('what parses passes', () => {
	test.each([
		['a.ts', 'const a: string = `x` satisfies string;\n'],
		['a.mts', 'export const a = await import("b");\n'],
		['a.cts', 'import a = require("b");\nexport = a;\n'],
		['a.tsx', 'export default () => <a href="x">{y as string}</a>;\n'],
		['a.jsx', 'export default () => <a />;\n'],
		['a.js', '#!/usr/bin/env node\n/** @type {string} */\nconst a = <b />;\n'],
		['a.js', '@decorated class A {}\n'],
		['a.cjs', 'module.exports = { a: 1 }\r\n'],
		['a.mjs', '\uFEFFexport { default } from "x" with { type: "json" };\n'],
		['src/routes/[...all].ts', 'export const GET = 1;\n'],
		['package.json', '\uFEFF{ "a": [1, 2] }\n'],
		['tsconfig.json', '{\n\t// comment\n\t"a": [1,],\n}\n'],
		['a.jsonc', '{ /* a */ }'],
		['a.svelte', '<script>const = </script>'],
		['.env', '{{{'],
	])('%s %j', async (path, text) => {
		await expect(checkSyntax([change(path, null, text)])).resolves.toBeUndefined();
	});
});

describe('what does not parse is told with file and line', () => {
	test.each([
		['a.ts', 'const a = 1;\n\nconst b = ;\n', 3],
		['a.ts', '\uFEFFconst a = 1;\r\nconst b = {;\r\n', 2],
		['a.tsx', '<a>\n</b>', 2],
		['a.mts', 'import { from "x";', 1],
		['a.cts', 'function (', 1],
		['a.js', 'const a = 1;\nconst b: string = "x";\n', 2],
		['a.mjs', 'import type { A } from "x";\n', 1],
		['a.cjs', 'enum A {}\n', 1],
		['a.jsx', 'x as y', 1],
		['package.json', '{\n\t"a": 1,\n}\n', 3],
		['package.json', '{\n\t// no\n}\n', 2],
		['tsconfig.json', '{\r\n"a": 1\r\n"b": 2\r\n}', 3],
		['a.json', '', 1],
	])('%s %j: line %i', async (path, text, line) => {
		const ours = await checkSyntax([change('ok.ts', null, ''), change(path, null, text)]).catch(
			(error) => error,
		);
		expect(ours).toMatchObject({ code: 'AG_SYNTAX', message: expect.stringContaining(`line ${line}:`) });
		expect(ours.message).toContain(path);
		expect(ours.message).toContain('a fault of authgraft');

		const hosts = await checkSyntax([change(path, text, `${text} `)]).catch((error) => error);
		expect(hosts).toMatchObject({ code: 'AG_SYNTAX', message: expect.stringContaining(`${path}:${line} `) });
		expect(hosts.message).not.toContain('fault of authgraft');
	});

	test('a good file that we would break is our fault', async () => {
		await expect(checkSyntax([change('a.ts', 'let a;\n', 'let a;\nlet = ;\n')])).rejects.toMatchObject({
			code: 'AG_SYNTAX',
			message: expect.stringMatching(/a\.ts would not parse \(line 2: .*fault of authgraft/),
		});
	});

	test('a broken file that the change mends passes', async () => {
		await expect(checkSyntax([change('a.ts', 'let = ;', 'let a;')])).resolves.toBeUndefined();
	});
});

describe('the parser says what a whole program of TypeScript says', () => {
	const fixtures = join(import.meta.dirname, '../../test/fixtures');
	const all = globSync('**/*.{ts,tsx,mts,cts}', { cwd: fixtures }).sort();
	const files = all.filter((_, index) => thorough || index % 25 === 0);

	/** Line and message of the first fault, or undefined. */
	function byProgram(path: string, text: string): string | undefined {
		const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
		const host = { ...ts.createCompilerHost({}), getSourceFile: () => source, fileExists: () => false };
		const options = {
			...{ allowJs: true, experimentalDecorators: true, noLib: true, noResolve: true },
			target: ts.ScriptTarget.ESNext,
		};
		const [first] = ts.createProgram([path], options, host).getSyntacticDiagnostics(source);
		if (!first) return undefined;
		const line = text.slice(0, first.start).split(/\r\n|\r|\n/).length;
		const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
		return `(line ${line}: ${message})`;
	}

	const ours = (path: string, text: string): Promise<string | undefined> =>
		checkSyntax([change(path, null, text)]).then(
			() => undefined,
			(error) => /\(line \d+: .*\)/s.exec(error.message)?.[0],
		);

	test('for every fixture, whole and cut in two', async () => {
		expect(all.length).toBeGreaterThan(500);
		const faults: string[] = [];
		for (const [index, file] of files.entries()) {
			const text = readFileSync(join(fixtures, file), 'utf8');
			// Some place of each: the half of a file seldom parses.
			const texts = [text, text.slice(0, (text.length * (1 + (index % 7))) / 8)];
			for (const one of texts) {
				const expected = byProgram(file, one);
				expect(await ours(file, one), file).toBe(expected);
				if (expected !== undefined) faults.push(expected);
			}
		}
		expect(faults.length).toBeGreaterThan(files.length / 2);
	}, 120_000);

	test('of JavaScript, for every fixture whose types are left in', async () => {
		const faults: string[] = [];
		for (const file of files) {
			const path = file.replace(/\.([mc]?)ts(x?)$/, '.$1js$2');
			const text = readFileSync(join(fixtures, file), 'utf8');
			// As it is, and without the parts that would be told first.
			for (const one of [
				text,
				text.replace(/\b(?:import|export) type .*/g, ''),
				text.slice(text.length / 2),
			]) {
				const expected = byProgram(path, one);
				expect(await ours(path, one), path).toBe(expected);
				if (expected !== undefined) faults.push(expected);
			}
		}
		expect(faults.length).toBeGreaterThan(files.length / 2);
	}, 120_000);

	test.each([
		'let a: string;',
		'let a = b as string, c = d!;',
		'let a = b satisfies string;',
		'let a = <string>b;',
		'function f(a?) {}',
		'function f<T>(a) {}',
		'function f(a);\nfunction f(a) {}',
		'f<string>();\nnew F<string>();',
		'f<string>`x`;',
		'class A { private a = 1; }',
		'class A { readonly a = 1; b?; }',
		'class A { constructor(private a) {} }',
		'class A { declare a; }',
		'class A<T> {}',
		'class A extends B<string> {}',
		'class A implements B {}',
		'class A extends B implements C {}',
		'abstract class A {}',
		'class A { m?() {} }',
		'class A { override m() {} }',
		'class A { get a(): string { return ""; } }',
		'class A { static async m() {} accessor x = 1; #p = 2; static { f(); } }',
		'const f = (a): a is string => true;',
		'const f = async <T>(a) => a;',
		'interface A {}',
		'type A = string;',
		'const enum A {}',
		'declare const a;',
		'declare global {}',
		'namespace A {}',
		'import type A from "a";',
		'import { type A, b } from "a";',
		'import type { A } from "a";',
		'import a = require("a");',
		'export type { A } from "a";',
		'export { type A };',
		'export type A = string;',
		'export = a;',
		'export default abstract class {}',
		'let a = b ? c : d, e = f?.g, h = null, i = void 0;',
		'for (const a of b) label: break label;',
		'@d class A { @d m() {} @d p = 1; }',
		'@d function f() {}',
		'export default @d class {}',
		'import a, { b as c } from "a" with { type: "json" };',
	])('%s', async (text) => {
		for (const path of ['a.js', 'a.mjs', 'a.cjs'])
			expect(await ours(path, text), path).toBe(byProgram(path, text));
	});
});
