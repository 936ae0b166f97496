import { expect, test } from 'vitest';
import { readAudit } from '../../audit/index.ts';
import { readHost } from '../../host/index.ts';
import { kit3, manifest, project, solidConfig, write } from '../../host/testing.ts';
import type { Change } from '../../plan/change.ts';
import { defaultStyle } from '../../syntax/source.ts';
import { authPlace } from '../auth-place.ts';
import { Staging } from '../changes/index.ts';
import type { Context } from '../context.ts';
import { stagePrerendered } from './prerendered.ts';

const session = 'export const load = async ({ locals }) => ({ session: await locals.auth() });\n';
const about = {
	'src/routes/+layout.server.ts': session,
	'src/routes/about/+page.svelte': '',
	'src/routes/about/+page.ts': '// A page.\nexport const prerender = true;\n',
};

async function staged(root: string): Promise<Change[]> {
	const host = await readHost(root);
	const staging = new Staging(host);
	const answers = { basePath: undefined };
	stagePrerendered({ host, staging, style: defaultStyle, auth: authPlace(host), answers } as Context);
	return staging.changes();
}
const changesFor = (files: Record<string, string>) => staged(project(kit3(files)));

test('a root layout that asks in the browser, where a page is prerendered', async () => {
	const [change, ...others] = await changesFor(about);
	expect(others).toEqual([]);
	expect(change).toMatchObject({
		kind: 'create',
		path: 'src/routes/+layout.ts',
		after: `import { resolve } from '$app/paths';
import { createClient } from '@authgraft/runtime/sveltekit/client';
import type { LayoutLoad } from './$types';

const { pageSession } = createClient({ base: resolve });

// A page that was made while building knows nobody: in the browser it asks.
export const load: LayoutLoad = async ({ data }) => {
	return { ...data, session: await pageSession(data.session) };
};
`,
		findings: [
			{
				code: 'prerendered-session',
				file: 'src/routes/about/+page.ts',
				line: 2,
				text: 'makes /about while building, when nobody is signed in: in the browser it asks.',
			},
		],
	});
});

test.each<[string, Record<string, string>]>([
	['no page is prerendered', { ...about, 'src/routes/about/+page.ts': 'export const prerender = false;\n' }],
	[
		'only an endpoint is',
		{
			'src/routes/feed/+server.ts': 'export const prerender = true;\n',
			'src/routes/+layout.server.ts': session,
		},
	],
	[
		'the root layout has no session',
		{ ...about, 'src/routes/+layout.server.ts': 'export const load = () => ({});\n' },
	],
	[
		'the layout asks already',
		{
			...about,
			'src/routes/+layout.js':
				'export const load = async ({ data }) => ({ session: await pageSession(data.session) });\n',
		},
	],
])('nothing where %s', async (_, files) => {
	expect(await changesFor(files)).toEqual([]);
});

test('what lies too deep in a large project is left to `routes`', async () => {
	const pages = Object.fromEntries(
		Array.from({ length: 500 }, (_, index) => [`src/routes/p${index}/+page.svelte`, '']),
	);
	expect(await changesFor({ ...pages, ...about, 'src/routes/about/+page.ts': '' })).toEqual([]);
	const deep = {
		...pages,
		'src/routes/+layout.server.ts': session,
		'src/routes/p9/q/+page.ts': 'export const prerender = true;\n',
	};
	expect(await changesFor(deep)).toEqual([]);
	expect(
		await changesFor({ ...deep, 'src/routes/+page.ts': 'export const prerender = true;\n' }),
	).toHaveLength(1);
});

test('the options of a layout that is there stay; it gets a load', async () => {
	const [change] = await changesFor({
		...about,
		'src/routes/+layout.ts': "export const prerender = 'auto';\n",
	});
	expect(change).toMatchObject({ kind: 'modify', path: 'src/routes/+layout.ts' });
	expect((change as { after: string }).after).toContain(
		"export const prerender = 'auto';\n\nconst { pageSession } =",
	);
	expect(change?.findings?.map(({ text }) => text)).toContain(
		'may make / while building, when nobody is signed in: in the browser it asks.',
	);
});

test('a load of the host is left alone, and what it can return is told', async () => {
	const [change] = await changesFor({
		...about,
		'src/routes/+layout.ts': 'export const load = ({ data }) => data;\n',
	});
	expect(change).toMatchObject({ kind: 'skip', path: 'src/routes/+layout.server.ts' });
	expect(change?.notes).toEqual([
		"src/routes/about/+page.ts:2 makes /about while building, when nobody is signed in: in its `load` src/routes/+layout.ts can return `session: await pageSession(data.session)`, which asks in the browser, with `const { pageSession } = createClient({ base: resolve })` of '@authgraft/runtime/sveltekit/client'.",
	]);
});

test('SolidStart: each page asks for itself', async () => {
	const changes = await staged(
		project({
			'package.json': manifest({ '@solidjs/start': '2.0.0-alpha.2', vite: '^8.0.0' }),
			'vite.config.ts': solidConfig().replace('nitro()', "nitro({ prerender: { routes: ['/about'] } })"),
			'src/routes/about.tsx': 'export default function About() { return <p>About</p>; }\n',
		}),
	);
	expect(changes.flatMap(({ findings }) => findings)).toEqual([
		{
			code: 'prerendered-session',
			file: 'vite.config.ts',
			line: 5,
			text: 'makes /about while building, when nobody is signed in: `onMount(() => setTimeout(() => revalidate(getSession.key), 100))` in it asks in the browser.',
		},
	]);
});

test('`routes` says so where sign-in is there and the layout is not', async () => {
	const auth =
		"import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\nexport const { handle } = SvelteKitAuth({ providers: [] });\n";
	const root = project(
		kit3({ ...about, 'src/auth.ts': auth, 'src/hooks.server.ts': "export { handle } from './auth';\n" }),
	);
	const said =
		'src/routes/about/+page.ts:2 makes /about while building, when nobody is signed in: `authgraft init` lets it ask in the browser.';
	expect(readAudit(await readHost(root)).notes).toEqual([said]);
	const [change] = await staged(root);
	write(root, { 'src/routes/+layout.ts': (change as { after: string }).after });
	expect(readAudit(await readHost(root)).notes).toEqual([]);
});
