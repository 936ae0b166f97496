import { expect, test } from 'vitest';
import { readHost } from '../../index.ts';
import { kit3, manifest, project, viteConfig } from '../../testing.ts';
import { readRoutes } from '../index.ts';
import { kitHost, kitRoutes } from '../testing.ts';

const page = '<h1>Page</h1>\n';

test('pages, endpoints and both, sorted by path; folders without either are none', async () => {
	const { routes, notes } = readRoutes(
		await kitHost({
			'blog/[slug]/+page.svelte': page,
			'blog/[slug]/+page.server.ts': 'export const load = async () => ({});\n',
			'blog/[slug]/+page.ts': 'export const load = async ({ data }) => data;\n',
			'blog/[slug]/+server.ts': 'export const GET = () => new Response();\n',
			'api/health/+server.js': 'export const GET = () => new Response();\n',
			'api/+layout.svelte': '<slot />\n',
			'api/helper.ts': 'export const GET = 1;\n',
		}),
	);
	expect(notes).toEqual([]);
	expect(routes).toEqual([
		expect.objectContaining({ id: '/', path: '/', page: 'src/routes/+page.svelte' }),
		{
			id: '/api/health',
			path: '/api/health',
			endpoint: 'src/routes/api/health/+server.js',
			methods: ['GET'],
			methodsComputed: false,
			serverLoad: false,
			actions: [],
			actionsComputed: false,
			layouts: [],
			prerender: undefined,
			ssr: undefined,
			csr: undefined,
		},
		expect.objectContaining({
			id: '/blog/[slug]',
			page: 'src/routes/blog/[slug]/+page.svelte',
			pageServer: 'src/routes/blog/[slug]/+page.server.ts',
			pageUniversal: 'src/routes/blog/[slug]/+page.ts',
			endpoint: 'src/routes/blog/[slug]/+server.ts',
			serverLoad: true,
			methods: ['GET'],
		}),
	]);
});

test.each([
	['(app)/dashboard', '/(app)/dashboard', '/dashboard'],
	['(a)/(b)/x', '/(a)/(b)/x', '/x'],
	['[[lang]]/about', '/[[lang]]/about', '/[[lang]]/about'],
	['files/[...path]', '/files/[...path]', '/files/[...path]'],
	['items/[id=integer]', '/items/[id=integer]', '/items/[id=integer]'],
	['[x+2e]well-known/security', '/[x+2e]well-known/security', '/.well-known/security'],
	['smileys/[u+d83e][u+dd21]', '/smileys/[u+d83e][u+dd21]', '/smileys/🤡'],
	['v[major]-[minor]', '/v[major]-[minor]', '/v[major]-[minor]'],
	['(half', '/(half', '/(half'],
])('folder %s is the route %s at %s', async (folder, id, path) => {
	const routes = await kitRoutes({ [`${folder}/+page.svelte`]: page });
	expect(routes[id]).toMatchObject({ path, page: `src/routes/${folder}/+page.svelte` });
});

test('files that SvelteKit leaves alone, and those at which its build stops', async () => {
	const host = await kitHost({
		'a/+page.test.ts': '',
		'a/+server.spec.ts': '',
		'a/+page.stories.svelte': '',
		'a/+page.d.ts': '',
		'a/+page.txt': '',
		'a/page.svelte': '',
		'b/+pages.svelte': page,
		'b/+page@group.ts': '',
		'c/+page.svelte': page,
		'c/+page@.svelte': page,
	});
	const { routes, notes } = readRoutes(host);
	expect(routes.map(({ id }) => id)).toEqual(['/', '/c']);
	expect(notes.sort()).toEqual([
		'src/routes/b/+page@group.ts: SvelteKit keeps names with a plus for itself and does not build with this one.',
		'src/routes/b/+pages.svelte: SvelteKit keeps names with a plus for itself and does not build with this one.',
		'src/routes/c/+page.svelte and src/routes/c/+page@.svelte are the same to SvelteKit, which does not build with both.',
	]);
});

const layouts = {
	'+layout.svelte': '',
	'+layout.server.ts': '',
	'(app)/+layout.svelte': '',
	'(app)/item/+layout.ts': '',
	'(app)/item/[id]/+layout.svelte': '',
};
const root = { component: 'src/routes/+layout.svelte', server: 'src/routes/+layout.server.ts' };
const app = { component: 'src/routes/(app)/+layout.svelte' };
const item = { universal: 'src/routes/(app)/item/+layout.ts' };
const id = { component: 'src/routes/(app)/item/[id]/+layout.svelte' };

test.each([
	['+page.svelte', [root, app, item, id]],
	['+page@[id].svelte', [root, app, item, id]],
	['+page@item.svelte', [root, app, item]],
	['+page@(app).svelte', [root, app]],
	['+page@.svelte', [root]],
])('layouts around %s', async (name, expected) => {
	const routes = await kitRoutes({ ...layouts, [`(app)/item/[id]/embed/${name}`]: page });
	expect(routes['/(app)/item/[id]/embed']?.layouts).toEqual(expected);
});

test('a layout breaks out for the pages below it, and a missing segment is said', async () => {
	const files = { '+layout.svelte': '', '(app)/+layout.svelte': '', '(app)/x/y/+page.svelte': page };
	const routes = await kitRoutes({ ...files, '(app)/x/+layout@.svelte': '' });
	expect(routes['/(app)/x/y']?.layouts).toEqual([
		{ component: 'src/routes/+layout.svelte' },
		{ component: 'src/routes/(app)/x/+layout@.svelte' },
	]);
	const { notes } = readRoutes(await kitHost({ ...files, '(app)/x/y/z/+page@nowhere.svelte': page }));
	expect(notes).toEqual([
		'src/routes/(app)/x/y/z/+page@nowhere.svelte names @nowhere, and there is no such folder above it.',
	]);
});

test.each([
	['export const prerender = true;', true],
	['export const prerender = false;', false],
	["export const prerender = 'auto';", 'auto'],
	['export const prerender = true as const;', true],
	['export const prerender: boolean = (true satisfies boolean);', true],
	['const yes = true;\nexport { yes as prerender };', true],
	['const yes = true;\nexport const prerender = yes;', true],
	['export const prerender = !dev;', 'computed'],
	['export let prerender = true;\nprerender = false;', 'computed'],
	["export { prerender } from './shared';", 'computed'],
	["import { prerender } from './shared';\nexport { prerender };", 'computed'],
	["export * from './shared';", 'computed'],
	['export const prerender = undefined;', undefined],
	['export const \\u0070rerender = true;', true],
	["export type { prerender } from './shared';", undefined],
	['// export const prerender = true;', undefined],
	["const text = 'export const prerender = true';", undefined],
	['if (true) { const prerender = true; }', undefined],
])('prerender of %s', async (text, expected) => {
	const routes = await kitRoutes({ 'a/+page.svelte': page, 'a/+page.ts': `${text}\n` });
	expect(routes['/a']?.prerender).toBe(expected);
});

test('page options: the page over its layouts, the universal file over the server file, never into endpoints', async () => {
	const routes = await kitRoutes({
		'+layout.ts': 'export const ssr = false;\nexport const prerender = true;\n',
		'(app)/+layout.server.ts': 'export const prerender = false;\nexport const csr = false;\n',
		'(app)/a/+page.svelte': page,
		'(app)/b/+page.svelte': page,
		'(app)/b/+page.server.ts': 'export const prerender = true;\n',
		'(app)/c/+page.svelte': page,
		'(app)/c/+page.server.ts': 'export const prerender = true;\nexport const ssr = true;\n',
		'(app)/c/+page.ts': "export const prerender = 'auto';\n",
		'(app)/d/+page@.svelte': page,
		'(app)/e/+server.ts': 'export const GET = () => new Response();\n',
		'(app)/f/+server.ts': 'export const prerender = true;\nexport const GET = () => new Response();\n',
	});
	const options = Object.fromEntries(
		Object.values(routes).map(({ id: name, prerender, ssr, csr }) => [name, [prerender, ssr, csr]]),
	);
	expect(options).toEqual({
		'/': [true, false, undefined],
		'/(app)/a': [false, false, false],
		'/(app)/b': [true, false, false],
		'/(app)/c': ['auto', true, false],
		'/(app)/d': [true, false, undefined],
		'/(app)/e': [undefined, undefined, undefined],
		'/(app)/f': [true, undefined, undefined],
	});
});

test.each([
	[
		'export const actions = { default: async () => {}, update: async () => {} };',
		['default', 'update'],
		false,
	],
	['export const actions: Actions = { async default() {}, remove };', ['default', 'remove'], false],
	[
		"export const actions = { 'log-out': f, ['sign-in']: g } satisfies Actions;",
		['log-out', 'sign-in'],
		false,
	],
	['export const actions = ({ a: f }) as const;', ['a'], false],
	['const actions = { a: f };\nexport { actions };', ['a'], false],
	['const all = { a: f } satisfies Actions;\nexport { all as actions };', ['a'], false],
	['export const actions = { a: f, ...more };', ['a'], true],
	['export const actions = { [name]: f };', [], true],
	['export const actions = guarded({ a: f });', [], true],
	["export { actions } from './actions';", [], true],
	["import { actions } from './actions';\nexport { actions };", [], true],
	["export * from './actions';", [], true],
	['export const { load, actions } = page();', [], true],
	['const actions = { a: f };', [], false],
	['export const load = () => ({ actions: { a: 1 } });', [], false],
])('actions of %s', async (text, actions, actionsComputed) => {
	const routes = await kitRoutes({ 'a/+page.svelte': page, 'a/+page.server.ts': `${text}\n` });
	expect(routes['/a']).toMatchObject({ actions, actionsComputed });
});

test.each([
	['export const GET = async () => new Response();', ['GET'], false],
	['export async function POST() {}\nexport const GET: RequestHandler = () => {};', ['GET', 'POST'], false],
	["export { GET, POST as PUT } from './handlers';", ['GET', 'PUT'], false],
	['export const { GET, POST } = handlers();', ['GET', 'POST'], false],
	['export const fallback = () => {};', ['fallback'], false],
	["export * from './handlers';", [], true],
	['export type GET = 1;\nconst POST = 1;\nexport function helper() {}', [], false],
	['export default { GET() {} };', [], false],
])('methods of %s', async (text, methods, methodsComputed) => {
	const routes = await kitRoutes({ 'api/+server.ts': `${text}\n` });
	expect(routes['/api']).toMatchObject({ methods, methodsComputed });
});

test.each([
	['export const load = async () => {};', true],
	['export async function load() {}', true],
	['export const load = withUser(async () => ({}));', true],
	["export { load } from './shared';", true],
	["export * from './shared';", true],
	['const load = 1;', false],
	["export type { load } from './shared';", false],
	["export { type load } from './shared';", false],
	['export declare function load(): void;', false],
])('the load of %s', async (text, serverLoad) => {
	const routes = await kitRoutes({ 'a/+page.svelte': page, 'a/+page.server.ts': `${text}\n` });
	expect(routes['/a']).toMatchObject({ serverLoad });
});

test('what functions do changes nothing, however it is written', async () => {
	const text = `import { a } from './a';
const re = /[{(]/;
export const load = async ({ params: { id } }, more = { a: () => 1 }) => {
	const text = \`\${params.map((p) => { return '}'; })}\`;
	if (id / 2 > 1) { return { a: /}/.test(id) }; }
	function inner() { return '{'; }
};
export const actions = { default: async ({ request }) => { export_(request); }, other: f(() => { return {}; }) };
export const prerender = false;
`;
	const routes = await kitRoutes({ 'a/+page.svelte': page, 'a/+page.server.ts': text });
	expect(routes['/a']).toMatchObject({
		serverLoad: true,
		actions: ['default', 'other'],
		actionsComputed: false,
		prerender: false,
	});
});

test('extensions and folders of the config', async () => {
	const config = (major: number) => ({
		'package.json': manifest({ '@sveltejs/kit': `^${major}.0.0`, svelte: '^5.0.0' }),
		'app/pages/+page.svx': page,
		'app/pages/doc/+page.md': page,
		'app/pages/doc/+page.mjs': 'export const ssr = false;\n',
	});
	const options =
		"extensions: ['.svelte', '.svx', '.md'], moduleExtensions: ['.js', '.ts', '.mjs'], files: { routes: 'app/pages' }";
	const three = readRoutes(
		await readHost(project({ ...config(3), 'vite.config.ts': viteConfig(`{ ${options} }`) })),
	);
	const two = readRoutes(
		await readHost(
			project({
				...config(2),
				'vite.config.ts': viteConfig(''),
				'svelte.config.js':
					"export default { extensions: ['.svelte', '.svx', '.md'], kit: { moduleExtensions: ['.js', '.ts', '.mjs'], files: { routes: 'app/pages' } } };\n",
			}),
		),
	);
	expect(three).toEqual(two);
	expect(three.notes).toEqual([]);
	expect(three.routes).toMatchObject([
		{ id: '/', page: 'app/pages/+page.svx' },
		{ id: '/doc', page: 'app/pages/doc/+page.md', ssr: false },
	]);
});

test('a host without routes has none', async () => {
	const { 'src/routes/+page.svelte': _, ...files } = kit3();
	expect(readRoutes(await readHost(project(files)))).toEqual({ routes: [], notes: [] });
});
