import { describe, expect, test } from 'vitest';
import { makeHost } from './support/host.ts';
import { differences } from './support/tree.ts';

describe('two at once on one host', () => {
	test.for([1, 2, 3])('both init: one sets it up, the other sees that or says why not (%i)', async () => {
		const host = makeHost({ git: true });
		const before = host.tree();
		const results = await Promise.all([1, 2].map(() => host.run('init', '--yes', '--no-install')));
		const done = results.filter(({ stderr }) => stderr.includes('Done:'));
		expect(done, results.map(({ stderr }) => stderr).join('\n---\n')).toHaveLength(1);
		for (const { exit, stderr } of results) {
			if (exit === 0) expect(stderr).toMatch(/Done: |Nothing to do/);
			else expect(stderr).toMatch(/\((AG_LOCKED|AG_FILE_CHANGED|AG_GIT_DIRTY|AG_INTERRUPTED)\)\n.+/);
		}
		// Whoever won: the whole of it, once, and it can be taken back.
		const tree = host.tree();
		expect(host.read('src/hooks.server.ts')).toBe("export { handle } from './auth';\n");
		const again = await host.run('init', '--yes', '--no-install');
		expect(again.stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(tree);
		expect((await host.run('undo')).exit).toBe(0);
		expect(differences(before, host.tree())).toEqual([]);
	});

	test('both undo: one takes back, the other finds nothing or says why not', async () => {
		const host = makeHost();
		const before = host.tree();
		expect((await host.run('init', '--yes', '--no-install')).exit).toBe(0);
		const results = await Promise.all([1, 2].map(() => host.run('undo')));
		expect(results.filter(({ exit }) => exit === 0)).toHaveLength(1);
		const lost = results.find(({ exit }) => exit !== 0);
		expect(lost?.stderr).toMatch(/\((AG_NOTHING_TO_UNDO|AG_LOCKED|AG_INTERRUPTED)\)\n.+/);
		expect(differences(before, host.tree())).toEqual([]);
	});
});
