import { expect, test } from 'vitest';
import { parseWorkspaceFile, usableCatalogs } from './workspace-file.ts';

test('folders, in block and flow form, with comments and quotes', () => {
	const block = parseWorkspaceFile(
		'\uFEFFpackages:\r\n  # all\r\n  - apps/*   # ours\r\n  - "pack#ages/**"\r\n  - \'!old\'\r\n',
	);
	expect(block.packages).toEqual(['apps/*', 'pack#ages/**', '!old']);
	expect(parseWorkspaceFile('packages: ["a/*", b]\n').packages).toEqual(['a/*', 'b']);
	expect(parseWorkspaceFile('packages:\n- a\n- b\n').packages).toEqual(['a', 'b']);
	expect(parseWorkspaceFile('packages: []\n').packages).toEqual([]);
});

test('settings only', () => {
	const text = 'onlyBuiltDependencies:\n  - esbuild\noverrides:\n  foo: ^1.0.0\n';
	expect(parseWorkspaceFile(text)).toEqual({ packages: undefined, catalogs: {} });
	expect(parseWorkspaceFile('')).toEqual({ packages: undefined, catalogs: {} });
});

test('catalogs', () => {
	const text = `packages:
  - apps/*
catalog:
  svelte: ^5.0.0
  "@sveltejs/kit": '^3.0.0'
catalogs:
  # the older ones
  legacy:
    '@sveltejs/kit': "^2.0.0"
  next:
    svelte: npm:svelte@next # odd
overrides:
  svelte: 1.0.0
`;
	expect(parseWorkspaceFile(text)).toEqual({
		packages: ['apps/*'],
		catalogs: {
			default: { svelte: '^5.0.0', '@sveltejs/kit': '^3.0.0' },
			legacy: { '@sveltejs/kit': '^2.0.0' },
			next: { svelte: 'npm:svelte@next' },
		},
	});
});

test.each([
	['packages: &a [x', []],
	['- - -', undefined],
	[': :', undefined],
	['"', undefined],
	['\t\t\n---\n...', undefined],
	['[]', undefined],
])('nonsense is not known, and no crash: %j', (text, packages) => {
	expect(parseWorkspaceFile(text)).toEqual({ packages, catalogs: {} });
});

test.each([
	['catalog: {svelte: 1}', { default: { svelte: '1' } }],
	[
		'catalog: { svelte: 1.10, "@sveltejs/kit": ^3.0.0 }',
		{ default: { svelte: '1.10', '@sveltejs/kit': '^3.0.0' } },
	],
	['catalogs: { next: { svelte: "^5" } }', { next: { svelte: '^5' } }],
	['catalog:\n  svelte: >-\n    ^5.0.0\n    || ^6.0.0\n', { default: { svelte: '^5.0.0 || ^6.0.0' } }],
	[
		'catalog: &all\n  svelte: ^5\ncatalogs:\n  next: *all\n',
		{ default: { svelte: '^5' }, next: { svelte: '^5' } },
	],
	['"catalog":\n    ? svelte\n    : ^5\n', { default: { svelte: '^5' } }],
	['catalog: [svelte]', {}],
	['catalogs: { next: ^5 }', {}],
	['catalog: { svelte: [1], vite: ^8 }', { default: { vite: '^8' } }],
])('%j', (text, catalogs) => {
	expect(parseWorkspaceFile(text)).toEqual({ packages: undefined, catalogs });
});

test('folders in other forms', () => {
	expect(parseWorkspaceFile('packages: [\n  "a/*", # one\n  b,\n]\n').packages).toEqual(['a/*', 'b']);
	expect(parseWorkspaceFile('packages: a/*\n').packages).toEqual([]);
	expect(parseWorkspaceFile('packages:\n  - [a]\n  - b\n').packages).toEqual(['b']);
});

test('names that objects have of their own', () => {
	const { catalogs } = parseWorkspaceFile(
		'catalogs: { __proto__: { svelte: ^5 }, constructor: { __proto__: ^1 } }',
	);
	expect(Object.keys(catalogs)).toEqual(['__proto__', 'constructor']);
	expect(({} as Record<string, unknown>).svelte).toBeUndefined();
});

/** With what is told of it. */
function parsed(text: string) {
	const problems: string[] = [];
	return { ...parseWorkspaceFile(text, (problem) => problems.push(problem)), problems };
}

test('a broken file says where it is broken, and what can be read of it counts', () => {
	const file = parsed('packages:\n  - apps/*\ncatalog:\n  svelte: "^5.0.0\n');
	expect(file.packages).toEqual(['apps/*']);
	expect(file.problems).toEqual([expect.stringMatching(/^line [45]: Missing closing "quote/)]);
	expect(parsed('catalog: { svelte: 1 }\ncatalog: { svelte: 2 }\n').problems).toEqual([
		'line 2: Map keys must be unique',
	]);
	expect(parsed('catalog: *nothing\n')).toEqual({ packages: undefined, catalogs: {}, problems: [] });
	expect(parsed('packages: [a]\n').problems).toEqual([]);
});

const bomb = (levels: number): string => {
	const lines = Array.from({ length: levels }, (_, level) => {
		const items = level === 0 ? '"x"' : `*a${level - 1}`;
		return `a${level}: &a${level} [${Array(10).fill(items).join(', ')}]`;
	});
	return `${lines.join('\n')}\npackages: *a${levels - 1}\n`;
};
const ranges = Array.from({ length: 2000 }, (_, index) => `p${index}: 1`).join(', ');
const copies = Array.from({ length: 2000 }, (_, index) => `c${index}: *all`).join(', ');

test.each([
	['aliases of aliases', bomb(12), []],
	[
		'a thousand copies',
		`catalog: &all { ${ranges} }\ncatalogs: { ${copies} }\n`,
		['it has more than 20 aliases'],
	],
	['deep lists', `packages: ${'['.repeat(60_000)}`, ['line 1: nested too deeply']],
	['deep maps', `packages: ${'{a: '.repeat(15_000)}`, ['line 1: nested too deeply']],
	['keys of keys', '? '.repeat(500), []],
	['deep keys of keys', '? '.repeat(30_000), ['line 1: nested too deeply']],
	['a long file', `# ${'x'.repeat(70_000)}`, ['it is longer than 64 KiB']],
	['an alias of itself', 'packages: &a [*a]\n', []],
	['lines of nonsense', 'a: [\n'.repeat(12_000), [expect.stringMatching(/^line 2: /)]],
])('hostile: %s', (_, text, problems) => {
	// Of the processor, not of the clock: other programs run, too.
	const start = process.cpuUsage();
	expect(parsed(text).problems).toEqual(problems);
	expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
});

test('catalogs are of use to pnpm, Yarn and bun only', () => {
	const catalogs = { default: { svelte: '^5.0.0' } };
	for (const manager of ['pnpm', 'yarn', 'bun'] as const)
		expect(usableCatalogs(catalogs, manager)).toBe(catalogs);
	for (const manager of ['npm', 'deno'] as const) expect(usableCatalogs(catalogs, manager)).toEqual({});
	expect(usableCatalogs(undefined, 'pnpm')).toEqual({});
});
