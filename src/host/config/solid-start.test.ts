import { describe, expect, test } from 'vitest';
import { readHost } from '../index.ts';
import { failure, manifest, project, solidConfig } from '../testing.ts';

const start2 = (config: string | null, more: Record<string, string> = {}) =>
	project({
		'package.json': manifest({ '@solidjs/start': '^2.0.5', 'solid-js': '^1.9.20' }),
		'tsconfig.json': '{}',
		...(config === null ? {} : { 'vite.config.ts': config }),
		...more,
	});

const read = async (config: string, more?: Record<string, string>) => {
	const { paths, middleware, base, unreadable } = await readHost(start2(config, more));
	return { source: paths.source, routes: paths.routes, middleware, base, unreadable };
};

const plain = { source: 'src', routes: 'src/routes', middleware: undefined, base: '', unreadable: [] };

test('the defaults', async () => {
	expect(await read(solidConfig())).toEqual(plain);
	expect(await read(solidConfig('solidStart({ ssr: false })'))).toEqual(plain);
});

test('appRoot, and routeDir below it', async () => {
	expect(await read(solidConfig("solidStart({ appRoot: './app', routeDir: './pages' })"))).toEqual({
		...plain,
		source: 'app',
		routes: 'app/pages',
	});
});

test.each([
	['./src/middleware.ts', 'src/middleware.ts'],
	['src/middleware', 'src/middleware.ts'],
	['./src/server', 'src/server/index.ts'],
])('the middleware %s is the file that Vite would load', async (written, file) => {
	const config = solidConfig(`solidStart({ middleware: '${written}' })`);
	expect(await read(config, { [file]: 'export default 1;' })).toEqual({ ...plain, middleware: file });
});

test('the base path of the Vite config', async () => {
	expect(await read(solidConfig('solidStart()', "base: '/app/', "))).toEqual({ ...plain, base: '/app' });
	expect(await read(solidConfig('solidStart()', 'base: process.env.BASE, '))).toEqual({
		...plain,
		base: undefined,
		unreadable: ['base in vite.config.ts:5'],
	});
});

test.each<[string, string | null, RegExp]>([
	['no Vite config', null, /no vite\.config file/],
	[
		'computed plugins',
		"import { plugins } from './plugins';\nexport default { plugins: plugins() };\n",
		/does not call solidStart\(\)/,
	],
	['two calls', solidConfig('solidStart(), solidStart()'), /calls more than once/],
	[
		'a computed appRoot',
		solidConfig('solidStart({ appRoot: dir })'),
		/appRoot in vite\.config\.ts:5 is computed/,
	],
	[
		'a computed middleware',
		solidConfig('solidStart({ middleware: file })'),
		/middleware in vite\.config\.ts:5 is computed/,
	],
	[
		'a middleware that is not there',
		solidConfig("solidStart({ middleware: './src/gone' })"),
		/names src\/gone, and there is no such file/,
	],
	['a Vite root elsewhere', solidConfig('solidStart()', "root: 'web', "), /root in vite\.config\.ts:5/],
])('%s: refused', async (_, config, message) => {
	const error = await failure(() => readHost(start2(config)));
	expect(error).toMatchObject({ code: 'AG_CONFIG_NOT_READABLE', exitCode: 1 });
	expect(error.message).toMatch(message);
});

test('a folder outside of the project: refused', async () => {
	const error = await failure(() => readHost(start2(solidConfig("solidStart({ appRoot: '../other' })"))));
	expect(error.code).toBe('AG_OUTSIDE_HOST');
});

const start1 = (config: string | null, more: Record<string, string> = {}) =>
	project({
		'package.json': manifest({ '@solidjs/start': '^1.3.2', 'solid-js': '^1.9.20', vinxi: '^0.5.11' }),
		'tsconfig.json': '{}',
		...(config === null ? {} : { 'app.config.ts': config }),
		...more,
	});

const appConfig = (call: string, before = '') =>
	`import { defineConfig } from '@solidjs/start/config';
${before}
export default ${call};
`;

describe('SolidStart 1, in its app.config', () => {
	const read1 = async (config: string, more?: Record<string, string>) => {
		const { configFile, paths, middleware, base, unreadable, warnings } = await readHost(
			start1(config, more),
		);
		const { source, routes } = paths;
		return { configFile, source, routes, middleware, base, unreadable, warnings };
	};
	const plain1 = { configFile: 'app.config.ts', ...plain, warnings: [] };

	test.each([
		'defineConfig()',
		'defineConfig({})',
		"defineConfig({ server: { preset: 'bun' }, vite: { root: 'web', base: '/no/' } })",
		"defineConfig({ vite: ({ router }) => ({ plugins: [] }) }).addRouter({ name: 'ws', type: 'http' })",
	])('the defaults: %s', async (call) => {
		expect(await read1(appConfig(call))).toEqual(plain1);
	});

	test('appRoot, and routeDir below it', async () => {
		expect(await read1(appConfig("defineConfig({ appRoot: './app', routeDir: 'pages' })"))).toEqual({
			...plain1,
			source: 'app',
			routes: 'app/pages',
		});
	});

	test('options behind a name', async () => {
		const config = appConfig('defineConfig(options)', "const options = { appRoot: 'app' } as const;");
		expect(await read1(config)).toMatchObject({ source: 'app' });
	});

	test.each([
		['./src/middleware.ts', 'src/middleware.ts'],
		['/src/utils/middleware.ts', 'src/utils/middleware.ts'],
		['src/middleware', 'src/middleware/index.ts'],
	])('the middleware %s counts from the project, as vinxi joins it', async (written, file) => {
		const config = appConfig(`defineConfig({ middleware: '${written}' })`);
		expect(await read1(config, { [file]: 'export default 1;' })).toEqual({ ...plain1, middleware: file });
	});

	test.each([
		["'/app'", '/app'],
		["'app/'", '/app'],
		["'/'", ''],
	])('the base path of the server %s', async (written, base) => {
		const config = appConfig(`defineConfig({ server: { baseURL: ${written} } })`);
		expect(await read1(config)).toEqual({ ...plain1, base });
	});

	test('a base path that is computed', async () => {
		const config = appConfig('defineConfig({\n\tserver: { baseURL: process.env.BASE }\n})');
		expect(await read1(config)).toEqual({
			...plain1,
			base: undefined,
			unreadable: ['server.baseURL in app.config.ts:4'],
		});
	});

	test('ssr off is warned of, with the page that becomes a file', async () => {
		const { warnings } = await read1(appConfig('defineConfig({ ssr: false })'));
		expect(warnings).toEqual([
			expect.stringContaining('ssr is off in app.config.ts:3: pages know'),
			'ssr is off in app.config.ts:3: SolidStart 1 serves / as a file, which no guard sees.',
		]);
		expect((await read1(appConfig("defineConfig({ ssr: 'async' })"))).warnings).toEqual([]);
	});

	test.each(['static', 'netlify-static', 'github-pages'])(
		'a preset without a server is refused: %s',
		async (preset) => {
			const config = appConfig(`defineConfig({ server: { preset: '${preset}' } })`);
			expect(await failure(() => readHost(start1(config)))).toMatchObject({
				code: 'AG_HOST_UNSUPPORTED',
				message: `The project is built with the preset "${preset}" (app.config.ts:3): a static site has no server that could sign people in.`,
			});
		},
	);

	test('S5: both configs are there, and the version decides', async () => {
		const configs = {
			'app.config.ts': appConfig("defineConfig({ appRoot: 'one' })"),
			'vite.config.ts': solidConfig("solidStart({ appRoot: 'two' })"),
		};
		expect(await readHost(start1(null, configs))).toMatchObject({
			configFile: 'app.config.ts',
			paths: { source: 'one' },
		});
		expect(await readHost(start2(null, configs))).toMatchObject({
			configFile: 'vite.config.ts',
			paths: { source: 'two' },
		});
	});

	test('S5: the config of the other major alone is named', async () => {
		const one = await failure(() => readHost(start1(null, { 'vite.config.ts': solidConfig() })));
		expect(one).toMatchObject({
			code: 'AG_CONFIG_NOT_READABLE',
			message:
				'There is no app.config file, and SolidStart 1 keeps its options there, not in vite.config.ts.',
			hint: 'Add one that calls defineConfig().',
		});
		const two = await failure(() => readHost(start2(null, { 'app.config.js': '' })));
		expect(two.message).toContain(
			'no vite.config file, and SolidStart 2 keeps its options there, not in app.config.js',
		);
	});

	test.each<[string, string | null, RegExp]>([
		['no config', null, /no app\.config file, and SolidStart 1 keeps its options there\.$/],
		['no call', 'export default {};\n', /does not call defineConfig\(\) from @solidjs\/start\/config/],
		[
			"Vite's own function of that name",
			"import { defineConfig } from 'vite';\nexport default defineConfig({});\n",
			/does not call defineConfig\(\) from/,
		],
		['a function', appConfig('defineConfig(() => ({}))'), /appRoot in app\.config\.ts:3 is computed/],
		[
			'options from elsewhere',
			appConfig('defineConfig(options)'),
			/appRoot in app\.config\.ts:3 is computed/,
		],
		['a spread', appConfig('defineConfig({ ...shared })'), /appRoot in app\.config\.ts:3 is computed/],
		['two calls', appConfig('dev ? defineConfig({}) : defineConfig()'), /calls more than once defineConfig/],
		[
			'a computed middleware',
			appConfig('defineConfig({ middleware: file })'),
			/middleware in app\.config\.ts:3/,
		],
		[
			'a middleware that is not there',
			appConfig("defineConfig({ middleware: './src/gone' })"),
			/names src\/gone, and there is no such file/,
		],
	])('%s: refused', async (_, config, message) => {
		const error = await failure(() => readHost(start1(config)));
		expect(error).toMatchObject({ code: 'AG_CONFIG_NOT_READABLE', exitCode: 1 });
		expect(error.message).toMatch(message);
	});
});

describe('the version of the router', () => {
	const host = (router: string | undefined, more: Record<string, string> = {}) =>
		project({
			'package.json': manifest({
				'@solidjs/start': '^1.3.2',
				...(router === undefined ? {} : { '@solidjs/router': router }),
			}),
			'app.config.ts': appConfig('defineConfig()'),
			...more,
		});

	test.each([
		['^0.14.10', '0.14.10'],
		['^0.15.0', '0.15.0'],
		['latest', undefined],
		[undefined, undefined],
	])('listed as %s', async (router, version) => {
		expect((await readHost(host(router))).router).toBe(version);
	});

	test('the installed one decides', async () => {
		const installed = { 'node_modules/@solidjs/router/package.json': '{ "version": "0.15.4" }' };
		expect((await readHost(host('^0.14.0', installed))).router).toBe('0.15.4');
	});
});
