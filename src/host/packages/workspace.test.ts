import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../testing.ts';
import { workspaceAt, workspaceOf, workspacePackages } from './workspace.ts';

const folders = ['apps/web', 'apps/old', 'apps/a/b', 'libs/ui', 'tools/site', 'web1', 'packages/x.y'];
const files = Object.fromEntries(folders.map((folder) => [`${folder}/package.json`, '{}']));

test.each([
	[['apps/*'], ['apps/old', 'apps/web']],
	[['./apps/*/'], ['apps/old', 'apps/web']],
	[['apps/*', '!apps/old'], ['apps/web']],
	[
		['!**/old', 'apps/**'],
		['apps/a/b', 'apps/web'],
	],
	[
		['**', '!apps/**'],
		['libs/ui', 'packages/x.y', 'tools/site', 'web1'],
	],
	[['{apps,libs}/*'], ['apps/old', 'apps/web', 'libs/ui']],
	[['tools/site'], ['tools/site']],
	[['web?'], ['web1']],
	[['packages/x.y', 'packages/xzy'], ['packages/x.y']],
	[['apps/*/package.json'], ['apps/old', 'apps/web']],
	[['nowhere/*'], []],
	[['apps/*/**'], ['apps/a/b', 'apps/old', 'apps/web']],
	[['**/web1'], ['web1']],
	[['{apps/*,libs/ui}'], ['apps/old', 'apps/web', 'libs/ui']],
	[['[al]*/*'], ['apps/old', 'apps/web', 'libs/ui']],
] as const)('%j', (workspaces, expected) => {
	const root = project({ ...files, 'package.json': JSON.stringify({ workspaces }) });
	const workspace = workspaceAt(root);
	if (!workspace) throw new Error('no workspace');
	const found = workspacePackages(workspace).map((folder) => relative(root, folder));
	expect(found).toEqual(expected);
	for (const folder of folders)
		expect(workspaceOf(join(root, folder))?.root, folder).toBe(
			(expected as readonly string[]).includes(folder) ? root : undefined,
		);
});

test('is found beside a folder with more files than a scan reads', () => {
	const many = Object.fromEntries(Array.from({ length: 4100 }, (_, index) => [`a/${index}`, '']));
	const root = project({
		...many,
		'apps/web/package.json': '{}',
		'package.json': '{ "workspaces": ["apps/*"] }',
	});
	const workspace = workspaceAt(root);
	expect(workspace && workspacePackages(workspace)).toEqual([join(root, 'apps/web')]);
});

test('the root itself is not listed, whatever the patterns say', () => {
	const root = project({ 'package.json': '{ "workspaces": [".", "**"] }', 'a/package.json': '{}' });
	const workspace = workspaceAt(root);
	expect(workspace && workspacePackages(workspace)).toEqual([join(root, 'a')]);
});

test('patterns that are made to take for ever take no time', () => {
	const name = 'a'.repeat(240);
	const workspaces = [`packages/${'*a'.repeat(12)}*b`, `${'**/'.repeat(12)}b`, `${'{a,a}'.repeat(20)}b`];
	const root = project({
		'package.json': JSON.stringify({ workspaces: [...workspaces, 'apps/*'] }),
		[`packages/${name}/package.json`]: '{}',
		'apps/web/package.json': '{}',
	});
	// Of the processor, not of the clock: other programs run, too.
	const start = process.cpuUsage();
	expect(workspaceOf(join(root, `packages/${name}`))).toBeUndefined();
	const workspace = workspaceAt(root);
	expect(workspace && workspacePackages(workspace)).toEqual([join(root, 'apps/web')]);
	expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
