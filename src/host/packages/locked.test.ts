import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from '../testing.ts';
import { lockedVersion } from './locked.ts';

const name = '@sveltejs/kit';
const locked = (files: Record<string, string>, declared = 'latest', member = '.') => {
	const root = project({ 'package.json': '{}', [`${member}/package.json`]: '{}', ...files });
	return lockedVersion(join(root, member), { name, declared, ceiling: root });
};

const npm = JSON.stringify({
	lockfileVersion: 3,
	packages: {
		'': {},
		'apps/web/node_modules/@sveltejs/kit': { version: '2.1.0' },
		'node_modules/@sveltejs/kit': { version: '3.2.0' },
		'node_modules/other/node_modules/@sveltejs/kit': { version: '1.0.0' },
	},
});
const pnpm = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

catalogs:
  default:
    '@sveltejs/kit':
      specifier: ^2.0.0
      version: 2.0.1

importers:

  .:
    devDependencies:
      '@sveltejs/adapter-auto':
        specifier: ^6.0.0
        version: 6.0.1(@sveltejs/kit@3.2.0)
      '@sveltejs/kit':
        specifier: latest
        version: 3.2.0(svelte@5.0.0)(vite@8.0.0)

  apps/web:
    dependencies:
      '@sveltejs/kit':
        specifier: 'catalog:'
        version: 2.1.0

packages:

  '@sveltejs/kit@2.1.0':
    resolution: {integrity: sha512-x}
`;
const older = `lockfileVersion: 5.4

specifiers:
  '@sveltejs/kit': next

devDependencies:
  '@sveltejs/kit': 3.0.0-next.6_svelte@5.0.0

packages:

  /@sveltejs/kit/3.0.0-next.6:
    dev: true
`;
const berry = `__metadata:
  version: 8

"@sveltejs/kit@npm:^2.0.0":
  version: 2.9.0
  resolution: "@sveltejs/kit@npm:2.9.0"

"@sveltejs/kit@npm:latest, @sveltejs/kit@npm:next":
  version: 3.2.0
  resolution: "@sveltejs/kit@npm:3.2.0"
`;
const classic = `# yarn lockfile v1


"@sveltejs/kit@latest":
  version "3.2.0"
  resolved "x"

"@sveltejs/kit-tools@1":
  version "1.0.0"
`;
const bun = `{
  "lockfileVersion": 1,
  "packages": {
    "@sveltejs/kit": ["@sveltejs/kit@3.2.0", "", { "dependencies": {} }, "sha512-x"],

    "other/@sveltejs/kit": ["@sveltejs/kit@1.0.0", "", {}, "sha512-y"],
  }
}
`;

describe('the version that is locked', () => {
	test.each([
		['npm', { 'package-lock.json': npm }, '3.2.0'],
		[
			'npm 6',
			{ 'package-lock.json': '{ "dependencies": { "@sveltejs/kit": { "version": "2.0.0" } } }' },
			'2.0.0',
		],
		['pnpm', { 'pnpm-lock.yaml': pnpm }, '3.2.0'],
		['pnpm, CRLF', { 'pnpm-lock.yaml': pnpm.replaceAll('\n', '\r\n') }, '3.2.0'],
		['pnpm 7', { 'pnpm-lock.yaml': older }, '3.0.0-next.6'],
		['yarn', { 'yarn.lock': berry }, '3.2.0'],
		['yarn 1', { 'yarn.lock': classic }, '3.2.0'],
		['bun', { 'bun.lock': bun }, '3.2.0'],
	])('%s', (_, files, version) => {
		expect(locked(files)).toBe(version);
	});

	test('of a member of a workspace', () => {
		expect(locked({ 'package-lock.json': npm }, '*', 'apps/web')).toBe('2.1.0');
		expect(locked({ 'pnpm-lock.yaml': pnpm }, 'catalog:', 'apps/web')).toBe('2.1.0');
		expect(locked({ 'package-lock.json': npm }, '*', 'apps/docs')).toBe('3.2.0');
		expect(locked({ 'pnpm-lock.yaml': pnpm }, 'catalog:', 'apps/docs')).toBeUndefined();
	});

	test('of several, the one that is declared; none where that cannot be told', () => {
		expect(locked({ 'yarn.lock': berry }, '^2.0.0')).toBe('2.9.0');
		expect(locked({ 'yarn.lock': berry }, 'workspace:*')).toBeUndefined();
	});

	test.each([
		['nothing'],
		['{ "packages": [] }'],
		['{ "packages": { "node_modules/@sveltejs/kit": { "version": 3 } } }'],
		['importers:\n  .:\n    dependencies:\n      "@sveltejs/kit":\n        version: link:../kit\n'],
		[`"${'@sveltejs/kit@1, '.repeat(20_000)}"`],
		['"@sveltejs/kit@1":\n'.repeat(20_000)],
	])('nonsense names none: %j', (text) => {
		for (const file of ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'])
			expect(locked({ [file]: text })).toBeUndefined();
	});

	test('a link is not followed', () => {
		const root = project({ 'package.json': '{}', 'elsewhere.json': npm });
		symlinkSync(join(root, 'elsewhere.json'), join(root, 'package-lock.json'));
		expect(lockedVersion(root, { name, declared: 'latest', ceiling: root })).toBeUndefined();
	});
});
