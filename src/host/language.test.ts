import { expect, test } from 'vitest';
import { findLanguage } from './language.ts';
import { project } from './testing.ts';

test.each([
	['ts', 'the starter', { 'tsconfig.json': '{}', 'src/app.d.ts': '', 'src/lib/index.ts': '' }],
	[
		'ts',
		'nothing but Svelte files',
		{ 'tsconfig.json': '{}', 'src/app.d.ts': '', 'src/routes/+page.svelte': '' },
	],
	[
		'ts',
		'one TypeScript file among JavaScript',
		{ 'tsconfig.json': '{}', 'src/a.js': '', 'src/b/c/d.ts': '' },
	],
	['ts', 'a .tsx', { 'tsconfig.json': '{}', 'src/a.js': '', 'src/app.tsx': '' }],
	['ts', 'no sources at all', { 'tsconfig.json': '{}' }],
	[
		'js',
		'a tsconfig for the editor only',
		{ 'tsconfig.json': '{}', 'src/app.d.ts': '', 'src/hooks.server.js': '' },
	],
	[
		'js',
		'TypeScript only in skipped folders',
		{ 'tsconfig.json': '{}', 'src/a.js': '', 'src/dist/a.ts': '' },
	],
	['js', 'jsconfig', { 'jsconfig.json': '{}', 'src/lib/index.js': '' }],
	['js', 'jsconfig beside TypeScript', { 'jsconfig.json': '{}', 'src/lib/index.ts': '' }],
	['js', 'neither', { 'src/lib/index.js': '' }],
	['ts', 'no configuration, and TypeScript alone', { 'src/app.d.ts': '', 'src/lib/index.ts': '' }],
	['js', 'no configuration, and both', { 'src/lib/index.ts': '', 'src/lib/other.js': '' }],
	['js', 'no configuration, and no sources', { 'src/app.d.ts': '' }],
] as const)('%s: %s', (language, _, files) => {
	expect(findLanguage(project(files), 'src')).toBe(language);
});
