import { expect, test } from 'vitest';
import { viteConfig } from '../testing.ts';
import { readViteConfig, sveltekitPlugin } from './parsed.ts';
import { readPlainOptions } from './plain.ts';
import { scan } from './scan.ts';

const starter = `import adapter from '@sveltejs/adapter-auto';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
	plugins: [
		sveltekit({
			compilerOptions: {
				// Force runes mode for the project, except for libraries. Can be removed in svelte 6.
				runes: ({ filename }) =>
					filename.split(/[/\\\\]/).includes('node_modules') ? undefined : true
			},

			// files, paths and sveltekit({ in a comment do not matter
			adapter: adapter()
		})
	]
});
`;

test.each([
	['the starter', starter, '@sveltejs/adapter-auto'],
	['the starter with CRLF and a mark', `\uFEFF${starter.replaceAll('\n', '\r\n')}`, '@sveltejs/adapter-auto'],
	['no argument', viteConfig(''), undefined],
	['an empty one', viteConfig('{}'), undefined],
	[
		'an adapter with options',
		viteConfig("{ adapter: adapter({ out: 'x' }), compilerOptions: {} }"),
		'@sveltejs/adapter-node',
	],
	['an adapter of another plugin', viteConfig('{}), other({ adapter: adapter() }'), undefined],
])('%s is read as the compiler would read it', (_, text, adapter) => {
	const plain = readPlainOptions(text);
	const parsed = readViteConfig('vite.config.ts', text, sveltekitPlugin);
	const textOf = (option: object | undefined) => (option && 'text' in option ? option.text : undefined);
	expect(plain).toBeDefined();
	expect(textOf(plain?.adapter)).toBe(adapter);
	expect(textOf(parsed.adapter)).toBe(adapter);
	for (const keys of [
		['files', 'routes'],
		['paths', 'base'],
	]) {
		expect(parsed.get(...keys)).toEqual({ kind: 'absent' });
	}
});

test.each([
	['one of our words', viteConfig('{ files: {} }')],
	['the word in quotes', viteConfig("{ 'paths': {} }")],
	['the word elsewhere', viteConfig('{}', 'const root = 1;')],
	['a spread', viteConfig('{ ...shared }')],
	['a computed key', viteConfig('{ [key]: 1 }')],
	['an escape', viteConfig("{ 'fi\\u006ces': 1 }")],
	['a variable', viteConfig('options')],
	['a cast', viteConfig('{} as any')],
	['two calls', viteConfig('{}), sveltekit({}')],
	['another name', viteConfig('{}').replace('{ sveltekit }', '{ sveltekit as kit }')],
	['another module', viteConfig('{}').replace('@sveltejs/kit/vite', './plugin.js')],
	['a computed adapter', viteConfig('{ adapter: dev ? adapter() : other() }')],
	['a shorthand adapter', viteConfig('{ adapter }')],
	['an adapter from nowhere', viteConfig('{ adapter: other() }')],
	['a missing comma', viteConfig('{ compilerOptions: {} adapter: adapter() }')],
	['a bracket too few', viteConfig('{ adapter: adapter( }')],
	['a bracket too many', `${viteConfig('{}')}}`],
	['a quote too few', viteConfig("{ a: 'x }")],
	['a template', viteConfig(`{ a: \`\${x}\` }`)],
	['a doubtful slash', viteConfig('{ a: (b) /c/ d }')],
	['nothing', ''],
])('%s goes to the compiler', (_, text) => {
	expect(readPlainOptions(text)).toBeUndefined();
});

test('tokens', () => {
	expect(scan("a('b', /[/']/g) // c\n")?.map((token) => [token.kind, token.text, token.depth])).toEqual([
		['word', 'a', 0],
		['punctuation', '(', 0],
		['string', 'b', 1],
		['punctuation', ',', 1],
		['other', "/[/']/g", 1],
		['punctuation', ')', 0],
	]);
});
