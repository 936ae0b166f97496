import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../../host/testing.ts';
import { findProgram, foreignFolders } from './find-program.ts';

test.skipIf(process.platform === 'win32')('the first program in PATH that the project does not bring', () => {
	const top = project({
		'repo/.git/HEAD': '',
		'repo/node_modules/.bin/pnpm': '',
		'repo/apps/web/node_modules/.bin/pnpm': '',
		'repo/apps/web/bin/pnpm': '',
		'plain/pnpm': '',
		'folder/pnpm/x': '',
		'good/pnpm': '',
		'npx/node_modules/.bin/bun': '',
	});
	const web = join(top, 'repo/apps/web');
	const programs = ['repo/node_modules/.bin/pnpm', 'repo/apps/web/node_modules/.bin/pnpm', 'good/pnpm'];
	for (const path of [...programs, 'repo/apps/web/bin/pnpm', 'npx/node_modules/.bin/bun'])
		chmodSync(join(top, path), 0o755);
	const local = [join(web, 'node_modules/.bin/'), join(top, 'repo/node_modules/.bin'), 'bin', ''];
	const foreign = ['plain', 'folder', 'good', 'npx/node_modules/.bin'].map((name) => join(top, name));
	const find = (name: string, ...folders: string[]) =>
		findProgram(name, web, { PATH: folders.join(delimiter) });
	expect(find('pnpm', ...local, ...foreign)).toBe(join(top, 'good/pnpm'));
	expect(find('bun', ...local, ...foreign)).toBe(join(top, 'npx/node_modules/.bin/bun'));
	expect(find('pnpm', ...local)).toBeUndefined();
	expect(findProgram('pnpm', web, {})).toBeUndefined();
});

test.for([
	['win32', 'C:\\Tools;c:\\app\\NODE_MODULES\\.bin\\;C:\\;bin;D:/x/', ['C:\\Tools', 'C:\\', 'D:\\x']],
	['darwin', '/usr/bin:/Users/Ada/App/node_modules/.bin:/:.', ['/usr/bin', '/']],
	['linux', '/usr/bin/:/users/ada/App/node_modules/.bin', ['/usr/bin', '/users/ada/App/node_modules/.bin']],
] as const)('PATH on %s', ([platform, path, folders]) => {
	const local = ['C:\\App\\node_modules\\.bin', '/users/ada/app/node_modules/.bin'];
	expect(foreignFolders(path, local, platform)).toEqual(folders);
});
