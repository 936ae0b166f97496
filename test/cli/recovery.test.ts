import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journalText } from '../../src/plan/journal/index.ts';
import { expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

/** A host as a kill leaves it: the journal says "applying", and `missing` has not been moved in yet. */
async function killed(missing: string[]) {
	const host = makeHost();
	const before = host.tree();
	await graft(host);
	const after = host.tree();
	const journal = join(host.root, '.authgraft/journal/0001/journal.json');
	const { signature: _, ...left } = JSON.parse(readFileSync(journal, 'utf8'));
	expect(left.state).toBe('applied');
	writeFileSync(journal, journalText({ ...left, state: 'applying' }));
	for (const path of missing) rmSync(join(host.root, path));
	return { host, before, after };
}

const withoutJournal = (tree: ReturnType<ReturnType<typeof makeHost>['tree']>) =>
	Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith('.authgraft')));

describe.concurrent('the command after a kill', () => {
	test('a dry run leaves a half-done staging alone, and everything else', async () => {
		const host = makeHost();
		await graft(host);
		host.write({ '.authgraft/journal/0002/next/0': 'half', '.authgraft/journal/0002/files/x': 'half' });
		const before = host.tree();
		for (const args of [
			['init', '--yes', '--dry-run'],
			['protect-route', '/x', '--dry-run'],
			['undo', '--dry-run'],
		]) {
			await host.run(...args);
			expect(host.tree()).toEqual(before);
		}
		await host.run('secret');
		expect(host.exists('.authgraft/journal/0002/next/0')).toBe(false);
	});

	test('rolls back what was half done, says so, and goes on', async () => {
		const { host } = await killed(['src/env.ts']);
		const { stderr } = await graft(host);
		expect(stderr).toContain('An earlier "init" was interrupted while writing; it is rolled back now:');
		expect(stderr).toContain('src/auth.ts');
		expect(stderr).toContain('Done: ');
		expect(host.exists('src/env.ts')).toBe(true);
	});

	test('undo: the bytes of before, and nothing left to take back', async () => {
		const { host, before } = await killed(['src/env.ts', 'src/hooks.server.ts']);
		const { exit, stderr } = await host.run('undo');
		expect(exit).toBe(1);
		expect(stderr).toContain('it is rolled back now:');
		expect(stderr).toContain('AG_NOTHING_TO_UNDO');
		expect(withoutJournal(host.tree())).toEqual(withoutJournal(before));
	});

	test('finishes what only the last note was missing for', async () => {
		const { host, after } = await killed([]);
		const { stderr } = await graft(host);
		expect(stderr).toContain('it is finished now:');
		expect(stderr).toContain('Nothing to do');
		expect(withoutJournal(host.tree())).toEqual(withoutJournal(after));
	});

	test('a dry run writes nothing, and says what to run', async () => {
		const { host } = await killed(['src/env.ts']);
		await expectRefusal(host, ['init', '--dry-run'], {
			exit: 1,
			code: 'AG_INTERRUPTED',
			says: ['authgraft undo'],
		});
	});
});

describe.concurrent('a .authgraft that the project brought along', () => {
	test.each([
		['init', '--yes', '--no-install'],
		['init', '--yes', '--dry-run'],
		['undo'],
		['undo', '--dry-run'],
	])('a link in the place of an entry: %s %s %s', async (...args) => {
		const host = makeHost();
		const victim = makeHost();
		host.write({ '.authgraft/journal/x': '' });
		symlinkSync(victim.root, join(host.root, '.authgraft/journal/0001'));
		const before = [host.tree(), victim.tree()];
		const { exit, stderr } = await host.run(...args);
		expect(exit).toBe(1);
		expect(stderr).toContain('AG_OUTSIDE_HOST');
		expect(stderr).toContain('.authgraft/journal/0001');
		expect([host.tree(), victim.tree()]).toEqual(before);
	});

	test('a link in the place of .gitignore: a dry run writes nothing, init refuses', async () => {
		const host = makeHost();
		const victim = makeHost();
		host.write({ '.authgraft/x': '' });
		symlinkSync(join(victim.root, 'package.json'), join(host.root, '.authgraft/.gitignore'));
		const before = [host.tree(), victim.tree()];
		expect((await host.run('init', '--yes', '--dry-run')).exit).toBe(0);
		const { exit, stderr } = await host.run('init', '--yes', '--no-install');
		expect([exit, stderr]).toEqual([1, expect.stringContaining('AG_OUTSIDE_HOST')]);
		expect([host.tree(), victim.tree()]).toEqual(before);
	});

	test('a journal of somebody else stops a dry run, too, and says what to do', async () => {
		const host = makeHost();
		await graft(host);
		const { exit, stderr } = await host.runWith(
			{ env: { XDG_STATE_HOME: join(host.root, 'another-user') } },
			'undo',
			'--dry-run',
		);
		expect(exit).toBe(1);
		expect(stderr).toContain('was not written by authgraft for you on this machine');
		expect(stderr).toContain('Remove the folder .authgraft');
	});
});
