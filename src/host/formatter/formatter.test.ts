import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFiles } from '../files/index.ts';
import { project } from '../testing.ts';
import type { Formatting } from './formatting.ts';
import { readFormatter } from './index.ts';

const prettier = {
	tabs: false,
	tabWidth: 2,
	width: 80,
	semicolons: true,
	singleQuotes: false,
	jsxSingleQuotes: false,
	trailingCommas: 'all',
	bracketSpacing: true,
	arrowParentheses: true,
	eol: 'lf',
	componentIndent: true,
} satisfies Formatting;
const biome = { ...prettier, tabs: true, componentIndent: false };

function read(files: Record<string, string>, more: { devDependencies?: object; app?: string } = {}) {
	const workspaceRoot = project(files);
	const root = join(workspaceRoot, more.app ?? '');
	const manifest = { text: '', name: 'app', dependencies: {}, devDependencies: {}, ...more } as never;
	return readFormatter({ root, workspaceRoot, manifest, ...createFiles(root) });
}

const code = (...args: Parameters<typeof read>) => read(...args)?.code;

const wanted = { ...prettier, tabs: true, singleQuotes: true, trailingCommas: 'none', width: 100 };

test.each([
	[
		'.prettierrc',
		'{ "useTabs": true, "singleQuote": true, /* why */ "trailingComma": "none", "printWidth": 100, }',
	],
	['.prettierrc', 'useTabs: true\nsingleQuote: true # why\ntrailingComma: "none"\nprintWidth: 100\n'],
	['.prettierrc.yaml', 'useTabs: true\r\nsingleQuote: true\r\ntrailingComma: none\r\nprintWidth: 100\r\n'],
	['.prettierrc.json5', "{ useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 }"],
	[
		'.prettierrc.toml',
		'useTabs = true\nsingleQuote = true\ntrailingComma = "none"\nprintWidth = 100\n[x]\nuseTabs = false\n',
	],
	[
		'prettier.config.mjs',
		"import p from 'p';\n/** @type {import('prettier').Config} */\nconst config = { useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100, plugins: [p] };\nexport default config;\n",
	],
	[
		'.prettierrc.cjs',
		"module.exports = { useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 };\n",
	],
	[
		'prettier.config.ts',
		"export default { useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 } satisfies Config;\n",
	],
	[
		'package.json',
		'{ "prettier": { "useTabs": true, "singleQuote": true, "trailingComma": "none", "printWidth": 100 } }',
	],
])('options of Prettier: %s', (name, text) => {
	expect(code({ [name]: text })).toEqual(wanted);
});

test.each([
	['package.json', '{ "prettier": "@company/prettier-config" }'],
	['.prettierrc.mjs', "import base from 'base';\nexport default { ...base, semi: false };\n"],
	['prettier.config.js', 'export default make();\n'],
	['.prettierrc', '{ "semi": '],
	['biome.json', '{ "extends": "//" }'],
])('a config that only its tool can tell is none: %s', (name, text) => {
	expect(read({ [name]: text }, { devDependencies: { prettier: '^3.0.0' } })).toBeUndefined();
});

test('no config: the defaults of the formatter that is installed, with .editorconfig for Prettier', () => {
	const editor =
		'root = true\n[*]\nindent_style = space\nindent_size = 4\nend_of_line = crlf\n[*.md]\nindent_size = 8\n[*.{js,ts}]\nmax_line_length = 120\n';
	expect(code({ '.editorconfig': editor })).toBeUndefined();
	expect(code({ '.editorconfig': editor }, { devDependencies: { prettier: '^3.0.0' } })).toEqual({
		...prettier,
		tabWidth: 4,
		width: 120,
		eol: 'crlf',
	});
	expect(code({ '.editorconfig': editor }, { devDependencies: { '@biomejs/biome': '^2.0.0' } })).toEqual(
		biome,
	);
});

test('overrides for components, and for nothing else', () => {
	const options = {
		semi: false,
		overrides: [
			{ files: '*.svelte', options: { parser: 'svelte', singleQuote: true } },
			{ files: ['*.test.ts', 'docs/**/*.ts'], options: { printWidth: 40 } },
		],
	};
	expect(read({ '.prettierrc': JSON.stringify(options) })).toEqual({
		code: { ...prettier, semicolons: false },
		svelte: { ...prettier, semicolons: false, singleQuotes: true },
	});
});

test('options of Biome, over each other', () => {
	const options = {
		formatter: { indentStyle: 'space', indentWidth: 4, lineWidth: 110 },
		javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded', lineWidth: 90 } },
		overrides: [
			{ includes: ['**/*.svelte'], javascript: { formatter: { arrowParentheses: 'asNeeded' } } },
			{ includes: ['scripts/**'], formatter: { lineWidth: 10 } },
		],
	};
	const all = { ...biome, tabs: false, tabWidth: 4, width: 90, singleQuotes: true, semicolons: false };
	expect(read({ 'biome.jsonc': `// why\n${JSON.stringify(options)}` })).toEqual({
		code: all,
		svelte: { ...all, arrowParentheses: false },
	});
	expect(read({ 'biome.json': '{ "formatter": { "enabled": false } }' })).toBeUndefined();
});

test('the nearest config counts, up to the root of the workspace', () => {
	const files = { '.prettierrc': '{ "semi": false }', 'apps/web/package.json': '{}' };
	expect(code(files, { app: 'apps/web' })).toEqual({ ...prettier, semicolons: false });
	expect(code({ ...files, 'apps/web/biome.json': '{}' }, { app: 'apps/web' })).toEqual(biome);
});

test('values of a wrong type are left aside', () => {
	expect(code({ '.prettierrc': '{ "printWidth": "100", "useTabs": 1, "tabWidth": 8 }' })).toEqual({
		...prettier,
		tabWidth: 8,
	});
});
