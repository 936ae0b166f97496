import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { type Host, makeHost } from './support/host.ts';
import { installingNpm, pathWith } from './support/programs.ts';

/* Hosts that lie in folders with odd names, in repositories that are busy or broken. */

const init = ['init', '--yes', '--no-install'];

describe.concurrent('odd names of the folder that the project lies in', () => {
	const names = [
		'with space',
		'(group)',
		'[slug]',
		'[...rest]',
		'$HOME',
		`quo'te"s`,
		'new\nline',
		'größe-日本',
		'-dash',
		'#hash',
		'%41',
	];
	test.for(names)('%j: init, init again, undo', async (name) => {
		const host = makeHost({ name, git: true });
		const before = host.tree();
		await graft(host, '--protect', '/dashboard');
		expect((await graft(host, '--protect', '/dashboard')).stderr).toContain('Nothing to do');
		expect(host.git('status', '--porcelain', '--', '.env')).toBe('');
		expect((await host.run('undo', '--cwd', host.root)).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('an install in such a folder passes names on as they are', async () => {
		const host = makeHost({ name: `(a) [b] $HOME 'q' "r" & ;` });
		const env = { PATH: pathWith({ npm: installingNpm }) };
		const { exit, stderr } = await host.runWith({ env }, 'init', '--yes');
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('fake npm install');
		expect(host.exists('node_modules/@authgraft/runtime/package.json')).toBe(true);
	});
});

describe.concurrent('git', () => {
	test('an index.lock of another git is no matter, and stays', async () => {
		const host = makeHost({ git: true });
		writeFileSync(join(host.root, '.git/index.lock'), '');
		await graft(host);
		expect(host.exists('.git/index.lock')).toBe(true);
	});

	test.for([
		['an index that is no index', (host: Host) => writeFileSync(join(host.root, '.git/index'), 'nonsense')],
		['no HEAD that can be read', (host: Host) => writeFileSync(join(host.root, '.git/config'), '[core\n')],
	] as const)('%s: git cannot tell what is tracked, so nothing is written', async ([, spoil]) => {
		const host = makeHost({ git: true });
		spoil(host);
		await expectRefusal(host, init, { exit: 1, code: 'AG_GIT_FAILED', says: ['git status'] });
	});
});
