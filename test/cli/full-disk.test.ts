import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmdirSync,
	rmSync,
	statfsSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect.ts';
import { Host, makeHost } from './support/host.ts';
import { temporary } from './support/run.ts';

/*
 * A disk that is really full: a small file system in memory, which only root may mount. Everybody else sees the tests
 * as skipped; src/plan/apply.test.ts plays the same with a disk that only pretends.
 */

const mounted: string[] = [];

function mount(options: string): string | undefined {
	const point = mkdtempSync(join(temporary, 'disk-'));
	const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', point], { stdio: 'ignore' });
	if (status !== 0) {
		rmdirSync(point);
		return undefined;
	}
	mounted.push(point);
	return point;
}

function unmountAll(): void {
	for (const point of mounted.splice(0)) execFileSync('umount', [point]);
}

const possible = mount('size=1m') !== undefined;
unmountAll();
afterAll(unmountAll);

/** A host on a disk of its own, with this many bytes left. */
function hostOn(disk: string): Host {
	const root = join(disk, 'host');
	const from = makeHost({
		files: { 'src/hooks.server.ts': 'export const handle = ({ event, resolve }) => resolve(event);\n' },
	});
	cpSync(from.root, root, { recursive: true });
	return new Host(root);
}

const filler = (disk: string) => join(disk, 'filler');

function leaveFree(disk: string, bytes: number): void {
	const { bavail, bsize } = statfsSync(disk);
	writeFileSync(filler(disk), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

const full = {
	exit: 1,
	code: 'AG_NOT_WRITABLE',
	says: ['no space is left on the disk', 'the project is as it was'],
} as const;
const init = ['init', '--yes', '--no-install'];

describe.skipIf(!possible)('a full disk (needs the right to mount one)', () => {
	test('at every point of init: all is written, or nothing is', { timeout: 120_000 }, async () => {
		const disk = mount('size=1m') as string;
		const outcomes: (number | string | null)[] = [];
		for (const pages of [0, 1, 2, 4, 8, 12, 16, 24, 64]) {
			const host = hostOn(disk);
			const before = host.tree();
			leaveFree(disk, pages * 4096);
			const result = await host.run(...init);
			outcomes.push(result.exit);
			if (result.exit === 0) {
				expect(host.read('src/hooks.server.ts')).toContain('sequence(authHandle');
				expect((await host.run('undo')).exit).toBe(0);
			} else expectFailure(result, full);
			expect(host.tree(), `${pages} pages free`).toEqual(before);
			rmSync(host.root, { recursive: true });
			rmSync(filler(disk));
		}
		expect(outcomes[0]).toBe(1);
		expect(outcomes.at(-1)).toBe(0);
	});

	test('of names instead of bytes', async () => {
		const disk = mount('size=1m,nr_inodes=64') as string;
		const host = hostOn(disk);
		mkdirSync(join(disk, 'names'));
		const { ffree } = statfsSync(disk);
		for (let name = 0; name < ffree - 3; name++) writeFileSync(join(disk, 'names', String(name)), '');
		const before = host.tree();
		expectFailure(await host.run(...init), full);
		expect(host.tree()).toEqual(before);
	});

	test('undo: gives everything back, or says why not and changes nothing', async () => {
		const disk = mount('size=1m') as string;
		const host = hostOn(disk);
		const before = host.tree();
		expect((await host.run(...init)).exit).toBe(0);
		const after = host.tree();
		leaveFree(disk, 0);
		const result = await host.run('undo');
		if (result.exit === 0) expect(host.tree()).toEqual(before);
		else {
			expectFailure(result, { ...full, says: ['no space is left on the disk'] });
			expect(host.tree()).toEqual(after);
			rmSync(filler(disk));
			expect((await host.run('undo')).exit).toBe(0);
			expect(host.tree()).toEqual(before);
		}
		expect(existsSync(join(host.root, '.authgraft'))).toBe(false);
	});
});
