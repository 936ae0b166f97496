import { expect, test } from 'vitest';
import { readHost } from '../index.ts';
import { kit3, project } from '../testing.ts';
import { adapterWarning, staleAdapter } from './adapter.ts';

const config = (adapter: string) => `import adapter from '${adapter}';
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit({ adapter: adapter() })] };
`;
const asks = 'export default () => ({ adapt: (builder) => builder.generateManifest({}) });\n';
const hostWith = (adapter: string, files: Record<string, string>) =>
	readHost(project(kit3({ 'vite.config.ts': config(adapter), ...files })));

test.each(['index.js', 'dist/index.js'])(
	'an installed adapter whose %s asks for a manifest',
	async (entry) => {
		const at = 'node_modules/@sveltejs/adapter-vercel';
		const host = await hostWith('@sveltejs/adapter-vercel', {
			[`${at}/package.json`]: '{ "version": "6.3.4" }',
			[`${at}/${entry}`]: asks,
		});
		expect(staleAdapter(host)).toEqual({ name: '@sveltejs/adapter-vercel', version: '6.3.4' });
		expect(adapterWarning(host)).toMatch(/^@sveltejs\/adapter-vercel 6\.3\.4 does not build on SvelteKit 3/);
	},
);

test('one that does not, and one that is not installed', async () => {
	const at = 'node_modules/@sveltejs/adapter-node';
	const files = {
		[`${at}/package.json`]: '{ "version": "6.0.1" }',
		[`${at}/index.js`]: 'export default () => 1;\n',
	};
	expect(staleAdapter(await hostWith('@sveltejs/adapter-node', files))).toBeUndefined();
	expect(adapterWarning(await hostWith('@sveltejs/adapter-vercel', {}))).toBeUndefined();
});

test('a name that leads out of node_modules is not followed', async () => {
	const files = { 'own/package.json': '{ "version": "1.0.0" }', 'own/index.js': asks };
	expect(staleAdapter(await hostWith('../own', files))).toBeUndefined();
	expect(staleAdapter(await hostWith('./own', files))).toBeUndefined();
});
