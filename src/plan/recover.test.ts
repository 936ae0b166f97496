import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
	ageLock,
	breakingDisk,
	copyOf,
	hastyDisk,
	killHost,
	killPlan,
	type Moment,
	readTree,
	removeTempFolders,
} from '../../test/cli/kill-host.ts';
import { applyPlan } from './apply.ts';
import { readJournal } from './journal/index.ts';
import { needsRecovery, recover } from './recover.ts';
import { undoLast } from './undo.ts';

afterAll(removeTempFolders);

/*
 * Kills are played in this process here: from the n-th operation on the disk does nothing any more. That is quick
 * enough for every pair of kills. test/cli/kill.test.ts kills real processes.
 */

const RUNS = ['apply', 'undo'] as const;
const MOMENTS: Moment[] = ['before', 'torn', 'after'];
const paths = killPlan('/').changes.map(({ path }) => path);

class Killed extends Error {}
const disk = hastyDisk;

/** Runs something that dies at the n-th operation. False when it ended before that. */
async function dies(at: number, moment: Moment, run: (disk: typeof hastyDisk) => Promise<unknown>) {
	const breaks = () => {
		throw new Killed();
	};
	const broken = breakingDisk({ at, moment, breaks, forGood: true, base: hastyDisk });
	await run(broken.disk).catch((error) => {
		// After the last step of the lock an error is as good as none: both say that the disk is dead.
		if (broken.count.operations < at) throw error;
	});
	return broken.count.operations >= at;
}

let root: string;
let before: Record<string, string>;
let after: Record<string, string>;

beforeEach(async () => {
	root = killHost();
	before = readTree(root);
	const other = copyOf(root);
	await applyPlan(killPlan(other), { disk });
	after = readTree(other);
	expect(after).not.toEqual(before);
});

describe('after a kill', () => {
	test.each(RUNS)('at any operation of %s', { timeout: 60_000 }, async (run) => {
		const outcomes = new Set<string>();
		if (run === 'undo') await applyPlan(killPlan(root), { disk });
		for (const moment of MOMENTS) {
			for (let at = 1, more = true; more; at++) {
				const host = copyOf(root);
				more = await dies(at, moment, (dead) =>
					run === 'apply' ? applyPlan(killPlan(host), { disk: dead }) : undoLast(host, { disk: dead }),
				);
				ageLock(host);
				const pending = needsRecovery(host);
				const recovery = await recover(host, { disk });
				expect(recovery !== null).toBe(pending);
				const applied = readJournal(host).length === 1;
				expect(readTree(host)).toEqual(applied ? after : before);
				expect(existsSync(join(host, '.authgraft'))).toBe(applied);
				if (recovery) expect(recovery).toMatchObject({ run, command: 'init', files: paths, left: [] });
				if (recovery) {
					expect(recovery.outcome).toBe((run === 'apply') === applied ? 'finished' : 'rolled back');
				}
				outcomes.add(`${recovery?.outcome ?? 'none'} ${applied}`);
				rmSync(host, { recursive: true });
			}
		}
		// All four endings came up: cut off before and after the middle, in which files are moved.
		const [begun, ended] = run === 'apply' ? [true, false] : [false, true];
		expect(outcomes).toEqual(
			new Set(['none true', 'none false', `finished ${begun}`, `rolled back ${ended}`]),
		);
	});

	test.each(RUNS)(
		'and a second one at any operation of the recovery (%s)',
		{ timeout: 120_000 },
		async (run) => {
			let recoveries = 0;
			if (run === 'undo') await applyPlan(killPlan(root), { disk });
			// Every third first kill: enough of them fall between two moves, and each is followed by a hundred.
			for (let first = 1, more = true; more; first += 3) {
				const half = copyOf(root);
				more = await dies(first, 'before', (dead) =>
					run === 'apply' ? applyPlan(killPlan(half), { disk: dead }) : undoLast(half, { disk: dead }),
				);
				if (!needsRecovery(half)) continue;
				for (const moment of ['before', 'torn'] as const) {
					for (let second = 1, again = true; again; second++) {
						const host = copyOf(half);
						again = await dies(second, moment, (dead) => recover(host, { disk: dead }));
						ageLock(host);
						await recover(host, { disk });
						const applied = readJournal(host).length === 1;
						expect(readTree(host)).toEqual(applied ? after : before);
						expect(existsSync(join(host, '.authgraft'))).toBe(applied);
						recoveries++;
						rmSync(host, { recursive: true });
					}
				}
				rmSync(half, { recursive: true });
			}
			expect(recoveries).toBeGreaterThan(100);
		},
	);
});

/** Kills an apply after the n-th file was moved in. */
async function killAfterMoves(host: string, moves: number): Promise<void> {
	let seen = 0;
	const breaks = () => {
		throw new Killed();
	};
	const rename = (from: string, to: string) => {
		if (seen >= moves) breaks();
		disk.rename(from, to);
		if (!to.includes('.authgraft')) seen++;
	};
	const dead = new Proxy(
		{ ...disk, rename },
		{
			get: (target, name: keyof typeof disk) => (seen >= moves && name !== 'rename' ? breaks : target[name]),
		},
	);
	await expect(applyPlan(killPlan(host), { disk: dead })).rejects.toThrow();
	expect(seen).toBe(moves);
	expect(needsRecovery(host)).toBe(true);
}

describe('a file that the user changed after the kill', () => {
	test('is left alone and reported; the others go back', async () => {
		await killAfterMoves(root, 3);
		writeFileSync(join(root, 'package.json'), '{ "mine": true }\n');
		const recovery = await recover(root, { disk });
		expect(recovery).toEqual({
			outcome: 'rolled back',
			run: 'apply',
			command: 'init',
			files: paths.filter((path) => path !== 'package.json'),
			left: ['package.json'],
		});
		expect(readTree(root)).toEqual({ ...before, 'package.json': 'file 644 "{ \\"mine\\": true }\\n"' });
	});

	test('even when all others are there already: half of a plan is not called finished', async () => {
		await killAfterMoves(root, 7);
		writeFileSync(join(root, '.env'), 'MINE=1\n');
		expect(await recover(root, { disk })).toMatchObject({ outcome: 'rolled back', left: ['.env'] });
		expect(readTree(root)).toEqual({ ...before, '.env': 'file 600 "MINE=1\\n"' });
	});

	test('keeps the folder that we made for it, and the mode it was given', async () => {
		await killAfterMoves(root, 7);
		writeFileSync(join(root, 'src/lib/auth/own.txt'), 'mine');
		chmodSync(join(root, 'scripts/run.sh'), 0o700);
		expect(await recover(root, { disk })).toMatchObject({ outcome: 'finished', left: [] });
		await undoLast(root, { disk });
		const tree = readTree(root);
		expect(tree['src/lib/auth/own.txt']).toBe('file 644 "mine"');
		expect(tree['src/lib/auth/deep/']).toBeUndefined();
		expect(tree['scripts/run.sh']).toBe((before['scripts/run.sh'] as string).replace('755', '700'));
	});
});

describe('recover', () => {
	test('writes nothing when there is nothing to clean up', async () => {
		const { disk: watched, count } = breakingDisk({ at: 0, moment: 'before', breaks() {} });
		expect(await recover(root, { disk: watched })).toBeNull();
		await applyPlan(killPlan(root), { disk });
		expect(await recover(root, { disk: watched })).toBeNull();
		expect(count.operations).toBe(0);
	});

	test('removes staging that was never committed, and keeps the entries before it', async () => {
		await applyPlan(killPlan(root), { disk });
		mkdirSync(join(root, '.authgraft/journal/0002/next'), { recursive: true });
		writeFileSync(join(root, '.authgraft/journal/0002/next/0'), 'half');
		expect(needsRecovery(root)).toBe(false);
		expect(await recover(root, { disk })).toBeNull();
		expect(existsSync(join(root, '.authgraft/journal/0002'))).toBe(false);
		expect(readJournal(root)).toHaveLength(1);
	});

	test('is demanded by apply and undo before they do anything', async () => {
		await killAfterMoves(root, 2);
		const half = readTree(root);
		await expect(
			applyPlan({ ...killPlan(root), changes: killPlan(root).changes.slice(4, 5) }),
		).rejects.toMatchObject({
			code: 'AG_INTERRUPTED',
		});
		await expect(undoLast(root)).rejects.toMatchObject({ code: 'AG_INTERRUPTED' });
		expect(readTree(root)).toEqual(half);
	});

	test('does not guess when a backup is damaged', async () => {
		await killAfterMoves(root, 2);
		const half = readTree(root);
		const hash = readJournal(root)[0]?.journal.files[0]?.before?.sha256;
		writeFileSync(join(root, '.authgraft/journal/0001/files', String(hash)), 'damaged');
		await expect(recover(root)).rejects.toMatchObject({
			code: 'AG_JOURNAL_INVALID',
			message: expect.stringContaining(String(hash)),
		});
		expect(readTree(root)).toEqual(half);
		expect(needsRecovery(root)).toBe(true);
	});
});
