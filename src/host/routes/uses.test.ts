import { expect, test } from 'vitest';
import { importsOf } from '../../syntax/tree/imports.ts';
import { readRoutes, readUses } from './index.ts';
import { kitHost, solidHost } from './testing.ts';

async function usesIn(host: ReturnType<typeof kitHost>): Promise<Record<string, string[]>> {
	const read = await host;
	const uses = readUses(read, readRoutes(read).routes);
	return Object.fromEntries([...uses].map(([file, ids]) => [file, [...ids].sort()]));
}

const remote = "import { query } from '$app/server';\nexport const get = query(async () => 1);\n";
const module = 'src/lib/data.remote.ts';

test('a remote module that nothing imports is used by no route', async () => {
	expect(await usesIn(kitHost({ [`/${module}`]: remote }))).toEqual({ [module]: [] });
	expect(await usesIn(kitHost({}))).toEqual({});
});

test.each([
	["<script>\n\timport { get } from '#lib/data.remote.ts';\n</script>", true],
	['<script module lang="ts">\n\timport { get } from "#lib/data.remote";\n</script>', true],
	[
		'<script generics="T extends Record<string, unknown>">\nimport { get } from \'../../lib/data.remote.js\';\n</script>',
		true,
	],
	["<script>\n\tconst later = () => import('#lib/data.remote.ts');\n</script>", true],
	["{#await import('#lib/data.remote.ts')}…{/await}", true],
	["<script>\n\texport { get } from '/src/lib/data.remote';\n</script>", true],
	["<script>\n\tconst all = import.meta.glob('../../lib/*.remote.ts');\n</script>", true],
	["<script>\n\tconst all = import.meta.glob(['#lib/**/*.{remote,server}.ts', '!**/x']);\n</script>", true],
	[`<script>\n\tconst one = (n) => import(\`../../lib/\${n}.remote.ts\`);\n</script>`, true],
	["<script>\n\timport Card from '../../lib/Card.svelte';\n</script>", true],
	['<script lang="ts">\n\timport type { get } from \'#lib/data.remote.ts\';\n</script>', false],
	['<script lang="ts">\n\timport { type get } from \'#lib/data.remote.ts\';\n</script>', false],
	[
		"<script>\n\t// import { get } from '#lib/data.remote.ts';\n\tconst text = \"from '#lib/data.remote.ts'\";\n</script>",
		false,
	],
	["<p>import { get } from '#lib/data.remote.ts'</p>", false],
	["<script>\n\timport { x } from 'data.remote.ts';\n</script>", false],
])('%s', async (text, used) => {
	const uses = await usesIn(
		kitHost({
			[`/${module}`]: remote,
			'/src/lib/Card.svelte': "<script>\n\timport { get } from './barrel.svelte';\n</script>",
			'/src/lib/barrel.svelte.ts': "export * from './inner';\n",
			'/src/lib/inner/index.js': "export { get } from '../data.remote';\n",
			'a/+page.svelte': text,
			'b/+page.svelte': '<p />',
		}),
	);
	expect(uses).toEqual({ [module]: used ? ['/a'] : [] });
});

test('layouts and error pages count for the pages below, server files and endpoints too', async () => {
	const use = "import { get } from '#lib/data.remote.ts';\n";
	const files = {
		[`/${module}`]: remote,
		'(app)/x/+page.svelte': '',
		'(app)/x/y/+page.svelte': '',
		'z/+page.svelte': '',
	};
	const used = async (more: Record<string, string>) => (await usesIn(kitHost({ ...files, ...more })))[module];
	expect(await used({ '(app)/+layout.server.ts': use })).toEqual(['/(app)/x', '/(app)/x/y']);
	expect(await used({ '(app)/x/+error.svelte': `<script>${use}</script>` })).toEqual([
		'/(app)/x',
		'/(app)/x/y',
	]);
	expect(await used({ '+error.svelte': `<script>${use}</script>` })).toEqual([
		'/',
		'/(app)/x',
		'/(app)/x/y',
		'/z',
	]);
	expect(await used({ 'z/+page.server.ts': use })).toEqual(['/z']);
	expect(await used({ 'z/+page.ts': use })).toEqual(['/z']);
	expect(await used({ 'api/+server.ts': use })).toEqual(['/api']);
	expect(await used({ '/src/hooks.server.ts': use })).toEqual(['*']);
	expect(await used({ '/src/hooks.client.ts': use })).toEqual(['*']);
});

test('names that tsconfig and the config give to folders, and imports in a circle', async () => {
	const uses = await usesIn(
		kitHost({
			[`/${module}`]: remote,
			'/tsconfig.json':
				'{ // comment\n "extends": "./base.json", "compilerOptions": { "paths": { "@ui/*": ["./src/ui/*"], }, } }',
			'/base.json':
				'{ "compilerOptions": { "baseUrl": ".", "paths": { "data": ["src/lib/data.remote.ts"] } } }',
			'/vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import path from 'node:path';
export default defineConfig({ plugins: [sveltekit({ alias: { $data: path.resolve('./src/lib/data.remote.ts') } })] });
`,
			'/src/ui/a.ts': "import './b';\nimport 'data';\n",
			'/src/ui/b.ts': "import './a';\n",
			'a/+page.ts': "import '@ui/b';\n",
			'b/+page.ts': "import { get } from '$data';\n",
			'c/+page.ts': "import { get } from 'src/lib/data.remote';\n",
			'd/+page.ts': "import { get } from '@ui/c';\n",
			'a/+page.svelte': '',
			'b/+page.svelte': '',
			'c/+page.svelte': '',
			'd/+page.svelte': '',
		}),
	);
	expect(uses).toEqual({ [module]: ['/a', '/b', '/c'] });
});

test.each([
	['/src/**/data.*.ts', true],
	['/src/[a-l]ib/*.ts', true],
	['/src/[id]/*.ts', false],
	['/src/lib/(x)/*.ts', false],
	[`/src/lib/${'*a'.repeat(12)}*b`, true],
])('import.meta.glob(%j): %s', async (glob, used) => {
	const long = `/src/lib/${'a'.repeat(200)}.remote.ts`;
	const files = { '/src/lib/data.remote.ts': remote, [long]: remote };
	const uses = await usesIn(
		kitHost({ ...files, 'a/+page.ts': `import.meta.glob('${glob}');\n`, 'a/+page.svelte': '' }),
	);
	const inDoubt = glob.endsWith('b');
	expect(uses[inDoubt ? long.slice(1) : module]).toEqual(used ? ['/a'] : []);
});

test.each([
	['a list in a list in a list', '['.repeat(100_000), []],
	['an object in an object', '{"a":'.repeat(100_000), []],
	[
		'itself',
		'{ "extends": "./tsconfig.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
		['/a'],
	],
	['what lies elsewhere', '{ "extends": ["../../etc/passwd", "/etc/passwd", "../../../base.json"] }', []],
	[
		'what there is not',
		'{ "extends": "./.no/x.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
		['/a'],
	],
	['half a value', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] }, ,', ['/a']],
	[
		'values of other kinds',
		'{ "extends": [7, {}], "compilerOptions": { "baseUrl": 7, "paths": { "@/*": 7 } } }',
		[],
	],
])('a tsconfig.json of %s', async (_, text, used) => {
	const uses = await usesIn(
		kitHost({
			[`/${module}`]: remote,
			'/tsconfig.json': text,
			'a/+page.ts': "import '@/lib/data.remote';\n",
			'a/+page.svelte': '',
		}),
	);
	expect(uses).toEqual({ [module]: used });
});

test('SolidStart: a page with functions of its own, a module of them, and the root component', async () => {
	const own = "const get = async () => { 'use server'; };\nexport default () => <p>it's</p>;\n";
	const uses = await usesIn(
		solidHost({
			'own.tsx': own,
			'a.tsx': "import { get } from '~/lib/data';\nexport default () => <p>`</p>;\n",
			'b.tsx': "const C = lazy(() => import('../lib/C'));\nexport default () => <C />;\n",
			'shop.tsx': `import '~/lib/shop';\n${own}`,
			'shop/cart.tsx': 'export default () => null;\n',
			'/src/lib/C.tsx': "import { get } from './data';\nexport default () => <p>don't</p>;\n",
			'/src/lib/data.ts': "'use server';\nexport const get = async () => 1;\n",
			'/src/lib/all.ts': "'use server';\nexport const all = async () => 1;\n",
			'/src/app.tsx': "import { all } from '~/lib/all';\nexport default () => null;\n",
		}),
	);
	expect(uses).toEqual({
		'src/lib/all.ts': ['*'],
		'src/lib/data.ts': ['/a', '/b'],
		'src/routes/own.tsx': ['/own'],
		'src/routes/shop.tsx': ['/shop/cart'],
	});
});

test.each([
	[
		"import a from 'a';\nimport 'b'\nexport * from \"c\";\nconst d = import('d');\nconst e = require('e');",
		'abcde',
	],
	[
		"import type a from 'a';\nimport type from 'b';\nimport { type c, d } from 'c';\nexport type { e } from 'd';",
		'bc',
	],
	["import type, { x } from 'a';\nimport { type as y } from 'b';\nimport x2, { type z } from 'c';", 'abc'],
	[`const re = /\`/;\nimport('a');\nconst text = \`\${import('b')}\`; // import('c')`, 'ab'],
	["/* from 'x' */ import a /* from 'y' */ from /* 'z' */ 'a';", 'a'],
	["import {\n\ta,\n\tb\n} from\n\t'a';\nimport fs = require('b');", 'ab'],
	["const a = 1;\nfrom('x');\nobject.import('y');", ''],
])('imports of %s', (text, expected) => {
	expect(importsOf('a.ts', text).modules.sort().join('')).toBe(expected);
});
