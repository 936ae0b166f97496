import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHost } from '../index.ts';
import { failure, kit3, manifest, project, write } from '../testing.ts';

const withRange = (range: string, more: Record<string, string> = {}) =>
	project(kit3({ 'package.json': manifest({ '@sveltejs/kit': range }), ...more }));

test.each([
	['^3.2.0', '3.2.0'],
	['^3.0.0-next.0', '3.0.0-next.0'],
	['~2.70.1', '2.70.1'],
	['3', '3.0.0'],
	['>=2.5.0 <4', '2.5.0'],
	['2.x || 3.x', '2.0.0'],
	['workspace:^3.1.0', '3.1.0'],
	['npm:@sveltejs/kit@^3.2.0', '3.2.0'],
])('range %s', async (range, version) => {
	expect(await readHost(withRange(range))).toMatchObject({
		version,
		generation: { major: Number(version[0]) },
	});
});

test('of a framework that is too old, too', async () => {
	const error = await failure(() => readHost(withRange('1.0.0-next.405')));
	expect(error).toMatchObject({ code: 'AG_HOST_UNSUPPORTED', exitCode: 1 });
	expect(error.message).toContain('SvelteKit 1.0.0-next.405 ');
});

test.each([
	'next',
	'latest',
	'*',
	'',
	'x',
	'workspace:*',
	'catalog:',
	'catalog:none',
	'link:../kit',
	'sveltejs/kit#main',
])('"%s" without node_modules cannot be told', async (range) => {
	const error = await failure(() => readHost(withRange(range)));
	expect(error).toMatchObject({ code: 'AG_HOST_UNSUPPORTED', exitCode: 1 });
	expect(error.message).toContain(`"@sveltejs/kit": "${range}", and it is not installed`);
	expect(error.hint).toContain('Install the dependencies');
});

test('"latest" with node_modules is what is installed', async () => {
	const root = withRange('latest', { 'node_modules/@sveltejs/kit/package.json': '{ "version": "3.2.0" }' });
	expect(await readHost(root)).toMatchObject({ version: '3.2.0', warnings: [] });
});

test('a broken installation is passed over', async () => {
	const root = withRange('^3.2.0', { 'node_modules/@sveltejs/kit/package.json': '{ "version": ' });
	expect((await readHost(root)).version).toBe('3.2.0');
});

test.each([
	['catalog:', { 'pnpm-workspace.yaml': "packages: ['apps/*']\ncatalog:\n  '@sveltejs/kit': ^3.1.0\n" }],
	[
		'catalog:',
		{
			'pnpm-workspace.yaml':
				'packages:\n- apps/*\ncatalogs:\n  default:\n    "@sveltejs/kit": "^3.1.0" # newest\n',
		},
	],
	[
		'catalog:web',
		{
			'pnpm-workspace.yaml':
				"packages:\n  - apps/*\ncatalogs:\n  web:\n    vite: ^8.0.0\n    '@sveltejs/kit': '^3.1.0'\n  old:\n    '@sveltejs/kit': '^2.0.0'\n",
		},
	],
	[
		'catalog:',
		{
			'package.json': manifest(
				{},
				{ workspaces: { packages: ['apps/*'], catalog: { '@sveltejs/kit': '^3.1.0' } } },
			),
		},
	],
	[
		'catalog:web',
		{
			'package.json': manifest(
				{},
				{ workspaces: ['apps/*'], catalogs: { web: { '@sveltejs/kit': '^3.1.0' } } },
			),
		},
	],
	[
		'catalog:',
		{
			'package.json': manifest({}, { workspaces: ['apps/*'] }),
			'.yarnrc.yml': 'nodeLinker: node-modules\n\ncatalog:\n  "@sveltejs/kit": ^3.1.0\n',
		},
	],
])('%s is looked up in %j', async (range, files) => {
	const root = project({ 'package.json': '{}', ...files });
	write(join(root, 'apps/web'), kit3({ 'package.json': manifest({ '@sveltejs/kit': range }) }));
	expect(await readHost(join(root, 'apps/web'))).toMatchObject({ version: '3.1.0', workspaceRoot: root });
});

test('a hoisted installation counts, one above the workspace does not', async () => {
	const installed = { 'node_modules/@sveltejs/kit/package.json': '{ "version": "3.2.0" }' };
	const hoisted = project({ 'package.json': manifest({}, { workspaces: ['apps/*'] }), ...installed });
	write(join(hoisted, 'apps/web'), kit3({ 'package.json': manifest({ '@sveltejs/kit': '^3.0.0' }) }));
	expect((await readHost(join(hoisted, 'apps/web'))).version).toBe('3.2.0');

	const stray = project(installed);
	write(join(stray, 'app'), kit3({ 'package.json': manifest({ '@sveltejs/kit': '^3.0.0' }) }));
	expect((await readHost(join(stray, 'app'))).version).toBe('3.0.0');
});
