import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorDocs, expectFailure, expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

const nothing = { exit: 1, code: 'AG_NOTHING_TO_UNDO' } as const;

describe.concurrent('undo', () => {
	test('gives the exact tree back, also where files were merged', async () => {
		const host = makeHost({
			files: {
				'src/hooks.server.ts':
					'\uFEFFexport const handle = async ({ event, resolve }) => resolve(event);\r\n',
				'.env': 'A=1',
				'.gitignore': null,
			},
		});
		chmodSync(join(host.root, '.env'), 0o640);
		chmodSync(join(host.root, 'package.json'), 0o600);
		const before = host.tree();
		await graft(host, '--protect', '/dashboard');
		expect(host.tree()).not.toEqual(before);
		const { exit, stdout, stderr } = await host.run('undo');
		expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
		expect(stderr).toMatch(/Took back "init": 3 files restored, 9 removed\./);
		// `.authgraft` would be part of the tree.
		expect(host.tree()).toEqual(before);
	});

	test('with nothing to take back says so, the first time and the second', async () => {
		const host = makeHost();
		await expectRefusal(host, ['undo'], nothing);
		await graft(host);
		expect((await host.run('undo')).exit).toBe(0);
		await expectRefusal(host, ['undo'], nothing);
	});

	test.for(['nowhere', 'package.json'])('in %j, which is no folder', async (cwd) => {
		await expectRefusal(makeHost(), ['undo', '--cwd', cwd], { ...nothing, says: [cwd] });
	});

	test('leaves a file that was edited since, and shows what differs', async () => {
		const host = makeHost();
		const before = host.tree();
		await graft(host);
		host.edit('src/auth.ts', '\tbuilding,', '\tbuilding: false,');
		const edited = host.read('src/auth.ts');
		const { exit, stderr } = await host.run('undo');
		expect(exit).toBe(0);
		expect(stderr).toContain('src/auth.ts was changed since, and stays as it is');
		expect(stderr).toContain('\n-\tbuilding,\n+\tbuilding: false,\n');
		expect(host.read('src/auth.ts')).toBe(edited);
		rmSync(join(host.root, 'src/auth.ts'));
		expect(host.tree()).toEqual(before);
	});

	test('shows nothing of an env file that was edited since', async () => {
		const host = makeHost();
		await graft(host, '--providers', 'github');
		host.edit('.env', 'AUTH_GITHUB_SECRET=', 'AUTH_GITHUB_SECRET=typed-in-by-hand');
		const { exit, stdout, stderr } = await host.run('undo');
		expect(exit).toBe(0);
		expect(stderr).toContain('.env was changed since');
		expect(stdout + stderr).not.toContain('typed-in-by-hand');
		expect(host.read('.env')).toContain('typed-in-by-hand');
	});

	test('passes over files that were deleted since', async () => {
		const host = makeHost();
		const before = host.tree();
		await graft(host);
		host.write({ 'src/auth.ts': null, 'src/routes/signin': null });
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('keeps files of yours in folders of ours', async () => {
		const host = makeHost();
		await graft(host);
		host.write({ 'src/routes/signin/mine.css': 'a {}\n' });
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.read('src/routes/signin/mine.css')).toBe('a {}\n');
		expect(host.exists('src/routes/signin/+page.svelte')).toBe(false);
	});

	test('with --dry-run says what it would do', async () => {
		const host = makeHost();
		await graft(host);
		const tree = host.tree();
		const { exit, stderr } = await host.run('undo', '--dry-run');
		expect(exit).toBe(0);
		expect(stderr).toContain('Would take back "init": 1 file restored, 10 removed.');
		expect(host.tree()).toEqual(tree);
	});

	test('with --json prints one document', async () => {
		const host = makeHost();
		await graft(host);
		const { exit, stdout } = await host.run('undo', '--json');
		const { schema, command, undone, restored, removed, left, exitCode } = JSON.parse(stdout);
		expect(exit).toBe(0);
		expect({ schema, command, undone, restored, left, exitCode }).toEqual({
			schema: expect.any(Number),
			command: 'undo',
			exitCode: 0,
			undone: 'init',
			restored: ['package.json'],
			left: [],
		});
		expect(removed).toContain('src/auth.ts');
		const second = await host.run('undo', '--json');
		expectFailure(second, nothing);
		expect(JSON.parse(second.stdout)).toEqual({
			schema,
			error: {
				code: nothing.code,
				message: expect.any(String),
				hint: expect.any(String),
				docs: errorDocs(nothing.code),
			},
			exitCode: 1,
		});
	});

	test('goes back plan by plan', async () => {
		const host = makeHost();
		const before = host.tree();
		await graft(host);
		host.write({ 'src/env.ts': null });
		const between = host.tree();
		await graft(host);
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(between);
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});
});
