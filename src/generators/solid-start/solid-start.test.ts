import { describe, expect, test } from 'vitest';
import { defaultStyle } from '../../edits/source.ts';
import type { Host } from '../../host/host.ts';
import type { Context } from '../context.ts';
import { catchAllChange } from './catch-all.ts';
import { configChange, middlewareChange } from './middleware.ts';

/** A SolidStart host that is nothing but the given files. */
function contextOf(files: Record<string, string>, more: Partial<Host> = {}): Context {
	const paths = Object.keys(files);
	const host = {
		framework: 'solid-start',
		major: 2,
		language: 'ts',
		manifest: { text: '', name: undefined, dependencies: {}, devDependencies: {} },
		paths: { routes: 'src/routes', source: 'src', lib: 'src/lib', serverHooks: '' },
		configFile: 'vite.config.ts',
		middleware: undefined,
		read: (path: string) => files[path],
		exists: (path: string) => paths.some((file) => file === path || file.startsWith(`${path}/`)),
		list: (folder: string) => {
			const inside = paths.filter((file) => file.startsWith(`${folder}/`));
			return [...new Set(inside.map((file) => file.slice(folder.length + 1).split('/')[0] as string))].sort();
		},
		...more,
	} as unknown as Host;
	const answers = { providers: [], providersNamed: false, protect: [], basePath: undefined } as never;
	return { host, answers, style: defaultStyle, variables: [] };
}

describe('catchAllChange', () => {
	const handler = (module: string) =>
		`import { handler } from '${module}';\nexport const { GET, POST } = handler();\n`;

	test('a new route where nothing answers', () => {
		expect(catchAllChange(contextOf({ 'src/routes/index.tsx': '' }))).toMatchObject({
			kind: 'create',
			path: 'src/routes/api/auth/[...solidauth].ts',
		});
	});

	test.each([
		'@auth/solid-start',
		'@solid-mediakit/auth',
		'start-authjs',
		'@zitadel/solidstart-auth',
		'better-auth/solid-start',
	])('S7: names what answers already: %s', (module) => {
		const path = 'src/routes/api/auth/[...auth].ts';
		expect(catchAllChange(contextOf({ [path]: handler(module) }))).toMatchObject({
			kind: 'refuse',
			path,
			reason: `answers these paths already, with ${module.replace('/solid-start', module.startsWith('@') ? '/solid-start' : '')}`,
		});
	});

	test('S7: a route that imports its own module only is named by package.json', () => {
		const context = contextOf({ 'src/routes/api/auth/[...all].ts': handler('~/lib/auth') });
		context.host.manifest.dependencies = { 'better-auth': '^1.0.0' };
		expect(catchAllChange(context)).toMatchObject({
			reason: 'answers these paths already, with better-auth',
		});
	});

	test('a handler of the host itself', () => {
		const context = contextOf({
			'src/routes/api/auth/[...all].ts': 'export const GET = () => new Response();\n',
		});
		expect(catchAllChange(context)).toMatchObject({ kind: 'refuse', reason: 'answers these paths already' });
	});

	test.each([
		'src/routes/api/auth/[...x].tsx',
		'src/routes/api/auth/[...x]/index.ts',
		'src/routes/(site)/api/auth/[...x].ts',
		'src/routes/api/(inner)/auth/(more)/[...x].ts',
		'src/routes/api(site)/auth/[...x].ts',
	])('S7: the same path in another place: %s', (path) => {
		expect(catchAllChange(contextOf({ [path]: handler('x') }))).toMatchObject({ kind: 'refuse', path });
	});

	test.each([
		'src/routes/api/[...x].ts',
		'src/routes/(api)/auth/[...x].ts',
		'src/routes/api/auth/[x].ts',
		'src/routes/api/auth/[...x].md',
	])('another path: %s', (path) => {
		expect(catchAllChange(contextOf({ [path]: handler('x') }))).toMatchObject({ kind: 'create' });
	});

	test('ours is left alone', () => {
		const path = 'src/routes/api/auth/[...solidauth].ts';
		const context = contextOf({});
		const text = (catchAllChange(context) as { after: string }).after;
		expect(catchAllChange(contextOf({ [path]: text }))).toMatchObject({ kind: 'skip', path });
	});
});

describe('the config, S1 to S5', () => {
	const vite =
		"import { solidStart } from '@solidjs/start/config';\nexport default { plugins: [solidStart()] };\n";
	const app = "import { defineConfig } from '@solidjs/start/config';\nexport default defineConfig();\n";
	const both = { 'vite.config.ts': vite, 'app.config.ts': app };

	test.each([
		[2, 'vite.config.ts', vite.replace('solidStart()', "solidStart({ middleware: './src/middleware.ts' })")],
		[
			1,
			'app.config.ts',
			app.replace('defineConfig()', "defineConfig({ middleware: './src/middleware.ts' })"),
		],
	])('both are there: SolidStart %i takes its own', (major, path, after) => {
		const context = contextOf(both, { major, configFile: undefined });
		expect(configChange(context)).toMatchObject({ kind: 'modify', path, after });
	});

	test('none is there: refused, never an empty file', () => {
		expect(configChange(contextOf({}, { major: 1, configFile: undefined }))).toMatchObject({
			kind: 'refuse',
			path: 'app.config.ts',
			reason: 'does not exist',
			snippet: "defineConfig({ middleware: './src/middleware.ts' })",
		});
	});

	test('S6: a middleware file that no config names does not run', () => {
		const context = contextOf(
			{ ...both, 'src/middleware.ts': '' },
			{ major: 1, configFile: 'app.config.ts' },
		);
		expect(middlewareChange(context)).toMatchObject({
			kind: 'refuse',
			path: 'src/middleware.ts',
			reason: expect.stringContaining("register it (defineConfig({ middleware: './src/middleware.ts' }))"),
		});
	});
});
