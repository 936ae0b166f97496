import { expect, test } from 'vitest';
import { createFiles } from '../files/index.ts';
import { failure, generation, project, viteConfig } from '../testing.ts';
import { readSvelteKitConfig } from './sveltekit.ts';

function read(files: Record<string, string>, major = 3) {
	const root = project(files);
	return readSvelteKitConfig(root, createFiles(root), generation('sveltekit', major));
}
const vite = (argument: string, before?: string) => read({ 'vite.config.ts': viteConfig(argument, before) });

const custom = "{ files: { routes: './pages/', hooks: { server: 'app/hooks' } }, paths: { base: '/x' } }";
const customized = { base: '/x', paths: { source: 'src', routes: 'pages', serverHooks: 'app/hooks' } };

test.each([
	['literal', custom, ''],
	['constant', 'options', `const options = ${custom};`],
	['satisfies', `(${custom} satisfies object)`, ''],
	['as const', 'options', `const options = ${custom} as const;`],
	[
		'constants inside',
		'{ files, paths: { base: (base) } }',
		"const base = '/x';\nconst files = { routes: `pages`, hooks: { server: 'app/hooks' } };",
	],
	[
		'quoted keys',
		"{ 'files': { ['routes']: 'pages', \"hooks\": { server: 'app/hooks' } }, paths: { base: '/x' } }",
		'',
	],
	[
		'spread of a constant',
		'{ ...shared, paths: { base: "/x" } }',
		`const shared = ${custom.replace("'/x'", "'/y'")};`,
	],
	['a conditional spread of other keys', `{ ...(dev && { csp: {} }), ...${custom} }`, 'const dev = true;'],
])('%s', async (_, argument, before) => {
	expect(await vite(argument, before)).toMatchObject({ ...customized, unreadable: [] });
});

test.each([
	['an object', 'export default { plugins: [sveltekit(OPTIONS)] };'],
	[
		'a function',
		'export default defineConfig(() => { const x = 1; return { plugins: [sveltekit(OPTIONS)] }; });',
	],
	['an async arrow', 'export default defineConfig(async ({ mode }) => ({ plugins: [sveltekit(OPTIONS)] }));'],
	[
		'a variable',
		'const config = { plugins: [sveltekit(OPTIONS)] } satisfies object;\nexport default config;',
	],
	['plugins apart', 'const plugins = [sveltekit(OPTIONS)];\nexport default { plugins };'],
	['mergeConfig', 'export default mergeConfig(shared, { plugins: [sveltekit(OPTIONS)] });'],
])('the call stands in %s (row 4)', async (_, text) => {
	const imports = "import { sveltekit } from '@sveltejs/kit/vite';\n";
	expect(await read({ 'vite.config.ts': imports + text.replace('OPTIONS', custom) })).toMatchObject(
		customized,
	);
});

test('under another name, and through the module', async () => {
	const alias =
		"import { sveltekit as kit } from '@sveltejs/kit/vite';\nexport default { plugins: [kit(OPTIONS)] };";
	const module =
		"import * as kit from '@sveltejs/kit/vite';\nexport default { plugins: [kit.sveltekit(OPTIONS)] };";
	for (const text of [alias, module]) {
		expect(await read({ 'vite.config.mjs': text.replace('OPTIONS', custom) })).toMatchObject(customized);
	}
});

test.each([
	['paths.base in vite.config.ts:5', "{ paths: { base: process.env.BASE ?? '' } }"],
	['paths.base in vite.config.ts:5', '{ paths: { base: dev ? "" : "/x" } }'],
	['paths.base in vite.config.ts:5', '{ ...(dev && { paths: { base: "/x" } }) }'],
	['paths.base in vite.config.ts:5', '{ paths: { ["ba" + "se"]: "/x" } }'],
	['paths.base in vite.config.ts:5', `{ paths: { base: \`/\${dev}\` } }`],
	['paths.base in vite.config.ts:5', '{ paths: { get base() { return "/x"; } } }'],
])('%s of %s', async (place, argument) => {
	const config = await vite(argument);
	expect(config.base).toBeUndefined();
	expect(config.unreadable).toContain(place);
});

test('two calls that disagree', async () => {
	const text = (first: string, second: string) =>
		`import { sveltekit } from '@sveltejs/kit/vite';\nexport default dev\n\t? { plugins: [sveltekit(${first})] }\n\t: { plugins: [sveltekit(${second})] };\n`;
	expect((await read({ 'vite.config.ts': text("{ paths: { base: '/x' } }", '') })).unreadable).toEqual([
		'paths.base in vite.config.ts:3',
	]);
	expect(
		(await read({ 'vite.config.ts': text("{ paths: { base: '/x' } }", "{ paths: { base: '/x' } }") })).base,
	).toBe('/x');
});

test('the source folder moves its parts', async () => {
	expect((await vite("{ files: { src: 'app' } }")).paths).toEqual({
		source: 'app',
		routes: 'app/routes',
		serverHooks: 'app/hooks.server',
		lib: 'app/lib',
	});
	expect((await vite("{ files: { src: '.' } }")).paths.routes).toBe('routes');
});

test('origin and env folder', async () => {
	const config = await vite("{ paths: { origin: 'https://example.org' }, env: { dir: './config' } }");
	expect(config).toMatchObject({ origin: 'https://example.org', base: '', envDir: 'config' });
	const above = await vite("{ env: { dir: '../..' }, paths: { origin: process.env.ORIGIN } }");
	expect(above).toMatchObject({
		envDir: undefined,
		origin: undefined,
		unreadable: ['paths.origin in vite.config.ts:5'],
	});
	expect(above.warnings[0]).toContain('env.dir names ../.., outside the project');
});

test.each([
	["path.resolve('./')", ''],
	["resolve('config')", 'config'],
	['process.cwd()', ''],
	["join(__dirname, 'config')", 'config'],
	["path.resolve(import.meta.dirname, 'config', 'env')", 'config/env'],
	["fileURLToPath(new URL('./config', import.meta.url))", 'config'],
	["path.resolve('/srv')", undefined],
	["path.join('config')", undefined],
	["resolve(process.env.HOME, 'config')", undefined],
	["dirname('config')", undefined],
	["fileURLToPath(new URL('config', 'file:///srv/'))", undefined],
])('env.dir: %s', async (text, envDir) => {
	expect((await vite(`{ env: { dir: ${text} } }`)).envDir).toBe(envDir);
});

test.each([
	['{ adapter: adapter() }', '', '@sveltejs/adapter-node'],
	['{ adapter: adapter({ out: "build" }) as any }', '', '@sveltejs/adapter-node'],
	['{ adapter: it() }', "import { own as it } from './adapter.js';", './adapter.js'],
	['{ adapter: a.default() }', "import * as a from 'adapter-x';", 'adapter-x'],
	['{ adapter: made }', 'const made = adapter();', '@sveltejs/adapter-node'],
	['{}', '', undefined],
	['', '', undefined],
	['{ adapter: undefined }', '', undefined],
])('adapter of %s', async (argument, before, adapter) => {
	expect(await vite(argument, before)).toMatchObject({ adapter, unreadable: [] });
});

test('a computed adapter', async () => {
	expect(await vite('{ adapter: process.env.V ? adapter() : other() }')).toMatchObject({
		adapter: undefined,
		unreadable: ['adapter in vite.config.ts:5'],
	});
});

test('no Vite config, and a stale svelte.config', async () => {
	expect((await read({ a: '' })).warnings[0]).toContain('no vite.config file');
	const stale = await read({ 'vite.config.ts': viteConfig('{}'), 'svelte.config.js': 'export default {}' });
	expect(stale.warnings[0]).toContain('SvelteKit 3 does not start beside svelte.config.js');
});

test.each([
	[
		'constant',
		`/** @type {import('@sveltejs/kit').Config} */\nconst config = { kit: ${custom} };\nexport default config;`,
	],
	['literal', `export default { preprocess: [], kit: ${custom} };`],
	['satisfies', `export default { kit: ${custom} } satisfies Config;`],
])('SvelteKit 2, svelte.config with a %s', async (_, text) => {
	expect(await read({ 'svelte.config.js': text, 'vite.config.ts': viteConfig('') }, 2)).toMatchObject({
		...customized,
		configFile: 'svelte.config.js',
	});
});

test.each([
	['true', true, []],
	['false', false, []],
	['process.env.X', false, ['experimental.explicitEnvironmentVariables in svelte.config.js:1']],
] as [string, boolean, string[]][])(
	'SvelteKit 2: variables that have to be declared: %s',
	async (value, explicitEnv, unreadable) => {
		const config = `export default { kit: { experimental: { explicitEnvironmentVariables: ${value} } } };`;
		const found = await read({ 'svelte.config.js': config, 'vite.config.ts': viteConfig('') }, 2);
		expect(found).toMatchObject({ explicitEnv, unreadable });
	},
);

test('SvelteKit 2: options of the plugin win', async () => {
	const files = { 'svelte.config.js': 'export default { kit: {} };', 'vite.config.ts': viteConfig(custom) };
	expect(await read(files, 2)).toMatchObject({ ...customized, configFile: 'vite.config.ts' });
});

test('SvelteKit 2: adapter, library folder, computed presets', async () => {
	const config =
		"import a from '@sveltejs/adapter-static';\nexport default { kit: { adapter: a(), files: { lib: 'lib' } } };";
	expect(await read({ 'svelte.config.ts': config }, 2)).toMatchObject({
		adapter: '@sveltejs/adapter-static',
		paths: { lib: 'lib' },
	});
	const computed = 'export default await merge(a, b);';
	expect((await failure(() => read({ 'svelte.config.js': computed }, 2))).code).toBe(
		'AG_CONFIG_NOT_READABLE',
	);
});

test('SvelteKit 2: a prefix that hides our variables', async () => {
	const config = (prefix: string) => ({
		'svelte.config.js': `export default { kit: { env: { privatePrefix: ${prefix} } } };\n`,
		'vite.config.ts': viteConfig(''),
	});
	expect(await read(config("'AUTH_'"), 2)).toMatchObject({ configFile: 'svelte.config.js' });
	const error = await failure(() => read(config("'SECRET_'"), 2));
	expect(error).toMatchObject({ code: 'AG_CONFIG_NOT_READABLE' });
	expect(error.message).toBe(
		'env.privatePrefix ("SECRET_") in svelte.config.js:1 hides the variables of sign-in, which begin with AUTH_.',
	);
});
