import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHost } from '../../index.ts';
import { kit3, project } from '../../testing.ts';
import { readRoutes } from '../index.ts';
import type { Route } from '../route.ts';

/*
 * SvelteKit's own inventory beside ours, over generated trees. Its module is none of its exports, so it is imported by path.
 */

interface Node {
	component?: string;
	server?: string;
	universal?: string;
	page_options: Record<string, unknown> | null;
}

interface Manifest {
	nodes: Node[];
	routes: {
		id: string;
		page: { layouts: (number | undefined)[]; leaf: number } | null;
		endpoint: { file: string; page_options: Record<string, unknown> | null } | null;
	}[];
}

const kit = join(process.cwd(), 'node_modules/@sveltejs/kit/src/core/sync/create_manifest_data/index.js');
const { default: createManifest } = (await import(pathToFileURL(kit).href)) as {
	default: (config: object, root: string, fallback: string) => Manifest;
};

function kitsOwn(root: string): Record<string, unknown>[] {
	const files = {
		routes: join(root, 'src/routes'),
		assets: join(root, 'static'),
		hooks: { client: join(root, 'c'), server: join(root, 's'), universal: join(root, 'u') },
		params: join(root, 'src/params'),
	};
	const config = {
		files,
		extensions: ['.svelte'],
		moduleExtensions: ['.js', '.ts'],
		router: { type: 'pathname' },
	};
	const { nodes, routes } = createManifest(config, root, join(root, 'fallback'));
	const filesOf = ({ component, server, universal }: Node) =>
		Object.entries({
			component: component?.startsWith('fallback') ? undefined : component,
			server,
			universal,
		});
	return routes
		.filter(({ page, endpoint }) => page || endpoint)
		.map(({ id, page, endpoint }) => {
			const leaf = page ? (nodes[page.leaf] as Node) : undefined;
			const options = (leaf ? leaf.page_options : endpoint?.page_options) ?? {};
			const layouts = (page?.layouts ?? [])
				.map((index) => (index === undefined ? [] : filesOf(nodes[index] as Node)))
				.map((entries) => Object.fromEntries(entries.filter(([, file]) => file !== undefined)))
				.filter((layout) => Object.keys(layout).length > 0);
			return {
				id,
				page: leaf?.component,
				pageServer: leaf?.server,
				pageUniversal: leaf?.universal,
				endpoint: endpoint?.file,
				layouts,
				prerender: options.prerender as Route['prerender'],
				ssr: options.ssr as Route['ssr'],
				csr: options.csr as Route['csr'],
			};
		})
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function ours(routes: Route[]): Record<string, unknown>[] {
	return routes
		.map(({ id, page, pageServer, pageUniversal, endpoint, layouts, prerender, ssr, csr }) => ({
			...{ id, page, pageServer, pageUniversal, endpoint, layouts },
			...{ prerender, ssr, csr },
		}))
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const segment = fc.constantFrom(
	'a',
	'b',
	'(app)',
	'(auth)',
	'[id]',
	'[[lang]]',
	'[...rest]',
	'[n=int]',
	'[x+2e]c',
	'v[m]',
);
const option = fc.constantFrom(
	'prerender = true',
	'prerender = false',
	"prerender = 'auto'",
	'ssr = false',
	'csr = true',
);
const module = fc
	.uniqueArray(option, { maxLength: 2, selector: (text) => text.split(' ')[0] })
	.map((options) => options.map((text) => `export const ${text};\n`).join(''));
const plain = fc.constantFrom(
	'+page.svelte',
	'+layout.svelte',
	'+server.ts',
	'+error.svelte',
	'+page.test.ts',
	'helper.ts',
);
const file = fc.oneof(
	fc.tuple(plain, fc.constant('')),
	fc.tuple(fc.constantFrom('+page.ts', '+page.server.js', '+layout.js', '+layout.server.ts'), module),
);
/** The segment that a component breaks out to, by its place on the way; mostly none. */
const breakOut = fc.record({
	name: fc.constantFrom('+page', '+layout'),
	to: fc.integer({ min: -6, max: 3 }),
});
const folder = fc
	.tuple(fc.array(segment, { maxLength: 4 }), fc.array(file, { minLength: 1, maxLength: 4 }), breakOut)
	.map(([segments, files, { name, to }]): Tree => {
		const broken = to < 0 ? [] : [[`${name}@${segments[to] ?? ''}.svelte`, ''] as [string, string]];
		const others = files.filter(([other]) => broken.length === 0 || other !== `${name}.svelte`);
		return [segments, [...others, ...broken]];
	});
type Tree = [segments: string[], files: [name: string, text: string][]];

test('routes, layouts and options are those that SvelteKit itself finds', { timeout: 60_000 }, async () => {
	let compared = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(folder, { minLength: 1, maxLength: 6 }), async (folders) => {
			const files = Object.fromEntries(
				folders.flatMap(([segments, inside]) =>
					inside.map(([name, text]) => [`${['src/routes', ...segments].join('/')}/${name}`, text]),
				),
			);
			const root = project({ ...kit3(), ...files });
			let expected: Record<string, unknown>[];
			try {
				expected = kitsOwn(root);
			} catch {
				// A tree that SvelteKit does not build: ours must not throw, and may say what it likes.
				readRoutes(await readHost(root));
				return;
			}
			compared++;
			const { routes, notes } = readRoutes(await readHost(root));
			expect({ routes: ours(routes), notes }).toEqual({ routes: expected, notes: [] });
		}),
		{ numRuns: 120 },
	);
	// The generator must not drift into trees that SvelteKit refuses.
	expect(compared).toBeGreaterThan(30);
});
