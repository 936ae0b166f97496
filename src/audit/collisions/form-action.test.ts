import { describe, expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { kit3, manifest, project, solidConfig } from '../../host/testing.ts';
import { allowsForm, type FormPolicy, readFormPolicies } from './form-action.ts';

const read = async (files: Record<string, string>) => readFormPolicies(await readHost(project(kit3(files))));
const plugin = (options: string) => `import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [sveltekit({
	${options}
})] });
`;
const hooks = (body: string) => `export const handle = async ({ event, resolve }) => {
	const response = await resolve(event);
	${body}
	return response;
};
`;

describe('where a policy for forms is said', () => {
	test('in the options', async () => {
		const csp = "csp: { directives: { 'form-action': ['self', 'https://x.com'] } },";
		expect(await read({ 'vite.config.ts': plugin(csp) })).toEqual([
			{ file: 'vite.config.ts', line: 5, sources: ['self', 'https://x.com'], inConfig: true },
		]);
		const computed = "csp: { directives: { 'form-action': ['self', ...more] } },";
		expect(await read({ 'vite.config.ts': plugin(computed) })).toMatchObject([{ sources: undefined }]);
	});

	test.each([
		[
			"response.headers.set('Content-Security-Policy', \"default-src 'self'; form-action 'self'; base-uri 'none'\");",
			["'self'"],
		],
		[
			"response.headers.set('content-security-policy', [\"default-src 'self'\", \"form-action 'self' https://x.com\"].join('; '));",
			["'self'", 'https://x.com'],
		],
		[
			"const csp = { 'form-action': [\"'self'\"] }; response.headers.set('content-security-policy', text(csp));",
			["'self'"],
		],
		[
			// biome-ignore lint/suspicious/noTemplateCurlyInString: code of a host
			"response.headers.set('content-security-policy', `script-src 'nonce-${nonce}'; form-action 'self'; x`);",
			["'self'"],
		],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: code of a host
		["response.headers.set('content-security-policy', `form-action 'self' ${others}`);", undefined],
	])('in hooks: %s', async (body, sources) => {
		expect(await read({ 'src/hooks.server.ts': hooks(body) })).toEqual([
			{ file: 'src/hooks.server.ts', line: 3, sources, inConfig: false },
		]);
	});

	test('in a constant of another file', async () => {
		const text =
			"import { policy } from './policy';\n" +
			hooks("response.headers.set('content-security-policy', policy);");
		const policy = 'export const policy = "form-action \'self\'";\n';
		expect(await read({ 'src/hooks.server.ts': text, 'src/policy.ts': policy })).toEqual([
			{ file: 'src/policy.ts', line: 1, sources: ["'self'"], inConfig: false },
		]);
	});

	test('in the page around all pages', async () => {
		const html =
			'<html>\n<!-- <meta http-equiv="content-security-policy" content="form-action \'none\'"> -->\n<meta http-equiv="Content-Security-Policy" content="default-src \'self\'; form-action \'self\'">\n</html>\n';
		expect(await read({ 'src/app.html': html })).toEqual([
			{ file: 'src/app.html', line: 3, sources: ["'self'"], inConfig: false },
		]);
	});

	test('SolidStart: the middleware and the entry', async () => {
		const files = {
			'package.json': manifest({ '@solidjs/start': '^2.0.5', '@solidjs/router': '1.0.0' }),
			'vite.config.ts': solidConfig("solidStart({ middleware: './src/middleware.ts' })"),
			'src/app.tsx': 'export default function App() { return null; }\n',
			'src/middleware.ts':
				"import { createMiddleware } from '@solidjs/start/middleware';\nexport default createMiddleware({ onRequest: [(event) => {\n\tevent.response.headers.set('content-security-policy', \"form-action 'self'\");\n}] });\n",
			'src/entry-server.tsx':
				'export default () => <meta http-equiv="Content-Security-Policy" content="form-action \'none\'" />;\n',
		};
		const found = readFormPolicies(await readHost(project(files)));
		expect(found.map(({ file, line, sources }) => [file, line, sources])).toEqual([
			['src/middleware.ts', 3, ["'self'"]],
			['src/entry-server.tsx', 1, ["'none'"]],
		]);
	});

	test.each([
		[{ 'vite.config.ts': plugin("csp: { directives: { 'default-src': ['self'] } },") }],
		[{ 'src/hooks.server.ts': hooks("// form-action 'self'\n\tresponse.headers.set('x', 'y');") }],
		[
			{
				'src/hooks.server.ts': hooks(
					"response.headers.set('content-security-policy-report-only', \"form-action 'self'\");",
				),
			},
		],
		[{ 'vite.config.ts': plugin("csp: { reportOnly: { 'form-action': ['self'] } },") }],
	])('nowhere: %o', async (files) => {
		expect(await read(files as Record<string, string>)).toEqual([]);
	});
});

test.each([
	[['self'], 'https://github.com', false],
	[["'none'"], 'https://github.com', false],
	[["'self'", 'https://github.com'], 'https://github.com', true],
	[['github.com'], 'https://github.com', true],
	[['https://github.com/login'], 'https://github.com', true],
	[['https://github.com:443'], 'https://github.com', true],
	[['http://github.com'], 'https://github.com', false],
	[['*.example.com'], 'https://id.example.com', true],
	[['*.example.com'], 'https://example.com', false],
	[['https:'], 'https://github.com', true],
	[['*'], undefined, true],
	[['self'], undefined, false],
	[['self', 'https://id.example.com'], undefined, undefined],
	[undefined, 'https://github.com', undefined],
])('%j lets forms lead to %s: %s', (sources, origin, allows) => {
	expect(allowsForm({ sources } as FormPolicy, origin)).toBe(allows);
});
