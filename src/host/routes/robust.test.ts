import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuthgraftError } from '../../errors.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
import { withoutBodies } from '../../syntax/tree/outline.ts';
import type { Host } from '../host.ts';
import { readHost } from '../index.ts';
import { kit3, project } from '../testing.ts';
import { openSources, readRemoteFunctions, readRoutes, readUses } from './index.ts';
import { kitHost, solidHost } from './testing.ts';

function readAll(host: Host) {
	const sources = openSources(host);
	const { routes } = readRoutes(host, sources);
	const functions = readRemoteFunctions(host, sources);
	const uses = readUses(host, routes, sources, functions);
	return { ids: routes.map(({ id }) => id), routes, functions, uses, notes: sources.notes };
}

const fixtures = join(import.meta.dirname, '../../../test/fixtures');

test.each(readdirSync(join(fixtures, 'hosts')))('the fixture host %s', async (name) => {
	const { ids, functions, notes } = readAll(await readHost(join(fixtures, 'hosts', name)));
	expect({ ids, functions, notes }).toEqual({
		ids: name.startsWith('solidstart') ? ['/', '/about'] : ['/'],
		functions: [],
		notes: [],
	});
});

test('every shape, laid over the host that it names', async () => {
	let read = 0;
	for (const name of readdirSync(join(fixtures, 'shapes'))) {
		const { host: over = 'sveltekit3' } = JSON.parse(
			readFileSync(join(fixtures, 'shapes', name, 'expect.json'), 'utf8'),
		) as { host?: string };
		const files = { ...textsIn(join(fixtures, 'hosts', over)), ...textsIn(join(fixtures, 'shapes', name)) };
		try {
			const { ids } = readAll(await readHost(project(files)));
			expect(ids, name).toContain('/');
			read++;
		} catch (error) {
			// Some shapes are hosts that are refused before anybody asks for their routes.
			if (!(error instanceof AuthgraftError)) throw error;
		}
	}
	expect(read).toBeGreaterThan(30);
});

function textsIn(folder: string): Record<string, string | Buffer> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	return Object.fromEntries(
		files.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			return [path.slice(folder.length + 1), readFileSync(path)];
		}),
	);
}

test('a file that does not parse is listed, with a note', async () => {
	const { ids, routes, notes } = readAll(
		await kitHost({
			'a/+page.svelte': '',
			'a/+page.server.ts': 'export const load = async ( => {\nexport const actions = {',
			'b/+server.ts': 'export const GET = }{',
		}),
	);
	expect(ids).toEqual(['/', '/a', '/b']);
	expect(routes[1]?.serverLoad).toBe(true);
	expect(notes).toEqual([
		'src/routes/a/+page.server.ts does not parse: what it exports is uncertain.',
		'src/routes/b/+server.ts does not parse: what it exports is uncertain.',
	]);
	const solid = readAll(await solidHost({ 'a.tsx': 'export default () => <p>;\n' }));
	expect(solid.ids).toEqual(['/a']);
	expect(solid.notes).toEqual(['src/routes/a.tsx does not parse: what it exports is uncertain.']);
});

test('what cannot be read may be anything, and its route is listed', async () => {
	const root = project({
		...kit3(),
		'src/routes/a/+page.svelte': '',
		'src/routes/a/+page.server.ts': Buffer.from([0xff, 0xfe, 0x00]),
		'src/routes/b/+server.ts': `export const GET = 1; // ${'x'.repeat(1024 * 1024)}`,
	});
	const { routes, notes } = readAll(await readHost(root));
	expect(routes).toMatchObject([
		{ id: '/' },
		{ id: '/a', serverLoad: true, actionsComputed: true, prerender: 'computed' },
		{ id: '/b', methods: [], methodsComputed: true, prerender: 'computed' },
	]);
	expect(notes).toEqual([
		'src/routes/a/+page.server.ts cannot be read: it is not UTF-8.',
		'src/routes/b/+server.ts cannot be read: it has 1.0 MB, and files end at 1 MB here.',
	]);
});

test('links: followed as SvelteKit does, but neither in circles nor out of the host', async () => {
	const outside = project({ 'pages/+page.svelte': '', 'pages/+page.server.ts': 'export const load = 1;\n' });
	const root = project({ ...kit3(), 'shared/+page.svelte': '', 'shared/deep/+page.svelte': '' });
	const link = (target: string, path: string) => symlinkSync(target, join(root, 'src/routes', path));
	link(join(root, 'shared'), 'inside');
	link(join(root, 'src/routes'), 'round');
	link(join(outside, 'pages'), 'outside');
	link(join(root, 'nowhere'), 'dangling');
	mkdirSync(join(root, 'src/routes/one'));
	mkdirSync(join(root, 'src/routes/two'));
	link(join(root, 'src/routes/two'), 'one/two');
	link(join(root, 'src/routes/one'), 'two/one');
	const { ids, routes, notes } = readAll(await readHost(root));
	expect(ids).toEqual(['/', '/inside', '/inside/deep', '/outside']);
	expect(routes[3]).toMatchObject({
		pageServer: 'src/routes/outside/+page.server.ts',
		actionsComputed: true,
	});
	expect(notes).toEqual(
		expect.arrayContaining([
			'src/routes/dangling is a link that leads nowhere.',
			'src/routes/round is a link to a folder that it lies in: not followed.',
			'src/routes/one/two/one is a link to a folder that it lies in: not followed.',
			expect.stringMatching(
				/^src\/routes\/outside\/\+page\.server\.ts is a symbolic link, or lies behind one/,
			),
		]),
	);
});

test.skipIf(process.getuid?.() === 0)('a folder without permission is said', async () => {
	const root = project({ ...kit3(), 'src/routes/shut/+page.svelte': '' });
	const folder = join(root, 'src/routes/shut');
	chmodSync(folder, 0);
	try {
		expect(readAll(await readHost(root))).toMatchObject({
			ids: ['/'],
			notes: ['src/routes/shut/ cannot be read (EACCES).'],
		});
	} finally {
		chmodSync(folder, 0o755);
	}
});

const token = fc.constantFrom(
	...[
		'export ',
		'const ',
		'load',
		'actions',
		'prerender',
		' = ',
		'{',
		'}',
		'(',
		')',
		'=> ',
		'`',
		'${',
		"'",
		'"',
		'/',
	],
	...[
		'import ',
		' from ',
		'query',
		'$app/server',
		"'use server'",
		'<script>',
		'</script>',
		'*',
		'\\u0070',
		'\n',
		';',
	],
	...[
		'[',
		']',
		',',
		'async ',
		'function ',
		'...',
		'default ',
		'<p>',
		'//',
		'/*',
		'*/',
		'import.meta.glob',
		':',
		'\uFEFF',
	],
);
const garbage = fc.oneof(
	fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join('')),
	fc.string({ unit: 'binary', maxLength: 80 }),
);

test('no text makes the readers throw, and none takes a route away', { timeout: 60_000 }, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(garbage, { minLength: 6, maxLength: 6 }), async (texts) => {
			const [page = '', server = '', universal = '', endpoint = '', remote = '', layout = ''] = texts;
			const kit = readAll(
				await kitHost({
					'a/+page.svelte': page,
					'a/+page.server.ts': server,
					'a/+page.js': universal,
					'a/+layout.server.ts': layout,
					'a/b/+server.ts': endpoint,
					'/src/lib/x.remote.ts': remote,
				}),
			);
			expect(kit.ids).toEqual(['/', '/a', '/a/b']);
			const solid = readAll(
				await solidHost({
					'index.tsx': 'export default () => 1;\n',
					'a.tsx': page,
					'b.ts': endpoint,
					'/src/lib/x.ts': remote,
				}),
			);
			expect(solid.ids).toContain('/');
			for (const text of texts) {
				importsOf('a.svelte', text);
				expect(withoutBodies(text)).toHaveLength(text.length);
			}
		}),
		{ numRuns: 60 },
	);
});
