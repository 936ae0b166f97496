import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Transform, transforms } from '../../src/edits/testing/transforms.ts';
import { fixturesOf } from './fixtures.ts';
import { runs } from './support.ts';

/** No text makes a transform throw, and whatever it says stands for itself. */
function survives(transform: Transform, path: string, text: string): void {
	const result = transform(path, text, {});
	expect(['edited', 'unchanged', 'refused']).toContain(result.kind);
	if (result.kind === 'edited') transform(path, result.text, {});
	else expect(result.reason).not.toBe('');
}

const words = [
	...[
		'export',
		'const',
		'let',
		'handle',
		'load',
		'variables',
		'default',
		'=',
		'(',
		')',
		'{',
		'}',
		'[',
		']',
		',',
		';',
	],
	...[
		'=>',
		'async',
		'function',
		'import',
		'from',
		"'./a'",
		'"use strict"',
		'return',
		'`',
		'${',
		'/',
		'*',
		'//',
		'/*',
	],
	...[
		'*/',
		'\n',
		'\r\n',
		'\r',
		'\u2028',
		'\0',
		'\uFEFF',
		'\uD800',
		'<',
		'>',
		'</a>',
		'<<<<<<< HEAD',
		'=======',
		'#!',
	],
	...[
		'@',
		'#',
		'\\u0061',
		'sequence',
		'solidStart',
		'createMiddleware',
		'defineEnvVars',
		'...',
		'?.',
		'??',
		'KEY=',
		'"',
	],
];
const garbage: Record<string, fc.Arbitrary<string>> = {
	text: fc.string({ unit: 'binary', maxLength: 60 }),
	words: fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(' ')),
	'words without blanks': fc
		.array(fc.constantFrom(...words), { maxLength: 25 })
		.map((parts) => parts.join('')),
};

for (const [name, transform] of Object.entries(transforms)) {
	describe(name, () => {
		const fixtures = fixturesOf(name);
		const path = fixtures[0]?.path ?? '';

		for (const [kind, texts] of Object.entries(garbage))
			test(`survives ${kind}`, () => {
				fc.assert(
					fc.property(texts, (text) => survives(transform, path, text)),
					runs(30),
				);
			});

		if (fixtures.length > 0)
			test('survives half a file, a doubled one, and one with a splinter in it', () => {
				const broken = fc.tuple(
					fc.constantFrom(...fixtures),
					fc.nat(),
					fc.nat(),
					fc.constantFrom(...words, ''),
				);
				fc.assert(
					fc.property(broken, ([fixture, a, b, splinter]) => {
						const { text } = fixture;
						const [from, to] = [a % (text.length + 1), b % (text.length + 1)];
						survives(transform, fixture.path, text.slice(0, from) + splinter + text.slice(to));
					}),
					runs(40),
				);
			});

		test('survives deep nesting', () => {
			for (const depth of [10, 150])
				for (const [open, close] of ['()', '[]', '{}'].map((pair) => [...pair] as [string, string]))
					survives(transform, path, `export default ${open.repeat(depth)}1${close.repeat(depth)};\n`);
		});
	});
}
