import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHost } from '../index.ts';
import { failure, kit3, manifest, project, solidConfig } from '../testing.ts';

const both = manifest({ '@sveltejs/kit': '^3.2.0', '@solidjs/start': '^2.0.5' });

test('both frameworks: refused, and --framework decides', async () => {
	const root = project(kit3({ 'package.json': both }));
	const solid = project(kit3({ 'package.json': both, 'vite.config.ts': solidConfig() }));
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_HOST_AMBIGUOUS', exitCode: 2 });
	expect(error.message).toContain('@sveltejs/kit and @solidjs/start');
	expect(error.hint).toContain('--framework sveltekit or --framework solid-start');
	expect((await readHost(root, { framework: 'sveltekit' })).framework).toBe('sveltekit');
	expect((await readHost(solid, { framework: 'solid-start' })).framework).toBe('solid-start');
});

test('--framework cannot invent a dependency', async () => {
	const root = project(kit3());
	const error = await failure(() => readHost(root, { framework: 'solid-start' }));
	expect(error).toMatchObject({ code: 'AG_HOST_UNKNOWN', exitCode: 1 });
	expect(error.message).toContain('--framework solid-start: there is no @solidjs/start');
});

test.each([
	[{ svelte: '^5.0.0' }, 'Svelte without SvelteKit'],
	[{ 'solid-start': '^0.3.0', 'solid-js': '^1.9.0' }, 'solid-start 0.x, the dead predecessor'],
	[{ 'solid-js': '^1.9.0' }, 'Solid without SolidStart'],
	[{ next: '^16.0.0' }, 'Next.js'],
	[{ nuxt: '^4.0.0' }, 'Nuxt'],
	[{ astro: '^6.0.0', svelte: '^5.0.0' }, 'Astro'],
	[{ '@remix-run/dev': '^2.0.0' }, 'Remix'],
	[{ express: '^5.0.0' }, 'No framework that authgraft knows'],
	[{}, 'No framework that authgraft knows'],
] as [Record<string, string>, string][])('neither framework: %j', async (dependencies, words) => {
	const root = project({ 'package.json': manifest(dependencies) });
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_HOST_UNKNOWN', exitCode: 1 });
	expect(error.message).toContain(words);
	expect(error.message).toContain('neither @sveltejs/kit nor @solidjs/start');
	const upgrade = 'solid-start' in dependencies;
	expect(error.hint).toContain(
		upgrade ? '@solidjs/start ^1.3.0 or ^2.0.0' : 'authgraft does SolidStart and SvelteKit',
	);
});

const monorepo = {
	'package.json': manifest({ prettier: '^3.0.0' }, { workspaces: ['apps/*', '!apps/old'] }),
	'apps/web/package.json': manifest({ '@sveltejs/kit': '^3.2.0' }),
	'apps/web/vite.config.ts': '',
	'apps/site/package.json': manifest({ '@solidjs/start': '^2.0.5' }),
	'apps/site/src/routes/index.tsx': '',
	'apps/old/package.json': manifest({ '@sveltejs/kit': '^1.0.0' }),
	'apps/old/svelte.config.js': '',
	// For its types alone.
	'apps/docs-kit/package.json': manifest({}, { devDependencies: { '@sveltejs/kit': '^3.2.0' } }),
	'apps/api/package.json': manifest({ express: '^5.0.0' }),
	'elsewhere/package.json': manifest({ '@sveltejs/kit': '^3.2.0' }),
	'elsewhere/vite.config.js': '',
};

test('the root of a workspace: the applications in it are listed (row 35)', async () => {
	const root = project(monorepo);
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_WORKSPACE_ROOT', exitCode: 2 });
	expect(error.message.split('\n').slice(1)).toEqual([
		`  --cwd '${join(root, 'apps/site')}'  (SolidStart)`,
		`  --cwd '${join(root, 'apps/web')}'  (SvelteKit)`,
	]);
	expect(error.hint).toContain('--cwd');
});

test('the same for pnpm', async () => {
	const root = project({
		...monorepo,
		'package.json': manifest({}),
		'pnpm-workspace.yaml': '# ours\npackages:\n  - "apps/**"\n  - elsewhere # odd\n',
	});
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_WORKSPACE_ROOT', exitCode: 2 });
	expect(error.message).toContain(join(root, 'elsewhere'));
	expect(error.message).toContain(join(root, 'apps/old'));
});

test('a root that only holds the shared dependency is no application', async () => {
	const root = project({
		'package.json': manifest({ '@sveltejs/kit': '^3.2.0' }, { workspaces: ['apps/*'] }),
		'apps/web/package.json': '{}',
		'apps/web/vite.config.ts': '',
		'apps/lib/package.json': '{}',
	});
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_WORKSPACE_ROOT', exitCode: 2 });
	expect(error.message).toContain(join(root, 'apps/web'));
	expect(error.message).not.toContain(join(root, 'apps/lib'));
});

describe('no workspace, and the application lies below', () => {
	const below = (folder: string) => ({
		[`${folder}/package.json`]: manifest({ '@sveltejs/kit': '^3.2.0' }),
		[`${folder}/vite.config.ts`]: '',
	});

	test.each<[string, Record<string, string>, string[]]>([
		['one folder down', below('web'), ['web']],
		['two folders down', { ...below('apps/web'), ...below('frontend') }, ['apps/web', 'frontend']],
		['beside another program', { 'package.json': manifest({ express: '^5.0.0' }), ...below('web') }, ['web']],
	])('%s: it is named', async (_, files, folders) => {
		const root = project({ 'README.md': '', ...files });
		const error = await failure(() => readHost(root));
		expect(error).toMatchObject({ code: 'AG_WORKSPACE_ROOT', exitCode: 2 });
		expect(error.message.split('\n')).toEqual([
			`${root} is no application. Those in the folders below it:`,
			...folders.map((folder) => expect.stringContaining(join(root, folder))),
		]);
	});

	test.each([
		below('a/b/c'),
		below('node_modules/x'),
		{ 'docs/package.json': manifest({ '@sveltejs/kit': '^3.0.0' }) },
	])('neither deeper, nor an installed package, nor one without sources: %o', async (files) => {
		const error = await failure(() => readHost(project({ 'README.md': '', ...files })));
		expect(error.code).toBe('AG_NO_PACKAGE_JSON');
	});
});

test('a workspace without any application of ours', async () => {
	const root = project({
		'package.json': manifest({}, { workspaces: ['packages/*'] }),
		'packages/api/package.json': manifest({ express: '^5.0.0' }),
	});
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_HOST_UNKNOWN', exitCode: 1 });
	expect(error.hint).toContain('found neither in the packages of this workspace');
});

test('an application that is the root of a workspace itself is fine', async () => {
	const text = manifest({ '@sveltejs/kit': '^3.2.0' }, { workspaces: ['packages/*'] });
	const root = project(kit3({ 'package.json': text }));
	expect(await readHost(root)).toMatchObject({ generation: { major: 3 }, workspaceRoot: root });
});

test('a pnpm-workspace.yaml with settings only makes no workspace root', async () => {
	const root = project(kit3({ 'pnpm-workspace.yaml': 'onlyBuiltDependencies:\n  - esbuild\n' }));
	expect(await readHost(root)).toMatchObject({ generation: { major: 3 }, workspaceRoot: root });
	const empty = project({ 'package.json': '{}', 'pnpm-workspace.yaml': 'minimumReleaseAge: 60\n' });
	expect((await failure(() => readHost(empty))).code).toBe('AG_HOST_UNKNOWN');
});

test('a dependency declared in the workspace root only is seen (row 36)', async () => {
	const files = {
		'package.json': manifest({ '@sveltejs/kit': '^3.2.0' }, { workspaces: ['apps/*'] }),
		'apps/web/package.json': '{}',
		'apps/web/vite.config.ts':
			"import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };\n",
		'apps/lib/package.json': '{}',
	};
	const root = project(files);
	expect(await readHost(join(root, 'apps/web'))).toMatchObject({ version: '3.2.0', workspaceRoot: root });
	expect((await failure(() => readHost(join(root, 'apps/lib')))).code).toBe('AG_HOST_UNKNOWN');
});
