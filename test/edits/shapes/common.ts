import fc from 'fast-check';

/** A generated file, in the plainest dress: tabs, single quotes, semicolons, `\n`. */
export interface Sample {
	path: string;
	text: string;
	/** The form that decides what the transform does; shares of `edited` are counted by it. */
	form: string;
	request?: object;
}

/** Imports in front of everything else: any number of them, none twice. */
export const imports = (...own: string[]): fc.Arbitrary<string> =>
	fc
		.shuffledSubarray([
			"import defaultOne from 'a-package';",
			"import * as everything from '#lib/everything';",
			"import 'side-effect';",
			"import type { OnlyType } from './types';",
			"import { type Mixed, mixed as renamed } from './mixed.ts';",
			"import both, { second } from 'both';",
			"import {\n\tone, // first\n\ttwo,\n} from './several';",
			"import data from './data.json' with { type: 'json' };",
			"import { 'string name' as odd } from 'odd';",
			"import {} from 'empty';",
			"import { trailing } from './trailing'; // stays here",
			"import { before } from './before'; /* a */ sideEffect();",
			...own,
		])
		.map((lines) => lines.map((line) => `${line}\n`).join(''));

/** Statements that have nothing to do with what is edited, though their texts pretend to. */
export const others: fc.Arbitrary<string> = fc
	.shuffledSubarray(
		[
			"const text = 'export const handle = sequence(a)';",
			// biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file, not a template
			'const template = `${text} } export function load() { return {} }`;',
			"const pattern = /export { handle } from '[^/]*'/u;",
			'function helper(a, b) {\n\treturn a ?? b;\n}',
			'class Store {\n\thandle = 1;\n\tload() {\n\t\treturn { session: 1 };\n\t}\n}',
			'export const prerender = false;',
			'export type Extra = { load: () => void };',
			'export default defaultThing;',
			'if (process.env.DEBUG) {\n\tlog("on");\n}',
			"import late from './late';",
			'export function init() {}',
			'await connect();',
			'label: for (const item of list) continue label;',
			'let counter = 0;',
			'export { counter as count };',
			'\n',
		],
		{ maxLength: 5 },
	)
	.map((lines) => lines.map((line) => `${line}\n`).join(''));

/** Names that an edit would like to use itself, taken here. */
export const taken: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('') },
	{
		weight: 1,
		arbitrary: fc
			.subarray(
				['authHandle', 'appHandle', 'sequence', 'protect', 'authMiddleware', 'authConfig', 'authJsHandle'],
				{
					minLength: 1,
					maxLength: 3,
				},
			)
			.map((names) => names.map((name) => `const ${name} = '${name}';\n`).join('')),
	},
);

/** A form by its name: the text of the statement(s), which may need a line of imports. */
export type Forms = Record<string, string | string[]>;

/** Samples out of named forms, with imports and other statements around them. */
export function samples(
	forms: Forms,
	paths: string[],
	options: { imports?: string[]; request?: fc.Arbitrary<object>; without?: RegExp } = {},
): fc.Arbitrary<Sample> {
	const named = Object.entries(forms).flatMap(([form, texts]) =>
		[texts].flat().map((text) => ({ form, text })),
	);
	const request = options.request ?? fc.constant({});
	return fc
		.tuple(
			fc.constantFrom(...paths),
			fc.constantFrom(...named),
			imports(...(options.imports ?? [])),
			taken,
			request,
		)
		.chain(([path, { form, text }, head, names, asked]) =>
			fc.tuple(others, others).map(([before, after]) => {
				const rest = (lines: string) => (options.without ? lines.replace(options.without, '') : lines);
				const [lead, body] = text.includes('---\n') ? (text.split('---\n') as [string, string]) : ['', text];
				// A statement stands once in a file.
				const behind = after.split('\n').every((line) => line === '' || !before.includes(line)) ? after : '';
				const whole = `${lead}${head}${names}${rest(before)}\n${body}\n${rest(behind)}`;
				return { path, text: plain(path, whole), form, request: asked };
			}),
		);
}

/** JavaScript has no types: the samples that need them are left with the rest. */
const plain = (path: string, text: string): string =>
	/\.[cm]?js$/.test(path)
		? text.replace(/^(?:import|export) type .*\n/gm, '').replace('type Mixed, ', '')
		: text;
