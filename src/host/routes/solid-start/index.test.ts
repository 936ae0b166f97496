import { expect, test } from 'vitest';
import { readHost } from '../../index.ts';
import { manifest, project, solidConfig } from '../../testing.ts';
import { readRoutes } from '../index.ts';
import { solidHost, solidRoutes } from '../testing.ts';

const page = "export default function Page() {\n\treturn <p>It's a page</p>;\n}\n";
const get = 'export async function GET() {\n\treturn new Response();\n}\n';

test('pages, API routes and both; files that export neither are none', async () => {
	const { routes, notes } = readRoutes(
		await solidHost({
			'index.tsx': page,
			'about.jsx': 'const About = () => <p>About</p>;\nexport default About;\n',
			'api/users/[id].ts': `${get}export const POST = async () => new Response();\n`,
			'feed.tsx': `${page}${get}`,
			'helper.ts': 'export const GETTER = 1;\nexport const helper = 2;\n',
			'types.d.ts': 'declare const x: 1;\nexport default x;\n',
			'Card.tsx': 'export const Card = () => <b />;\n',
			'.hidden/secret.tsx': page,
			'style.css': 'export default',
		}),
	);
	expect(notes).toEqual([]);
	expect(routes).toEqual([
		expect.objectContaining({ id: '/', path: '/', page: 'src/routes/index.tsx', methods: [] }),
		expect.objectContaining({ id: '/about', page: 'src/routes/about.jsx' }),
		{
			id: '/api/users/[id]',
			path: '/api/users/[id]',
			endpoint: 'src/routes/api/users/[id].ts',
			methods: ['GET', 'POST'],
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
			id: '/feed',
			page: 'src/routes/feed.tsx',
			endpoint: 'src/routes/feed.tsx',
			methods: ['GET'],
		}),
	]);
});

test.each([
	['(app)/dashboard.tsx', '/(app)/dashboard', '/dashboard'],
	['(app)/index.tsx', '/(app)', '/'],
	['blog/index.tsx', '/blog', '/blog'],
	['blog(wide).tsx', '/blog(wide)', '/blog'],
	['users/[id].tsx', '/users/[id]', '/users/[id]'],
	['users/[[id]].tsx', '/users/[[id]]', '/users/[[id]]'],
	['docs/[...path].tsx', '/docs/[...path]', '/docs/[...path]'],
	['[...404].tsx', '/[...404]', '/[...404]'],
	['reindex.tsx', '/reindex', '/reindex'],
	['robots.txt.ts', '/robots.txt', '/robots.txt'],
])('file %s is the route %s at %s', async (file, id, path) => {
	const routes = await solidRoutes({ [file]: page });
	expect(routes).toEqual({ [id]: expect.objectContaining({ path, page: `src/routes/${file}` }) });
});

test('SolidStart 1 takes `index` off any name that ends so', async () => {
	expect(Object.keys(await solidRoutes({ 'reindex.tsx': page, 'index.tsx': page }, 1))).toEqual(['/', '/re']);
});

test('layouts: a file beside a folder of its name, of groups too; it is no page itself', async () => {
	const routes = await solidRoutes({
		'(protected).tsx': page,
		'(protected)/dashboard.tsx': page,
		'(protected)/dashboard/settings.tsx': page,
		'(protected)/dashboard/index.tsx': page,
		'blog.tsx': page,
		'blog/[slug].tsx': page,
		'blogger.tsx': page,
		'shop.ts': get,
		'shop/cart.tsx': page,
	});
	const layout = (...files: string[]) => files.map((file) => ({ component: `src/routes/${file}` }));
	expect(Object.fromEntries(Object.values(routes).map(({ id, layouts }) => [id, layouts]))).toEqual({
		'/(protected)/dashboard': layout('(protected).tsx', '(protected)/dashboard.tsx'),
		'/(protected)/dashboard/settings': layout('(protected).tsx', '(protected)/dashboard.tsx'),
		'/blog/[slug]': layout('blog.tsx'),
		'/blogger': [],
		// A file without a page is no layout.
		'/shop': [],
		'/shop/cart': [],
	});
	expect(routes['/(protected)/dashboard']?.page).toBe('src/routes/(protected)/dashboard/index.tsx');
});

test('a layout with methods answers at its address, beside the index page', async () => {
	const routes = await solidRoutes({
		'blog.tsx': `${page}${get}`,
		'blog/index.tsx': page,
		'x.tsx': page + get,
		'x/y.tsx': page,
	});
	expect(routes['/blog']).toMatchObject({
		page: 'src/routes/blog/index.tsx',
		endpoint: 'src/routes/blog.tsx',
		methods: ['GET'],
		layouts: [{ component: 'src/routes/blog.tsx' }],
	});
	expect(routes['/x']).toMatchObject({ endpoint: 'src/routes/x.tsx', layouts: [] });
	expect(routes['/x']?.page).toBeUndefined();
});

test.each([
	['export default () => null;', true, []],
	['function Page() {}\nexport { Page as default };', true, []],
	["export { default } from '../pages/home';", true, []],
	['export default class {}', true, []],
	['export const { GET, POST } = SolidAuth(options);', false, ['GET', 'POST']],
	["export { handler as GET, handler as DELETE } from '../api';", false, ['GET', 'DELETE']],
	['export const route = { preload() {} };\nexport default () => <p>{`</p>`}</p>;', true, []],
])('exports of %s', async (text, isPage, methods) => {
	const routes = await solidRoutes({ 'a.tsx': text });
	expect(routes['/a']).toMatchObject({ methods });
	expect(routes['/a']?.page !== undefined).toBe(isPage);
});

test('`export *` may be anything, and two files of one address are said', async () => {
	const { routes, notes } = readRoutes(
		await solidHost({ 'a.ts': "export * from '../api';\n", 'b.tsx': page, 'b.ts': get }),
	);
	expect(routes).toMatchObject([
		{ id: '/a', endpoint: 'src/routes/a.ts', methods: [], methodsComputed: true },
		{ id: '/b', endpoint: 'src/routes/b.ts', page: 'src/routes/b.tsx' },
	]);
	expect(notes).toEqual([
		'src/routes/b.ts and src/routes/b.tsx have the same address, and SolidStart keeps one of the two.',
	]);
});

const configured = async (major: 1 | 2, options: string, files: Record<string, string>) => {
	const config = {
		1: {
			'app.config.ts': `import { defineConfig } from '@solidjs/start/config';\nexport default defineConfig(${options});\n`,
		},
		2: { 'vite.config.ts': solidConfig(`solidStart(${options})`) },
	}[major];
	const root = project({
		'package.json': manifest({ '@solidjs/start': `^${major}.0.0` }),
		...config,
		...files,
	});
	return readRoutes(await readHost(root));
};

test.each([1, 2] as const)('SolidStart %s: endings and folders of the config, and ssr', async (major) => {
	const { routes, notes } = await configured(
		major,
		"{ ssr: false, appRoot: './app', routeDir: './pages', extensions: ['mdx'], solid: { ssr: true } }",
		{
			'app/pages/index.tsx': page,
			'app/pages/doc.mdx': '# Doc\n',
			'app/pages/api.ts': get,
			'app/pages/no.md': '#',
		},
	);
	expect(notes).toEqual([]);
	expect(routes.map(({ id, ssr, prerender }) => [id, ssr, prerender])).toEqual([
		// Without server rendering SolidStart 1 writes its start page as a file.
		['/', false, major === 1 ? true : undefined],
		['/api', undefined, undefined],
		['/doc', false, undefined],
	]);
});

test('routes that SolidStart 1 prerenders', async () => {
	const files = {
		'src/routes/about.tsx': page,
		'src/routes/docs/[...path].tsx': page,
		'src/routes/users/[id].tsx': page,
		'src/routes/open.tsx': page,
	};
	const prerendered = async (options: string) => {
		const { routes } = await configured(1, `{ server: { prerender: ${options} } }`, files);
		return routes.map(({ prerender }) => prerender);
	};
	expect(await prerendered("{ routes: ['/about', '/users/7', '/docs/a/b'] }")).toEqual([
		true,
		'auto',
		undefined,
		'auto',
	]);
	expect(await prerendered('{ crawlLinks: true }')).toEqual(['auto', 'auto', 'auto', 'auto']);
	expect(await prerendered('{ crawlLinks: false }')).toEqual(Array(4).fill(undefined));
	expect(await prerendered("{ routes: ['/about', ...more] }")).toEqual([
		true,
		'computed',
		'computed',
		'computed',
	]);
});
