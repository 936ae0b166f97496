import { expect, test } from 'vitest';
import { openSources, readRemoteFunctions } from '../index.ts';
import { kitHost, solidHost } from '../testing.ts';

/** `name type "text at start"`, with the note where there is one. */
async function functionsIn(host: ReturnType<typeof kitHost>, file: string, text: string): Promise<string[]> {
	const found = readRemoteFunctions(await host);
	expect(found.filter((one) => one.file !== file)).toEqual([]);
	return found.map(({ name, type, start, line, note }) => {
		const shown = text.slice(start).split('\n')[0];
		expect(line).toBe(text.slice(0, start).split('\n').length);
		return `${name} ${type} ${shown}${note ? ` (${note})` : ''}`;
	});
}

const remote = (text: string) =>
	functionsIn(kitHost({ 'data.remote.ts': text }), 'src/routes/data.remote.ts', text);

const elsewhere = 'its function is not written in the call itself';

test.each([
	['export const a = query(async () => {\n});', ['a query async () => {']],
	['export const a = query(schema, async (id) => db.get(id));', ['a query async (id) => db.get(id));']],
	["export const a = query('unchecked', function (id) {});", ['a query function (id) {});']],
	[
		'export const a = query.batch(v.string(), async (ids) => (id) => 1);',
		['a query.batch async (ids) => (id) => 1);'],
	],
	['export const a = query.live(async function* () {});', ['a query.live async function* () {});']],
	['export const a = command(schema, async () => {});', ['a command async () => {});']],
	['export const a = form(async (data) => {});', ['a form async (data) => {});']],
	[
		'export const a = prerender(async () => 1, { inputs: () => [1] });',
		['a prerender async () => 1, { inputs: () => [1] });'],
	],
	[
		'export const a = (query(schema, (async () => 1) as Fn)) satisfies Q;',
		['a query async () => 1) as Fn)) satisfies Q;'],
	],
	['const b = query(async () => 1);\nexport { b as a };', ['a query async () => 1);']],
	['export const a = query(schema, handler);', [`a query query(schema, handler); (${elsewhere})`]],
	['export const a = query((x) => x, handler);', [`a query query((x) => x, handler); (${elsewhere})`]],
	['export const a = guarded(async () => 1);', ['a unknown async () => 1);']],
	[
		"export { a } from './b';",
		["a unknown export { a } from './b'; (it comes from another module or a destructuring)"],
	],
	['const a = query(async () => 1);\nexport type B = 1;', []],
])('%s', async (text, expected) => {
	expect(await remote(`import { query, command, form, prerender } from '$app/server';\n${text}\n`)).toEqual(
		expected,
	);
});

test('aliases, namespaces, and a query that is not SvelteKit’s', async () => {
	expect(
		await remote("import { query as q } from '$app/server';\nexport const a = q.batch(async () => 1);\n"),
	).toEqual(['a query.batch async () => 1);']);
	expect(
		await remote("import * as s from '$app/server';\nexport const a = s.query.live(async () => 1);\n"),
	).toEqual(['a query.live async () => 1);']);
	expect(await remote("import { query } from './mine';\nexport const a = query(async () => 1);\n")).toEqual([
		'a unknown async () => 1);',
	]);
});

test('several in order, with a byte order mark, beside files that are no remote modules', async () => {
	const text =
		"import { query } from '$app/server';\nexport const b = query(() => 1),\n\tc = query(() => 2);\n";
	const host = kitHost({
		'/src/lib/data/user.remote.ts': `\uFEFF${text}`,
		'/src/lib/user.remote.test.ts': text,
		'/src/lib/remote-data.ts': text,
		'/node_modules/x/data.remote.ts': text,
	});
	expect(await functionsIn(host, 'src/lib/data/user.remote.ts', text)).toEqual([
		'b query () => 1),',
		'c query () => 2);',
	]);
});

const server = (text: string) => functionsIn(solidHost({ 'a.tsx': text }), 'src/routes/a.tsx', text);

test.each([
	[
		"const getUser = query(async () => {\n\t'use server';\n\treturn 1;\n}, 'user');",
		['getUser query async () => {'],
	],
	[
		"export const add = action(async (data) => { 'use server'; });",
		["add action async (data) => { 'use server'; });"],
	],
	[
		"export async function save() { 'use server'; }",
		[
			"save function async function save() { 'use server'; }".replace(
				'async function',
				'export async function',
			),
		],
	],
	[
		"export default async function () { 'use strict'; 'use server'; }",
		["undefined function export default async function () { 'use strict'; 'use server'; }"],
	],
	['const f = function named() { "use server"; };', ['named function function named() { "use server"; };']],
	["const x = wrap(query(async () => { 'use server'; }));", ["x query async () => { 'use server'; }));"]],
	[
		"const old = cache(async () => { 'use server'; }, 'k');",
		["old query async () => { 'use server'; }, 'k');"],
	],
	[
		"function Page() { const f = async () => { 'use server'; }; return <p>it's</p>; }",
		["f function async () => { 'use server'; }; return <p>it's</p>; }"],
	],
	[
		"const page = <button onClick={async () => { 'use server'; }} />;",
		["undefined function async () => { 'use server'; }} />;"],
	],
	["const f = () => { const a = 1; 'use server'; };", []],
	["const f = () => 'use server';", []],
	["const f = () => { ('use server'); };", []],
	["const o = { m() { 'use server'; } };", []],
	["// 'use server'\nconst f = () => { log(\"it said 'use server'\"); };", []],
])('%s', async (text, expected) => {
	expect(
		await server(
			`import { action, cache, query } from '@solidjs/router';\n${text}\nexport default () => null;\n`,
		),
	).toEqual(expected);
});

test("a file with 'use server': what it exports", async () => {
	const text = `// data
'use server';
import { db } from './db';
export async function a() {}
export const b = async () => 1, c = function () {};
export const d = query(async () => 1);
const e = () => 1;
export { e, e as f };
function inner() {}
export * from './more';
`;
	const host = await solidHost({ '/src/lib/data.ts': text });
	const sources = openSources(host);
	expect(readRemoteFunctions(host, sources).map(({ name, line, type }) => [name, line, type])).toEqual([
		['a', 4, 'function'],
		['b', 5, 'function'],
		['c', 5, 'function'],
		['e', 7, 'function'],
	]);
	expect(sources.notes).toEqual([
		'src/lib/data.ts exports everything of another module: server functions that come from there are not seen.',
	]);
});
