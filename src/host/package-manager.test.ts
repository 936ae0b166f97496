import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageManager } from './package-manager.ts';
import { project } from './testing.ts';

const npx = 'npm/11.19.1 node/v24.21.0 linux x64 workspaces/false';

test.each([
	['pnpm', [], { 'package.json': '{ "packageManager": "pnpm@11.1.0+sha512.abc" }', 'package.json5': '' }],
	[
		'yarn',
		['package-lock.json'],
		{ 'package.json': '{ "packageManager": "yarn@4.9.0" }', 'package-lock.json': '' },
	],
	['bun', [], { 'package.json': '{ "devEngines": { "packageManager": { "name": "bun" } } }' }],
	['bun', [], { 'package.json': '{ "devEngines": { "packageManager": [{ "name": "bun" }] } }' }],
	['pnpm', [], { 'package.json': '{ "packageManager": "aube@1.0.0" }', 'pnpm-lock.yaml': '' }],
	['pnpm', ['package-lock.json'], { 'pnpm-lock.yaml': '', 'package-lock.json': '' }],
	[
		'bun',
		['yarn.lock', 'package-lock.json'],
		{ 'bun.lock': '', 'bun.lockb': '', 'yarn.lock': '', 'package-lock.json': '' },
	],
	['yarn', [], { 'yarn.lock': '' }],
	['npm', [], { 'npm-shrinkwrap.json': '' }],
	['npm', ['deno.lock'], { 'package-lock.json': '', 'deno.lock': '' }],
	['deno', [], { 'deno.lock': '' }],
	['npm', [], { 'note.txt': '' }],
] as const)('%s, beside it %j', (packageManager, otherLockFiles, files) => {
	const root = project(files);
	expect(findPackageManager(root, root, npx)).toEqual({ packageManager, otherLockFiles });
});

test('a lock file beats the user agent, which beats npm (row 32)', () => {
	const [locked, plain] = [project({ 'pnpm-lock.yaml': '' }), project({ 'note.txt': '' })];
	expect(findPackageManager(locked, locked, npx).packageManager).toBe('pnpm');
	expect(findPackageManager(plain, plain, 'pnpm/11.1.0 npm/? node/v24').packageManager).toBe('pnpm');
	expect(findPackageManager(plain, plain, 'bunny/1.0').packageManager).toBe('npm');
	expect(findPackageManager(plain, plain, '').packageManager).toBe('npm');
});

test('the nearest lock file upwards, not beyond the ceiling (row 33)', () => {
	const top = project({
		'yarn.lock': '',
		'repo/pnpm-lock.yaml': '',
		'repo/package-lock.json': '',
		'repo/apps/web/x': '',
	});
	const [repo, web] = [join(top, 'repo'), join(top, 'repo/apps/web')];
	expect(findPackageManager(web, repo, npx)).toEqual({
		packageManager: 'pnpm',
		otherLockFiles: ['../../package-lock.json'],
	});
	expect(findPackageManager(web, web, npx)).toEqual({ packageManager: 'npm', otherLockFiles: [] });
});

test('the field in the workspace root beats a lock file nearby (row 34)', () => {
	const root = project({
		'package.json': '{ "packageManager": "pnpm@11.1.0" }',
		'apps/web/package-lock.json': '',
	});
	expect(findPackageManager(join(root, 'apps/web'), root, npx)).toEqual({
		packageManager: 'pnpm',
		otherLockFiles: ['package-lock.json'],
	});
});
