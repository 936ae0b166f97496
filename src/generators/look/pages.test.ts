import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { format, type Options } from 'prettier';
import { compile } from 'svelte/compiler';
import { expect, test } from 'vitest';
import { project } from '../../host/testing.ts';
import { accountFilesWith } from './pages.testing.ts';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** A formatter for each of what widths, quotes and blanks can be; all of them in the second circle. */
const formatters: [string, Options][] = [
	[
		'as `sv add prettier` sets it up',
		{ useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 },
	],
	['no semicolons, four spaces', { semi: false, singleQuote: true, tabWidth: 4 }],
	['its own defaults', {}],
	[
		'wide lines, terse',
		{ printWidth: 140, bracketSpacing: false, arrowParens: 'avoid', svelteIndentScriptAndStyle: false },
	],
];
const first = process.env.AUTHGRAFT_TESTS === 'all' ? formatters : formatters.slice(0, 1);

test.each(first)('Prettier leaves every page for accounts as it is: %s', async (_, options) => {
	const files = await accountFilesWith(['.prettierrc', JSON.stringify(options)]);
	expect(files.length).toBeGreaterThan(50);
	for (const { path, text } of files) {
		const formatted = await format(text, { ...options, filepath: path, plugins: ['prettier-plugin-svelte'] });
		expect(text, path).toBe(formatted);
	}
});

test('Biome leaves them as they are, and finds no fault', async () => {
	const options = { formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 90 } };
	const files = await accountFilesWith(['biome.json', JSON.stringify(options)]);
	const root = project({
		'biome.json': JSON.stringify({ root: true, ...options, json: { formatter: { enabled: false } } }),
		...Object.fromEntries(files.map(({ path, text }, index) => [`${index}/${path}`, text])),
	});
	const run = spawnSync(process.execPath, [biome, 'check', '--colors=off', '--diagnostic-level=error', '.'], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(run.stdout + run.stderr).toMatch(
		new RegExp(`Checked ${files.length + 1} files in .*No fixes applied`),
	);
});

test('Svelte compiles them without a word about accessibility', async () => {
	const files = (await accountFilesWith(['.prettierrc', '{}'])).filter(({ path }) =>
		path.endsWith('.svelte'),
	);
	const warnings = files.flatMap(({ path, text }) =>
		compile(text, { generate: 'server', filename: path }).warnings.map(({ message }) => message),
	);
	expect(warnings).toEqual([]);
});

test('no script of Svelte puts a value in the place of what was typed before it ran', async () => {
	const files = (await accountFilesWith(['.prettierrc', '{}'])).filter(({ path }) =>
		path.endsWith('.svelte'),
	);
	const inputs = files.flatMap(({ text }) => text.match(/<input\b(?:=>|[^>])*>/g) ?? []);
	const typed = inputs.filter(
		(input) => !/\b(?:readonly|bind:value)\b|type="(?:hidden|submit|button)"/.test(input),
	);
	// An address to sign up with, for a lost password, to change to; a name. In Svelte 4 and 5.
	expect(typed.filter((input) => /defaultValue=/.test(input)).length).toBeGreaterThanOrEqual(4);
	expect(typed.filter((input) => /\{\.\.\.given\(/.test(input)).length).toBeGreaterThanOrEqual(4);
	expect(typed.filter((input) => /\bvalue=/.test(input))).toEqual([]);
});
