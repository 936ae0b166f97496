import { describe, expect, test } from 'vitest';
import { generation } from '../../../host/testing.ts';
import { stageCatchAll } from './catch-all.ts';
import { stageConfig, stageMiddleware } from './middleware.ts';
import { changeOf, contextOf } from './testing.ts';

describe('stageCatchAll', () => {
	const handler = (module: string) =>
		`import { handler } from '${module}';\nexport const { GET, POST } = handler();\n`;

	test('a new route where nothing answers', () => {
		expect(changeOf(stageCatchAll, contextOf({ 'src/routes/index.tsx': '' }))).toMatchObject({
			kind: 'create',
			path: 'src/routes/api/auth/[...solidauth].ts',
		});
	});

	const elsewhere = 'put sign-in elsewhere with --base-path /auth, or move the file';

	test.each([
		'@auth/solid-start',
		'@solid-mediakit/auth',
		'start-authjs',
		'@zitadel/solidstart-auth',
		'better-auth/solid-start',
	])('S7: names what answers already: %s', (module) => {
		const path = 'src/routes/api/auth/[...auth].ts';
		expect(changeOf(stageCatchAll, contextOf({ [path]: handler(module) }))).toMatchObject({
			kind: 'refuse',
			path,
			reason: `answers these paths already, with ${module.replace('/solid-start', module.startsWith('@') ? '/solid-start' : '')}; ${elsewhere}`,
			// Pasted over theirs, a text of ours would take the other library away.
			snippet: '',
		});
	});

	test('S7: a route that imports its own module only is named by package.json', () => {
		const context = contextOf({ 'src/routes/api/auth/[...all].ts': handler('~/lib/auth') });
		context.host.manifest.dependencies = { 'better-auth': '^1.0.0' };
		expect(changeOf(stageCatchAll, context)).toMatchObject({
			reason: `answers these paths already, with better-auth; ${elsewhere}`,
		});
	});

	test('a handler of the host itself', () => {
		const context = contextOf({
			'src/routes/api/auth/[...all].ts': 'export const GET = () => new Response();\n',
		});
		expect(changeOf(stageCatchAll, context)).toMatchObject({
			kind: 'refuse',
			reason: `answers these paths already; ${elsewhere}`,
		});
	});

	test.each([
		'src/routes/api/auth/[...x].tsx',
		'src/routes/api/auth/[...x]/index.ts',
		'src/routes/(site)/api/auth/[...x].ts',
		'src/routes/api/(inner)/auth/(more)/[...x].ts',
		'src/routes/api(site)/auth/[...x].ts',
	])('S7: the same path in another place: %s', (path) => {
		expect(changeOf(stageCatchAll, contextOf({ [path]: handler('x') }))).toMatchObject({
			kind: 'refuse',
			path,
		});
	});

	test.each([
		'src/routes/api/[...x].ts',
		'src/routes/(api)/auth/[...x].ts',
		'src/routes/api/auth/[x].ts',
		'src/routes/api/auth/[...x].md',
	])('another path: %s', (path) => {
		expect(changeOf(stageCatchAll, contextOf({ [path]: handler('x') }))).toMatchObject({ kind: 'create' });
	});

	test('ours is left alone', () => {
		const path = 'src/routes/api/auth/[...solidauth].ts';
		const context = contextOf({});
		const text = (changeOf(stageCatchAll, context) as { after: string }).after;
		expect(changeOf(stageCatchAll, contextOf({ [path]: text }))).toMatchObject({ kind: 'skip', path });
	});
});

describe('stageCatchAll on SolidStart 1', () => {
	const one = { generation: generation('solid-start', 1), configFile: 'app.config.ts' };
	const path = 'src/routes/app/api/auth/[...solidauth].ts';

	test('lies below a folder named like the base path: API routes are looked up with it', () => {
		const change = changeOf(stageCatchAll, contextOf({}, { ...one, base: '/app' }));
		expect(change).toMatchObject({
			kind: 'create',
			path,
			after: expect.stringContaining("'../../../../auth'"),
		});
		const { after } = change as { after: string };
		expect(changeOf(stageCatchAll, contextOf({ [path]: after }, { ...one, base: '/app' }))).toMatchObject({
			kind: 'skip',
			path,
		});
	});

	test('where they are without a base, and on SolidStart 2 with one', () => {
		const plain = 'src/routes/api/auth/[...solidauth].ts';
		expect(changeOf(stageCatchAll, contextOf({}, one))).toMatchObject({ kind: 'create', path: plain });
		expect(changeOf(stageCatchAll, contextOf({}, { base: '/app' }))).toMatchObject({
			kind: 'create',
			path: plain,
		});
		expect(changeOf(stageCatchAll, contextOf({}, { base: undefined }))).toMatchObject({
			kind: 'create',
			path: plain,
		});
	});

	test('is refused under a base path that is computed', () => {
		const unreadable = ['server.baseURL in app.config.ts:4'];
		expect(changeOf(stageCatchAll, contextOf({}, { ...one, base: undefined, unreadable }))).toMatchObject({
			kind: 'refuse',
			reason:
				'must lie in a folder named like the base path, which is computed (server.baseURL in app.config.ts:4)',
			snippet: expect.stringContaining('SolidAuth(authConfig)'),
		});
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
		const context = contextOf(both, { generation: generation('solid-start', major), configFile: undefined });
		expect(changeOf(stageConfig, context)).toMatchObject({ kind: 'modify', path, after });
	});

	test('none is there: refused, never an empty file', () => {
		expect(
			changeOf(
				stageConfig,
				contextOf({}, { generation: generation('solid-start', 1), configFile: undefined }),
			),
		).toMatchObject({
			kind: 'refuse',
			path: 'app.config.ts',
			reason: 'does not exist',
			snippet: "defineConfig({ middleware: './src/middleware.ts' })",
		});
	});

	test('S6: a middleware file that no config names does not run', () => {
		const context = contextOf(
			{ ...both, 'src/middleware.ts': '' },
			{ generation: generation('solid-start', 1), configFile: 'app.config.ts' },
		);
		expect(changeOf(stageMiddleware, context)).toMatchObject({
			kind: 'refuse',
			path: 'src/middleware.ts',
			reason: expect.stringContaining("register it (defineConfig({ middleware: './src/middleware.ts' }))"),
		});
	});
});
