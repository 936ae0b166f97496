import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { generation, project } from '../testing.ts';
import { findPackageManager, isYarnBerry, packageManagerWarnings } from './manager.ts';

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
	[
		'bun',
		[],
		{ 'package.json': '{ "devEngines": { "packageManager": [{ "name": "aube" }, { "name": "bun" }] } }' },
	],
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

test('in a workspace the lock file of its root decides; a stray one of the member is told (row 33)', () => {
	const root = project({
		'pnpm-workspace.yaml': "packages: ['apps/*']",
		'pnpm-lock.yaml': '',
		'apps/web/package-lock.json': '',
		'tools/site/package-lock.json': '',
	});
	expect(findPackageManager(join(root, 'apps/web'), root, npx)).toEqual({
		packageManager: 'pnpm',
		otherLockFiles: ['package-lock.json'],
	});
	// Not a member: its own lock file decides.
	expect(findPackageManager(join(root, 'tools/site'), root, npx)).toEqual({
		packageManager: 'npm',
		otherLockFiles: [],
	});
});

test('a member with the only lock file of the workspace', () => {
	const root = project({ 'package.json': '{ "workspaces": ["web"] }', 'web/bun.lock': '' });
	expect(findPackageManager(join(root, 'web'), root, npx).packageManager).toBe('bun');
});

test('a deno.lock nearby, left by a script, does not hide the lock file above', () => {
	const root = project({ 'pnpm-lock.yaml': '', 'web/deno.lock': '' });
	expect(findPackageManager(join(root, 'web'), root, npx)).toEqual({
		packageManager: 'pnpm',
		otherLockFiles: ['deno.lock'],
	});
});

const host = (more: Partial<Host>): Host =>
	({ root: '/nowhere', generation: generation('sveltekit', 3), otherLockFiles: [], ...more }) as Host;

test('warns of other lock files, but not of a deno.lock', () => {
	expect(packageManagerWarnings(host({ packageManager: 'npm', otherLockFiles: ['deno.lock'] }))).toEqual([]);
	const two = host({ packageManager: 'pnpm', otherLockFiles: ['yarn.lock', 'package-lock.json'] });
	expect(packageManagerWarnings(two)).toEqual([
		'This is taken for a project of pnpm, but there is yarn.lock and package-lock.json too: delete what is left over, or name the manager in "packageManager" of package.json.',
	]);
});

test("warns of Plug'n'Play, which SvelteKit 3 cannot live with", () => {
	const workspaceRoot = project({ '.pnp.cjs': '', 'web/x': '' });
	const root = join(workspaceRoot, 'web');
	const [kit3] = packageManagerWarnings(host({ packageManager: 'yarn', root, workspaceRoot }));
	expect(kit3).toContain('SvelteKit 3 does not build with it');
	const [solid] = packageManagerWarnings(
		host({ packageManager: 'yarn', generation: generation('solid-start', 2), root, workspaceRoot }),
	);
	expect(solid).toContain('Vite no longer supports it');
	expect(packageManagerWarnings(host({ packageManager: 'npm', root, workspaceRoot }))).toEqual([]);
	expect(packageManagerWarnings(host({ packageManager: 'yarn', root }))).toEqual([]);
});

test.each([
	[true, { 'package.json': '{ "packageManager": "yarn@4.9.0" }' }],
	[true, { '.yarnrc.yml': '' }],
	[true, { 'yarn.lock': '# This file is generated\n\n__metadata:\n  version: 8\n' }],
	[false, { 'yarn.lock': '# yarn lockfile v1\n\n"a@^1":\n  version "1.0.0"\n' }],
	[false, { 'package.json': '{ "packageManager": "yarn@1.22.22" }' }],
])('Yarn 2 or newer: %s', (isBerry, files) => {
	expect(isYarnBerry(project(files), '/')).toBe(isBerry);
});
