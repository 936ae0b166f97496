import { format, type Options } from 'prettier';
import { expect, test } from 'vitest';
import { newFilesWith } from './new-files.testing.ts';

const sv: Options = { useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 };

test.each<[string, Options]>([
	['as `sv add prettier` sets it up', sv],
	['its own defaults', {}],
	['no semicolons, four spaces', { semi: false, singleQuote: true, tabWidth: 4 }],
	['wide tabs, double quotes', { useTabs: true, tabWidth: 4, trailingComma: 'es5' }],
	['wide lines, terse', { printWidth: 120, bracketSpacing: false, arrowParens: 'avoid' }],
	['wider lines', { printWidth: 140, jsxSingleQuote: true, svelteIndentScriptAndStyle: false }],
])('Prettier leaves every new file as it is: %s', async (_, options) => {
	const files = await newFilesWith(['.prettierrc', JSON.stringify(options)]);
	expect(files.length).toBeGreaterThan(20);
	for (const { from, path, text } of files) {
		const formatted = await format(text, { ...options, filepath: path, plugins: ['prettier-plugin-svelte'] });
		expect(text, `${path} of ${from}`).toBe(formatted);
	}
});
