import { expect, test } from 'vitest';
import { createFiles } from './files/index.ts';
import { resolveServerHooks, strandedHooks } from './server-hooks.ts';
import { project } from './testing.ts';

function host(serverHooks: string, files: Record<string, string>) {
	const root = project({ 'package.json': '{}', ...files });
	return { ...createFiles(root), paths: { serverHooks, source: 'src', routes: '', lib: '' } };
}

const resolve = (serverHooks: string, files: Record<string, string>) =>
	resolveServerHooks(host(serverHooks, files));

test('hooks that a stale files.hooks.server leaves behind (H20)', () => {
	const files = { 'src/hooks.server.ts': '' };
	expect(strandedHooks(host('app/hooks', files))).toBe('src/hooks.server.ts');
	expect(strandedHooks(host('src/hooks.server', files))).toBeUndefined();
	expect(strandedHooks(host('app/hooks', { ...files, 'app/hooks.ts': '' }))).toBeUndefined();
	expect(strandedHooks(host('app/hooks', {}))).toBeUndefined();
});

test.each([
	['nothing there', 'src/hooks.server', {}, undefined],
	['TypeScript', 'src/hooks.server', { 'src/hooks.server.ts': '' }, 'src/hooks.server.ts'],
	['JavaScript', 'src/hooks.server', { 'src/hooks.server.js': '' }, 'src/hooks.server.js'],
	['a folder (H21)', 'src/hooks.server', { 'src/hooks.server/index.ts': '' }, 'src/hooks.server/index.ts'],
	[
		'a folder wins over a file',
		'src/hooks.server',
		{ 'src/hooks.server/index.ts': '', 'src/hooks.server.ts': '' },
		'src/hooks.server/index.ts',
	],
	[
		'a folder without index does not count',
		'src/hooks.server',
		{ 'src/hooks.server/log.ts': '', 'src/hooks.server.ts': '' },
		'src/hooks.server.ts',
	],
	['with extension (H20)', 'app/hooks.server.ts', { 'app/hooks.server.ts': '' }, 'app/hooks.server.ts'],
	[
		'a folder named by the config',
		'src/hooks',
		{ 'src/hooks/index.ts': '', 'src/hooks.ts': '' },
		'src/hooks/index.ts',
	],
	['a value that leads nowhere', 'src/hooks/server', { 'src/hooks.server.ts': '' }, undefined],
	['in the root', 'hooks', { 'hooks.js': '' }, 'hooks.js'],
	['other extensions are not loaded', 'src/hooks.server', { 'src/hooks.server.mts': '' }, undefined],
] as const)('%s', (_, serverHooks, files, file) => {
	expect(resolve(serverHooks, files)).toEqual({ file });
});

test('both extensions clash', () => {
	expect(resolve('src/hooks.server', { 'src/hooks.server.ts': '', 'src/hooks.server.js': '' })).toEqual({
		file: 'src/hooks.server.js',
		clash: ['src/hooks.server.js', 'src/hooks.server.ts'],
	});
	expect(resolve('src/hooks', { 'src/hooks/index.ts': '', 'src/hooks/index.js': '' }).clash).toEqual([
		'src/hooks/index.js',
		'src/hooks/index.ts',
	]);
});
