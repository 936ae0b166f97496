import { expect, test } from 'vitest';
import { readHost } from '../read-host.ts';
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
