import { expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { kit3, project } from '../../host/testing.ts';
import { Staging } from './index.ts';
import { stageDependencies, stageManifestEntries } from './manifest.ts';

const library = { exports: { '.': './dist/index.js' }, files: ['dist'] };
const framework = { devDependencies: { '@sveltejs/kit': '^3.2.0' } };

test.each<[string, object, string]>([
	['an application', { private: true }, 'dependencies'],
	['one that nobody marked as private', {}, 'dependencies'],
	['a library of components, whose demo is the application', library, 'devDependencies'],
	['the same for its own workspace alone', { ...library, private: true }, 'dependencies'],
	['an older one', { svelte: './dist/index.js' }, 'devDependencies'],
])('%s', async (_, manifest, section) => {
	const host = await readHost(
		project(kit3({ 'package.json': JSON.stringify({ ...manifest, ...framework }) })),
	);
	const staging = new Staging(host);
	stageDependencies(staging, host, { '@auth/core': '^0.41.0' });
	stageManifestEntries(staging, host, 'adds more', {
		dependencies: { pg: '^8.0.0' },
		scripts: { 'auth:tables': 'x' },
	});
	const after = JSON.parse(staging.read('package.json') ?? '');
	expect(after[section]).toMatchObject({ '@auth/core': '^0.41.0', pg: '^8.0.0' });
	expect(Object.keys({ ...after.dependencies })).toHaveLength(section === 'dependencies' ? 2 : 0);
	expect(after.scripts).toEqual({ 'auth:tables': 'x' });
});
