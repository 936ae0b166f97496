import { describe, expect, test } from 'vitest';
import { createFiles } from '../files/index.ts';
import { failure, generation, project, viteConfig } from '../testing.ts';
import { readSvelteKitConfig } from './sveltekit.ts';

function read(files: Record<string, string>, major = 3) {
	const root = project(files);
	return readSvelteKitConfig(root, createFiles(root), generation('sveltekit', major));
}
const vite = (argument: string, before?: string) => read({ 'vite.config.ts': viteConfig(argument, before) });

test('a variable that is changed later is not plain', async () => {
	const options = "const options = { paths: { base: '/x' } };";
	for (const change of [
		"options.paths.base = '/y';",
		'Object.assign(options, { a: 1 });',
		'delete options.paths;',
	]) {
		expect((await failure(() => vite('options', options + change))).code).toBe('AG_CONFIG_NOT_READABLE');
	}
	expect((await failure(() => vite('options', options.replace('const', 'let')))).code).toBe(
		'AG_CONFIG_NOT_READABLE',
	);
	expect((await vite('options', `${options} console.log(options.paths.base === '/y');`)).base).toBe('/x');
});

test('a parameter of the same name is another matter', async () => {
	const options =
		"const config = { typescript: { config: (config) => { config.include = []; return config; } }, paths: { base: '/x' } };";
	expect((await vite('config', options)).base).toBe('/x');
	const outer = options.replace('(config)', '(c)');
	expect((await failure(() => vite('config', outer))).code).toBe('AG_CONFIG_NOT_READABLE');
});

describe('options that come from elsewhere, where all lies in its usual place', () => {
	const usual = { 'src/app.html': '', 'src/routes/+page.svelte': '' };
	const from = (argument: string, more: Record<string, string> = usual) =>
		read({ ...more, 'vite.config.ts': viteConfig(argument, "import preset from './preset.ts';") });

	test.each(['preset()', '{ ...preset }', '{ files: {}, ...preset }'])('%s', async (argument) => {
		const { paths, envDir, warnings } = await from(argument);
		expect(paths.routes).toBe('src/routes');
		expect(envDir).toBe('');
		expect(warnings).toEqual([
			'Options in vite.config.ts:5 come from elsewhere, which authgraft never runs. src/app.html and src/routes are there, so the usual folders are taken.',
		]);
	});

	test.each(['{ files: { src: preset.src } }', '{ files: { hooks: { server: preset.hooks } } }'])(
		'an option that is written there is none of them: %s',
		async (argument) => {
			expect((await failure(() => from(argument))).code).toBe('AG_CONFIG_NOT_READABLE');
		},
	);

	test.each([{ 'src/app.html': '' }, { 'src/routes/+page.svelte': '' }])(
		'not where it is moved: %o',
		async (some) => {
			expect((await failure(() => from('preset()', some))).code).toBe('AG_CONFIG_NOT_READABLE');
		},
	);
});

test('a ring of constants ends', async () => {
	expect((await failure(() => vite('a', 'const a = { ...b };\nconst b = { ...a };'))).code).toBe(
		'AG_CONFIG_NOT_READABLE',
	);
	expect((await failure(() => vite('a', 'const a = a;'))).code).toBe('AG_CONFIG_NOT_READABLE');
});

test.each([
	['files.src', '{ files: { src: dir } }'],
	['files.routes', '{\n\tfiles: {\n\t\troutes: dir,\n\t} }'],
	['files.hooks.server', "{ files: { hooks: { server: dev ? 'a' : 'b' } } }"],
	['files.src', '{ files: dir }'],
	['files.src', 'dir()'],
	['files.src', '{ ...preset }'],
])('computed %s: %s', async (name, argument) => {
	const error = await failure(() => vite(argument, "import dir from './dir.ts';"));
	expect(error).toMatchObject({ code: 'AG_CONFIG_NOT_READABLE', exitCode: 1 });
	expect(error.message).toMatch(new RegExp(`^${name} in vite\\.config\\.ts:\\d+ is computed`));
	expect(error.hint).toBe('Write the options as an object in the call, and this one as a plain string.');
});

test.each(['../web/routes', '/srv/routes', 'src/../../x', 'C:\\\\routes'])(
	'files.routes outside: %s',
	async (value) => {
		const error = await failure(() => vite(`{ files: { routes: '${value}' } }`));
		expect(error).toMatchObject({ code: 'AG_OUTSIDE_HOST', exitCode: 1 });
		expect(error.message).toContain('files.routes in vite.config.ts:5');
	},
);

test.each([
	'export default defineConfig({ plugins: [sveltekit({ ] });',
	"export default { plugins: [sveltekit({ paths: { base: '/x' } files: {} })] };",
	'<<<<<<< HEAD\nexport default {};\n=======',
	'import { a } from preset;\nexport default make([sveltekit({ [a]: 1 })]);',
])('a syntax error: %s', async (text) => {
	const error = await failure(() =>
		read({ 'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';\n${text}\n` }),
	);
	expect(error).toMatchObject({ code: 'AG_SYNTAX', exitCode: 1 });
	expect(error.message).toMatch(/^vite\.config\.ts:2 does not parse: /);
});

test('a Vite config without the plugin, and one that moves the root', async () => {
	const without = await failure(() =>
		read({ 'vite.config.ts': "import preset from './preset.js';\nexport default preset();\n" }),
	);
	expect(without).toMatchObject({ code: 'AG_CONFIG_NOT_READABLE', exitCode: 1 });
	expect(without.message).toContain('vite.config.ts does not call sveltekit()');
	for (const plugins of ['plugins: presets()', 'plugins', 'plugins: [...presets()]']) {
		const listed = await failure(() =>
			read({
				'vite.config.ts': `import { plugins, presets } from './p.js';\nexport default {\n\t${plugins}\n};\n`,
			}),
		);
		expect(listed.message).toContain('vite.config.ts:3 does not call sveltekit()');
	}
	const text =
		"import { sveltekit } from '@sveltejs/kit/vite';\nexport default { root: 'web', plugins: [sveltekit()] };\n";
	const moved = await failure(() => read({ 'vite.config.ts': text }));
	expect(moved).toMatchObject({ code: 'AG_CONFIG_NOT_READABLE', exitCode: 1 });
	expect(moved.message).toContain('root in vite.config.ts:2 moves the application');
	expect((await read({ 'vite.config.ts': text.replace("'web'", "'./'") })).paths.routes).toBe('src/routes');
});

test('a config that is not UTF-8', async () => {
	const root = project({ 'vite.config.js': Buffer.from('// caf\xe9', 'latin1') });
	expect(
		await failure(() => readSvelteKitConfig(root, createFiles(root), generation('sveltekit', 3))),
	).toMatchObject({
		code: 'AG_NOT_READABLE',
	});
});
