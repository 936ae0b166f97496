import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { project } from '../../host/testing.ts';
import { newFilesWith } from './new-files.testing.ts';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

test.each([
	['its own defaults', {}],
	[
		'as the SvelteKit starter is written',
		{
			formatter: { indentStyle: 'tab', lineWidth: 100 },
			javascript: { formatter: { quoteStyle: 'single', trailingCommas: 'none' } },
		},
	],
	[
		'spaces, as little as possible',
		{
			formatter: { indentStyle: 'space', indentWidth: 4, lineWidth: 120 },
			javascript: {
				formatter: { semicolons: 'asNeeded', arrowParentheses: 'asNeeded', bracketSpacing: false },
			},
		},
	],
])('Biome leaves every new file as it is, and finds no fault: %s', async (_, options) => {
	const files = await newFilesWith(['biome.json', JSON.stringify(options)]);
	expect(files.length).toBeGreaterThan(20);
	const root = project({
		'biome.json': `${JSON.stringify({ root: true, ...options, json: { formatter: { enabled: false } } })}`,
		...Object.fromEntries(files.map(({ path, text }, index) => [`${index}/${path}`, text])),
	});
	// Formatting, the recommended rules and the order of imports. (It takes what markup uses for unused: a warning.)
	const run = spawnSync(process.execPath, [biome, 'check', '--colors=off', '--diagnostic-level=error', '.'], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(run.stdout + run.stderr).toMatch(
		new RegExp(`Checked ${files.length + 1} files in .*No fixes applied`),
	);
	expect(run.status).toBe(0);
});
