import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHost } from './index.ts';
import { failure, git, kit3, manifest, project, solidConfig, viteConfig, write } from './testing.ts';

test('reads the starter that sv create makes', async () => {
	const root = project(kit3({ 'package-lock.json': '{}' }));
	const host = await readHost(root);
	expect(host).toMatchObject({
		root,
		framework: 'sveltekit',
		version: '3.2.0',
		generation: { major: 3 },
		language: 'ts',
		packageManager: 'npm',
		otherLockFiles: [],
		catalogs: {},
		workspaceRoot: undefined,
		configFile: 'vite.config.ts',
		base: '',
		origin: undefined,
		envDir: '',
		adapter: '@sveltejs/adapter-node',
		paths: { source: 'src', routes: 'src/routes', serverHooks: 'src/hooks.server', lib: 'src/lib' },
		unreadable: [],
		warnings: [],
		git: null,
	});
	expect(host.manifest.name).toBe('app');
	expect(host.manifest.devDependencies).toEqual({ '@sveltejs/kit': '^3.2.0', svelte: '^5.57.3' });
	expect(host.manifest.text).toBe(readFileSync(join(root, 'package.json'), 'utf8'));
	expect(host.read('src/app.d.ts')).toBe('export {};\n');
	expect(host.list('src')).toEqual(['app.d.ts', 'lib', 'routes']);
});

test('writes nothing: the folder is byte for byte what it was', async () => {
	const root = project(kit3());
	git(root, 'init', '-q');
	git(root, 'add', '.');
	git(root, 'commit', '-qm', 'start');
	const index = readFileSync(join(root, '.git/index'));
	const host = await readHost(root);
	expect(host.git?.dirty).toEqual([]);
	expect(git(root, 'status', '--porcelain')).toBe('');
	expect(readFileSync(join(root, '.git/index'))).toEqual(index);
});

test('a project reached through a symbolic link is the project itself', async () => {
	const root = project(kit3());
	const around = project({ 'note.txt': '' });
	symlinkSync(root, join(around, 'link'));
	expect((await readHost(join(around, 'link'))).root).toBe(root);
});

test('a folder that does not exist', async () => {
	const root = project({ 'note.txt': '' });
	const error = await failure(() => readHost(join(root, 'nowhere')));
	expect(error).toMatchObject({ code: 'AG_NO_PACKAGE_JSON', exitCode: 1 });
	expect(error.message).toContain(`no folder ${join(root, 'nowhere')}`);
});

test('no package.json', async () => {
	const root = project({ 'note.txt': '' });
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_NO_PACKAGE_JSON', exitCode: 1 });
	expect(error.message).toBe(`There is no package.json in ${root}.`);
});

test('a sub-folder of an application: the hint names the application', async () => {
	const root = project(kit3());
	const error = await failure(() => readHost(join(root, 'src/routes')));
	expect(error).toMatchObject({ code: 'AG_NO_PACKAGE_JSON', exitCode: 1 });
	expect(error.hint).toContain(`--cwd '${root}'`);
});

test.each([
	[
		'a comma too many',
		'{\n\t"name": "app",\n\t"version": "1.0.0",,\n}\n',
		'package.json:3 is not valid JSON',
	],
	['an end too early', '{\n\t"name": "app"\n', 'package.json:3 is not valid JSON'],
	['nothing', '', 'package.json:1 is not valid JSON'],
	['a list', '[]', 'package.json holds no JSON object'],
	['a comment', '{\n\t// name\n\t"name": "app"\n}', 'package.json:2 is not valid JSON'],
])('package.json with %s', async (_, text, message) => {
	const root = project(kit3({ 'package.json': text }));
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_PACKAGE_JSON_INVALID', exitCode: 1 });
	expect(error.message).toContain(message);
});

test('a byte order mark in package.json is kept and tolerated', async () => {
	const text = `\uFEFF${manifest({ '@sveltejs/kit': '^3.2.0' })}`;
	const host = await readHost(project(kit3({ 'package.json': text })));
	expect(host.manifest.text).toBe(text);
	expect(host.generation.major).toBe(3);
});

test('nonsense in package.json is passed over where it does not matter', async () => {
	const text = JSON.stringify({
		name: 5,
		dependencies: ['x'],
		devDependencies: { '@sveltejs/kit': '^3.2.0', vite: 8 },
		workspaces: 7,
		packageManager: {},
		imports: { '#lib/*': null },
	});
	const host = await readHost(project(kit3({ 'package.json': text })));
	expect(host.manifest).toMatchObject({ name: undefined, dependencies: {} });
	expect(host.manifest.devDependencies).toEqual({ '@sveltejs/kit': '^3.2.0' });
});

test('package.json in UTF-16', async () => {
	const root = project(kit3({ 'package.json': Buffer.from('\uFEFF{}', 'utf16le') }));
	const error = await failure(() => readHost(root));
	expect(error).toMatchObject({ code: 'AG_NOT_READABLE', exitCode: 1 });
	expect(error.message).toContain('package.json cannot be read: it is not UTF-8');
});

test('the library folder is where #lib points to', async () => {
	const text = manifest({ '@sveltejs/kit': '^3.2.0' }, { imports: { '#lib/*': './src/shared/*' } });
	expect((await readHost(project(kit3({ 'package.json': text })))).paths.lib).toBe('src/shared');
});

test('installed and declared version differ: the installed one decides, and it is said', async () => {
	const root = project(kit3());
	write(root, { 'node_modules/@sveltejs/kit/package.json': '{ "version": "2.70.4" }' });
	const host = await readHost(root);
	expect(host).toMatchObject({ version: '2.70.4', generation: { major: 2 } });
	expect(host.warnings).toEqual([
		'@sveltejs/kit 2.70.4 is installed, but package.json asks for ^3.2.0: install the dependencies again.',
	]);
});

test('hooks that SvelteKit does not load are pointed out (H22)', async () => {
	const files = { 'src/lib/hooks.server.ts': '', 'hooks.server.js': '', 'src/hooks.server.ts': '' };
	const host = await readHost(project(kit3(files)));
	expect(host.warnings).toEqual([
		'SvelteKit does not load src/lib/hooks.server.ts: it looks for src/hooks.server.{js,ts}.',
		'SvelteKit does not load hooks.server.js: it looks for src/hooks.server.{js,ts}.',
	]);
});

test('a config beyond reading does not hide that the framework is too old', async () => {
	const files = {
		'package.json': manifest({ '@sveltejs/kit': '^1.30.0' }),
		'vite.config.ts': 'export default {',
	};
	expect(await failure(() => readHost(project(kit3(files))))).toMatchObject({
		code: 'AG_HOST_UNSUPPORTED',
		message: 'SvelteKit 1.30.0 (@sveltejs/kit in package.json): too old for authgraft.',
	});
});

test('SolidStart 1 and 2 are recognised', async () => {
	const one = project({
		'package.json': manifest({ '@solidjs/start': '^1.3.2' }),
		'app.config.ts':
			"import { defineConfig } from '@solidjs/start/config';\nexport default defineConfig();\n",
	});
	const two = project({
		'package.json': manifest({ '@solidjs/start': '^2.0.5' }),
		'vite.config.ts': solidConfig(),
	});
	expect(await readHost(one)).toMatchObject({
		framework: 'solid-start',
		generation: { major: 1 },
		configFile: 'app.config.ts',
	});
	expect(await readHost(two)).toMatchObject({
		framework: 'solid-start',
		generation: { major: 2 },
		configFile: 'vite.config.ts',
	});
});

test('git is asked when its answer is wanted, not before', async () => {
	const root = project(kit3());
	const host = await readHost(root);
	git(root, 'init', '-q');
	writeFileSync(join(root, '.gitignore'), '.env\n');
	expect(host.git?.isIgnored('.env')).toBe(true);
});

test('no code of the project runs', async () => {
	const evil =
		"import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('ran', import.meta.url), '');\n";
	const root = project(
		kit3({ 'vite.config.ts': evil + viteConfig("{ paths: { base: '/x' }, adapter: adapter() }") }),
	);
	const host = await readHost(root);
	expect(host.base).toBe('/x');
	expect(host.exists('ran')).toBe(false);
});
