import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from '../testing.ts';
import { installedByChance } from './by-chance.ts';

/** As vite has it: taken where it is there. */
const vite = {
	version: '8.0.0',
	peerDependencies: { '@types/node': '>=20' },
	peerDependenciesMeta: { '@types/node': { optional: true } },
};
const types = { version: '24.1.0', extraneous: true };

interface Case {
	packages?: Record<string, object>;
	manifest?: object;
	files?: Record<string, string>;
	member?: string;
	packageManager?: 'npm' | 'pnpm';
}

function found({
	packages = {},
	manifest = {},
	files = {},
	member = '.',
	packageManager = 'npm',
}: Case = {}) {
	const lock = { packages: { 'node_modules/vite': vite, 'node_modules/@types/node': types, ...packages } };
	const root = project({
		'package.json': JSON.stringify(member === '.' ? manifest : {}),
		[`${member}/package.json`]: JSON.stringify(manifest),
		'node_modules/@types/node/package.json': JSON.stringify(types),
		'node_modules/.package-lock.json': JSON.stringify(lock),
		...files,
	});
	return installedByChance({ root: join(root, member), workspaceRoot: root, packageManager }, '@types/node');
}

describe('a package that npm has, and that nothing asks for', () => {
	test('has a version', () => {
		expect(found()).toBe('24.1.0');
		expect(found({ member: 'apps/web' })).toBe('24.1.0');
		expect(found({ packages: { 'node_modules/ws': { dependencies: { node: '1' } } } })).toBe('24.1.0');
	});

	test.each<[string, Case]>([
		['the project lists it', { manifest: { devDependencies: { '@types/node': '^24' } } }],
		['it does otherwise', { manifest: { optionalDependencies: { '@types/node': '^24' } } }],
		[
			'the root of the workspace lists it',
			{ member: 'web', files: { 'package.json': '{ "devDependencies": { "@types/node": "*" } }' } },
		],
		[
			'another member of the workspace does',
			{ packages: { 'apps/api': { devDependencies: { '@types/node': '*' } } } },
		],
		[
			'a package needs it',
			{ packages: { 'node_modules/bun-types': { dependencies: { '@types/node': '*' } } } },
		],
		[
			'a package asks for it beside itself',
			{ packages: { 'node_modules/tsx': { peerDependencies: { '@types/node': '*' } } } },
		],
		['it is not there', { files: { 'node_modules/@types/node/package.json': '' } }],
		['npm has written nothing down', { files: { 'node_modules/.package-lock.json': '[]' } }],
		['of which nothing can be read', { files: { 'node_modules/.package-lock.json': '{ "packages"' } }],
		['another manager put it there', { packageManager: 'pnpm' }],
	])('not where %s', (_, options) => {
		expect(found(options)).toBeUndefined();
	});
});
