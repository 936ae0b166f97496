import { expect, test } from 'vitest';
import { readHost } from '../../../host/index.ts';
import { matchRoutes, openSources, readRemoteFunctions, readRoutes } from '../../../host/routes/index.ts';
import { kit3, manifest, project, solidConfig, viteConfig } from '../../../host/testing.ts';
import { uncovered } from './uncovered.ts';

const solid = (config = solidConfig()) => ({
	'package.json': manifest({ '@solidjs/start': '^2.0.5', '@solidjs/router': '1.0.0' }),
	'vite.config.ts': config,
	'src/app.tsx': 'export default function App() { return null; }\n',
});

/** What a rule for these patterns would leave open, as `code file:line /routes`. */
async function left(files: Record<string, string>, ...patterns: string[]) {
	const host = await readHost(project('src/app.tsx' in files ? files : { ...kit3(), ...files }));
	const sources = openSources(host);
	const { routes } = readRoutes(host, sources);
	const guarded = routes.filter((route) =>
		patterns.some((pattern) => matchRoutes([route], pattern, host.framework).length > 0),
	);
	const findings = uncovered(guarded, patterns, host, readRemoteFunctions(host, sources), sources);
	return {
		findings,
		said: findings.map(({ code, file, line, routes: paths = [] }) =>
			[code, `${file}:${line}`, ...paths].join(' '),
		),
	};
}

const load = 'export const load = () => ({ secret: 1 });\n';
const page = (path: string, server = load) => ({
	[`src/routes${path}/+page.svelte`]: '<h1>Secret</h1>\n',
	...(server ? { [`src/routes${path}/+page.server.ts`]: server } : {}),
});

test('says nothing of pages that load on the server', async () => {
	const { said } = await left({ ...page('/dashboard'), ...page('/dashboard/deep') }, '/dashboard');
	expect(said).toEqual([]);
});

test('pages without a server load, and those that a layout of their own covers', async () => {
	const files = { ...page('/dashboard'), ...page('/dashboard/deep', ''), ...page('/dashboard/wide', '') };
	const { said, findings } = await left(files, '/dashboard');
	expect(said).toEqual([
		'client-only src/routes/dashboard/deep/+page.svelte:1 /dashboard/deep /dashboard/wide',
	]);
	expect(findings[0]?.fix).toContain('authgraft protect-route /dashboard/deep /dashboard/wide --page');

	const covered = await left({ ...files, 'src/routes/dashboard/+layout.server.ts': load }, '/dashboard');
	expect(covered.said).toEqual([]);
	const only = 'export const trailingSlash = "never";\n';
	expect(
		(await left({ ...files, 'src/routes/dashboard/+layout.server.ts': only }, '/dashboard')).said,
	).toHaveLength(1);
	// The root layout has loaded long before: nobody asks for it again.
	expect((await left({ ...files, 'src/routes/+layout.server.ts': load }, '/dashboard')).said).toHaveLength(1);
	const noScript = { ...files, 'src/routes/dashboard/+layout.ts': 'export const csr = false;\n' };
	expect((await left(noScript, '/dashboard')).said).toEqual([]);
});

test('prerendered pages, by the file that says so', async () => {
	const files = {
		...page('/dashboard'),
		...page('/dashboard/report', `${load}\nexport const prerender = true;\n`),
		...page('/dashboard/maybe', `export const prerender = 'auto';\n${load}`),
		'src/routes/dashboard/data.json/+server.ts':
			'export const prerender = true;\nexport const GET = () => new Response("x");\n',
		...page('/dashboard/never', `export const prerender = false;\n${load}`),
	};
	const { said, findings } = await left(files, '/dashboard');
	expect(said).toEqual([
		'prerendered src/routes/dashboard/data.json/+server.ts:1 /dashboard/data.json',
		'prerendered src/routes/dashboard/maybe/+page.server.ts:1 /dashboard/maybe',
		'prerendered src/routes/dashboard/report/+page.server.ts:3 /dashboard/report',
	]);
	expect(findings[2]).toMatchObject({
		message:
			'/dashboard/report is prerendered, and no guard runs for a file: GET /dashboard/report answers everybody.',
		fix: 'Say `export const prerender = false;` in src/routes/dashboard/report/+page.server.ts.',
	});
	expect(findings[1]?.message).toContain('may be prerendered');
});

test('prerendering that a layout says, and reroute in front of it', async () => {
	const files = {
		'src/routes/+layout.ts': '// all of it\nexport const prerender = true;\n',
		...page('/docs'),
		...page('/docs/secret'),
		'src/hooks.ts':
			'export const reroute = ({ url }) => (url.pathname === "/alias" ? "/docs" : undefined);\n',
	};
	const { said, findings } = await left(files, '/docs');
	expect(said).toEqual([
		'reroute src/hooks.ts:1 /docs /docs/secret',
		'prerendered src/routes/+layout.ts:2 /docs /docs/secret',
	]);
	expect(findings[1]?.fix).toBe(
		'Say `export const prerender = false;` in src/routes/docs/+page.server.ts and src/routes/docs/secret/+page.server.ts.',
	);
	const without = { ...page('/docs'), 'src/hooks.ts': files['src/hooks.ts'] };
	expect((await left(without, '/docs')).said).toEqual([]);
});

test('static files below a guarded path', async () => {
	const names = ['a.txt', 'b.txt', 'c/d.txt', 'e.txt', 'f.txt', 'g.txt', 'h i.txt'];
	const files = {
		...page('/dashboard'),
		...Object.fromEntries(names.map((name) => [`static/dashboard/${name}`, 'x'])),
		'static/dashboardx/other.txt': 'x',
		'static/favicon.png': 'x',
	};
	const { said, findings } = await left(files, '/dashboard');
	expect(said).toEqual(['static-files static/dashboard/a.txt:1']);
	expect(findings[0]?.message).toBe(
		'/dashboard/a.txt, /dashboard/b.txt, /dashboard/c/d.txt, /dashboard/e.txt, /dashboard/f.txt and 2 more lie in static/, which is served to everybody: GET /dashboard/a.txt needs no session.',
	);
	// A rule for everything is no word about the icon.
	expect((await left(files, '/')).said.filter((one) => one.startsWith('static'))).toEqual([]);
	expect(
		(await left({ ...page('/dashboard'), 'static/dashboard/one.pdf': 'x' }, '/(app)/dashboard')).findings[0]
			?.message,
	).toMatch(/^\/dashboard\/one\.pdf lies in static\//);
});

test('static files in the folder that the config names, and public/ of SolidStart', async () => {
	const config = { 'vite.config.ts': viteConfig("{ adapter: adapter(), files: { assets: './assets' } }") };
	const files = {
		...config,
		...page('/dashboard'),
		'assets/dashboard/x.txt': 'x',
		'static/dashboard/y.txt': 'x',
	};
	expect((await left(files, '/dashboard')).said).toEqual(['static-files assets/dashboard/x.txt:1']);

	const start = {
		...solid(),
		'src/routes/dashboard.tsx': 'export default () => null;\n',
		'public/Dashboard/x.txt': 'x',
	};
	expect((await left(start, '/dashboard')).said).toEqual(['static-files public/Dashboard/x.txt:1']);
});

test('without a server there is no guard', async () => {
	const config = viteConfig('{ adapter: adapter() }').replace('adapter-node', 'adapter-static');
	const { said, findings } = await left({ 'vite.config.ts': config, ...page('/dashboard') }, '/dashboard');
	expect(said).toEqual(['no-server vite.config.ts:1 /dashboard']);
	expect(findings[0]?.message).toContain('no server runs');
});

test('a service worker that keeps answers, and one that keeps its own files', async () => {
	const keeps = (request: string) => `self.addEventListener('fetch', (event) => {
	caches.open('v1').then((cache) => cache.put(${request}, new Response('x')));
});
`;
	const files = (worker: string) => ({ ...page('/dashboard'), 'src/service-worker.js': worker });
	expect((await left(files(keeps('event.request')), '/dashboard')).said).toEqual([
		'service-worker src/service-worker.js:2',
	]);
	expect((await left(files(keeps("'/offline.html'")), '/dashboard')).said).toEqual([]);
});

test('remote functions that run while building', async () => {
	const files = {
		...page('/dashboard'),
		'src/routes/dashboard/data.remote.ts':
			"import { prerender, query } from '$app/server';\nexport const built = prerender(async () => 1);\nexport const asked = query(async () => 2);\n",
	};
	const { said } = await left(files, '/dashboard');
	expect(said).toEqual(['prerendered-function src/routes/dashboard/data.remote.ts:2']);
});

test('SolidStart: routes that the server writes while building', async () => {
	const config = solidConfig('solidStart()', "nitro: { prerender: { routes: ['/dashboard'] } }, ");
	const files = { ...solid(config), 'src/routes/dashboard.tsx': 'export default () => null;\n' };
	const { said, findings } = await left(files, '/dashboard');
	expect(said).toEqual(['prerendered vite.config.ts:5 /dashboard']);
	expect(findings[0]?.fix).toBe('Take it out of `prerender` in vite.config.ts.');
});
