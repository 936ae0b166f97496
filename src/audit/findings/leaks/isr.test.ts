import { expect, test } from 'vitest';
import { readHost } from '../../../host/index.ts';
import { openSources, readRoutes } from '../../../host/routes/index.ts';
import { kit3, project } from '../../../host/testing.ts';
import { isrFindings } from './isr.ts';

async function found(files: Record<string, string>) {
	const host = await readHost(project({ ...kit3(), ...files }));
	const sources = openSources(host);
	return isrFindings(sources, readRoutes(host, sources).routes);
}
const said = async (files: Record<string, string>) =>
	(await found(files)).map(({ file, line, routes = [] }) => [`${file}:${line}`, ...routes].join(' '));
const page = (path: string) => ({ [`src/routes${path}/+page.svelte`]: '<h1>Page</h1>\n' });

test('a page that the platform keeps, by the file that says so', async () => {
	const findings = await found({
		...page('/dashboard'),
		'src/routes/dashboard/+page.server.ts':
			"import type { Config } from '@sveltejs/adapter-vercel';\n\nexport const config: Config = {\n\tisr: { expiration: 60 },\n};\n",
	});
	expect(findings).toEqual([
		{
			code: 'isr',
			file: 'src/routes/dashboard/+page.server.ts',
			line: 4,
			routes: ['/dashboard'],
			message:
				'/dashboard is guarded, and `config.isr` has the platform keep it: what one person is shown is handed to everybody.',
			fix: 'Take `isr` out of `config` there, or say `isr: false` in the `config` of what is guarded.',
		},
	]);
});

test('a layout says it for all below, and a page takes it back', async () => {
	const isr = 'export const config = { isr: { expiration: 60 } } satisfies Config;\n';
	expect(
		await said({
			...page('/a/one'),
			...page('/a/two'),
			...page('/a/off'),
			'src/routes/a/+layout.server.ts': isr,
			'src/routes/a/off/+page.ts': 'export const config = { isr: false };\n',
		}),
	).toEqual(['src/routes/a/+layout.server.ts:1 /a/one /a/two']);
});

test('an endpoint, and a constant behind the export', async () => {
	expect(
		await said({
			'src/routes/api/+server.ts':
				'const config = { runtime: "nodejs24.x", isr: { expiration: 1 } };\nexport { config };\nexport const GET = () => new Response();\n',
		}),
	).toEqual(['src/routes/api/+server.ts:1 /api']);
});

test.each([
	'export const config = { runtime: "edge" };\n',
	'const config = { isr: { expiration: 1 } };\n',
	'export const other = { isr: { expiration: 1 } };\n',
	"export { config } from '$lib/isr';\n",
])('nothing without it: %s', async (text) => {
	expect(await said({ ...page('/dashboard'), 'src/routes/dashboard/+page.ts': text })).toEqual([]);
});
