import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { treeHash } from '../../support/tree-hash.ts';

interface Grafted {
	host: HostUnderTest;
	/** The tree before authgraft came. */
	before: Record<string, string>;
}

/** Takes a grafted and installed host back, then grafts it again, so that what follows has one. */
export function describeUndo(get: () => Grafted, flags: string[]): void {
	test('undo gives every byte back, and init can be run again', async () => {
		const { host, before } = get();
		const after = await treeHash(host.folder);
		const { code, output } = await host.graft('undo', '--yes');
		expect(code, output).toBe(0);
		// The install's own; undo tells people to run it again.
		await rm(join(host.folder, 'package-lock.json'));
		expect(await treeHash(host.folder)).toEqual(before);
		const again = await host.graft('init', ...flags, '--no-install');
		expect(again.code, again.output).toBe(0);
		const files = (hashes: object) =>
			Object.keys(hashes)
				.filter((path) => !/^\.authgraft|lock/.test(path))
				.sort();
		expect(files(await treeHash(host.folder))).toEqual(files(after));
	});
}
