import { expect, test } from 'vitest';
import { functionGuards } from '../../src/edits/guards/index.ts';
import { guardRequest } from '../../src/edits/testing/guards.ts';
import { readRemoteFunctions } from '../../src/host/routes/index.ts';
import { kitHost, solidHost } from '../../src/host/routes/testing.ts';
import { parse } from '../../src/syntax/source.ts';

/** `protect-route` reads functions here and names them to the edits: one that goes by another name there is refused. */
async function expectNamesOf(
	host: ReturnType<typeof kitHost>,
	file: string,
	text: string,
	framework: 'sveltekit' | 'solid-start',
): Promise<void> {
	const found = readRemoteFunctions(await host).filter((one) => one.file === file);
	expect(found.length).toBeGreaterThan(0);
	for (const { name, start } of found) {
		const target = name === undefined ? { starts: [start] } : { names: [name] };
		const request = guardRequest(file, { framework, functions: [{ kind: 'function', ...target }] });
		const kinds = functionGuards(parse(file, text), request).map(({ guard }) => guard.kind);
		expect([name, ...kinds]).toEqual([name, 'none']);
	}
}

test.each([
	'export const a = query(async () => 1);',
	'const own = query(async () => 1);\nexport { own as a };',
	'export const a = (query.batch(schema, (async () => 1) as Fn)) satisfies Q, b = command(async () => 1);',
])('SvelteKit: %s', (code) => {
	const text = `import { command, query } from '$app/server';\n${code}\n`;
	return expectNamesOf(kitHost({ 'data.remote.ts': text }), 'src/routes/data.remote.ts', text, 'sveltekit');
});

test.each([
	"const getUser = query(async () => {\n\t'use server';\n}, 'user');",
	"export async function save() { 'use server'; }",
	"export default async function () { 'use server'; }",
	"export default query(async () => { 'use server'; }, 'x');",
	"const f = function named() { 'use server'; };",
	"const x = wrap(query(async () => { 'use server'; })!);",
	"const tools = { 'clean up': async () => { 'use server'; } };",
	"const run = (async () => { 'use server'; })();",
])('SolidStart: %s', (code) => {
	const text = `import { query } from '@solidjs/router';\n${code}\n`;
	return expectNamesOf(solidHost({ '/src/lib/data.ts': text }), 'src/lib/data.ts', text, 'solid-start');
});

test.each([
	'export default async function orders() {}',
	'const e = async () => 1;\nexport { e, e as f };',
	'export const b = async () => 1, c = function () {};\nexport async function a() {}',
])("SolidStart, a file with 'use server': %s", (code) => {
	const text = `'use server';\n${code}\n`;
	return expectNamesOf(solidHost({ '/src/lib/data.ts': text }), 'src/lib/data.ts', text, 'solid-start');
});
