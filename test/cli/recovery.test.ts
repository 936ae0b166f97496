import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
