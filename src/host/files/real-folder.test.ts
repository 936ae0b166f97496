import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { project } from '../testing.ts';
import { realFolder } from './real-folder.ts';

test('on Windows and macOS a folder is called as the disk calls it', () => {
	const top = project({ 'App/x': '' });
	const spelled = join(top, 'APP');
	for (const platform of ['win32', 'darwin'] as const)
		expect(realFolder(join(top, 'App'), platform, () => spelled)).toBe(spelled);
	const native = vi.fn();
	expect(realFolder(join(top, 'App'), 'linux', native)).toBe(join(top, 'App'));
	expect(native).not.toHaveBeenCalled();
});

test('a drive that stands for a share stays a drive', () => {
	const app = join(project({ 'App/x': '' }), 'App');
	expect(realFolder(app, 'win32', () => '\\\\server\\share\\App')).toBe(app);
});

test('links are followed, and what is not there throws', () => {
	const top = project({ 'App/x': '' });
	mkdirSync(join(top, 'links'));
	symlinkSync(join(top, 'App'), join(top, 'links/app'));
	expect(realFolder(join(top, 'links/app'), 'darwin')).toBe(join(top, 'App'));
	expect(() => realFolder(join(top, 'nothing'), 'win32')).toThrow('ENOENT');
});
