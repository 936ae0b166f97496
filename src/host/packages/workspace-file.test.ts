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
	['catalog: {svelte: 1}', undefined],
	['\t\t\n---\n...', undefined],
	['[]', undefined],
])('nonsense is not known, and no crash: %j', (text, packages) => {
	expect(parseWorkspaceFile(text)).toEqual({ packages, catalogs: {} });
});

test('catalogs are of use to pnpm, Yarn and bun only', () => {
	const catalogs = { default: { svelte: '^5.0.0' } };
	for (const manager of ['pnpm', 'yarn', 'bun'] as const)
		expect(usableCatalogs(catalogs, manager)).toBe(catalogs);
	for (const manager of ['npm', 'deno'] as const) expect(usableCatalogs(catalogs, manager)).toEqual({});
	expect(usableCatalogs(undefined, 'pnpm')).toEqual({});
});
