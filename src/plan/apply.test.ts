import { spawnSync } from 'node:child_process';
import {
	existsSync,
	lstatSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
	breakingDisk,
	create,
	hastyDisk,
	killHost,
	killPlan,
	makeHost,
	modify,
	readTree,
	removeTempFolders,
	tempFolder,
} from '../../test/cli/kill-host.ts';
import { applyPlan } from './apply.ts';
import type { Change, Plan } from './change.ts';
import { readJournal } from './journal/index.ts';
import { recover } from './recover.ts';
import { undoLast } from './undo.ts';

afterAll(removeTempFolders);

const planOf = (root: string, ...changes: Change[]): Plan => ({ root, command: 'init', changes });
describe('applyPlan', () => {
	test('writes all changes byte for byte, and keeps modes', async () => {
		const root = killHost();
		const { written, refused } = await applyPlan(killPlan(root));
		expect(written.map(({ path }) => path)).toEqual(killPlan(root).changes.map(({ path }) => path));
		expect(refused).toEqual([]);
		for (const { path, after } of written) expect(readFileSync(join(root, path), 'utf8')).toBe(after);
		expect(lstatSync(join(root, 'scripts/run.sh')).mode & 0o777).toBe(0o755);
		expect(lstatSync(join(root, 'src/routes/+layout.svelte')).mode & 0o777).toBe(0o600);
		expect(lstatSync(join(root, '.env')).mode & 0o777).toBe(0o600);
		expect(lstatSync(join(root, 'src/lib/auth/form.css')).mode & 0o777).toBe(0o666 & ~process.umask());
	});

	test('keeps what it stores to the owner and away from git', async () => {
		const root = killHost();
		spawnSync('git', ['init', '-q', root]);
		await applyPlan(killPlan(root));
		expect(
			spawnSync('git', ['status', '--porcelain', '-uall'], { cwd: root, encoding: 'utf8' }).stdout,
		).toMatch(/^\?\? \.env\n(\?\? (?!\.authgraft).*\n)+$/);
		const modes = new Set<string>();
		for (const entry of readdirSync(join(root, '.authgraft'), { recursive: true, withFileTypes: true })) {
			const { mode } = lstatSync(join(entry.parentPath, entry.name));
			modes.add(`${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`);
		}
		expect([...modes].sort()).toEqual(['file 600', 'folder 700']);
		expect(lstatSync(join(root, '.authgraft')).mode & 0o777).toBe(0o700);
		expect(existsSync(join(root, '.authgraft/lock'))).toBe(false);
	});

	test('writes nothing at all when the plan holds nothing to write', async () => {
		const root = makeHost({ 'a.txt': 'a' });
		const skip: Change = { kind: 'skip', path: 'a.txt', summary: 's', reason: 'is there' };
		expect(await applyPlan(planOf(root, skip, modify('a.txt', 'a', 'a')))).toEqual({
			written: [],
			refused: [],
		});
		expect(readdirSync(root)).toEqual(['a.txt']);
	});

	test('writes through a link that stays in the host, and leaves the link', async () => {
		const root = makeHost({ 'config/env': 'A=1\n', 'real/x.txt': 'x' });
		symlinkSync('config/env', join(root, '.env'));
		symlinkSync('real', join(root, 'link'));
		const tree = readTree(root);
		await applyPlan(planOf(root, modify('.env', 'A=1\n', 'A=1\nB=2\n'), create('link/new/y.txt', 'y')));
		expect(readTree(root)).toMatchObject({
			'.env': 'link config/env',
			'config/env': 'file 644 "A=1\\nB=2\\n"',
			'real/new/y.txt': 'file 644 "y"',
		});
		await undoLast(root);
		expect(readTree(root)).toEqual(tree);
	});

	test('takes a root that is a link', async () => {
		const root = makeHost({ 'a.txt': 'a' });
		const link = join(tempFolder(), 'host');
		symlinkSync(root, link);
		await applyPlan(planOf(link, modify('a.txt', 'a', 'b')));
		expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('b');
		await undoLast(link);
		expect(readdirSync(root)).toEqual(['a.txt']);
	});
});

describe('a plan with refusals', () => {
	const refuse: Change = {
		kind: 'refuse',
		path: 'src/hooks.server.ts',
		line: 7,
		summary: 's',
		reason: 'handle is computed',
		snippet: 'export {}',
	};

	test('is turned down, naming file, line and reason', async () => {
		const root = makeHost({ 'a.txt': 'a' });
		await expect(applyPlan(planOf(root, modify('a.txt', 'a', 'b'), refuse))).rejects.toMatchObject({
			code: 'AG_REFUSED',
			message: expect.stringContaining('src/hooks.server.ts:7 (handle is computed)'),
		});
		expect(readTree(root)).toEqual({ 'a.txt': 'file 644 "a"' });
		expect(existsSync(join(root, '.authgraft'))).toBe(false);
	});

	test('is applied but for them with skipRefused', async () => {
		const root = makeHost({ 'a.txt': 'a' });
		const applied = await applyPlan(planOf(root, modify('a.txt', 'a', 'b'), refuse), { skipRefused: true });
		expect(applied.refused).toEqual([refuse]);
		expect(readTree(root)).toEqual({ 'a.txt': 'file 644 "b"' });
	});
});

describe('when the disk fails', () => {
	test.each([false, true])(
		'at any operation, all goes back (and from then on: %s)',
		{ timeout: 60_000 },
		async (forGood) => {
			let failures = 0;
			let finished = false;
			for (let at = 1, more = true; more; at++) {
				const root = killHost();
				const before = readTree(root);
				const breaks = (path: string) => {
					throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write', path });
				};
				const { disk, count } = breakingDisk({ at, moment: 'before', breaks, forGood, base: hastyDisk });
				const error = await applyPlan(killPlan(root), { disk }).then(
					() => undefined,
					(reason) => reason,
				);
				more = count.operations >= at;
				if (error) {
					failures++;
					expect(error).toMatchObject({
						code: 'AG_NOT_WRITABLE',
						message: expect.stringContaining('no space'),
					});
					// When the disk does not let us put things back either, the error does not say that we did.
					if (!error.message.includes('is as it was')) expect(forGood).toBe(true);
					else expect(readTree(root)).toEqual(before);
					const recovery = await recover(root, { disk: hastyDisk });
					// All files were moved in and only the note of it failed: then the next command completes it.
					finished ||= recovery?.outcome === 'finished';
					if (recovery?.outcome === 'finished') await undoLast(root, { disk: hastyDisk });
					expect(readTree(root)).toEqual(before);
					expect(existsSync(join(root, '.authgraft'))).toBe(false);
				} else {
					expect((await undoLast(root, { disk: hastyDisk })).left).toEqual([]);
					expect(readTree(root)).toEqual(before);
				}
				rmSync(root, { recursive: true });
			}
			expect(failures).toBeGreaterThan(30);
			expect(finished).toBe(forGood);
		},
	);

	test('a file that changes while files are moved is not overwritten, and the others go back', async () => {
		const root = killHost();
		const before = readTree(root);
		const rename = (from: string, to: string) => {
			hastyDisk.rename(from, to);
			if (to.endsWith('package.json')) writeFileSync(join(root, 'scripts/run.sh'), 'mine');
		};
		await expect(applyPlan(killPlan(root), { disk: { ...hastyDisk, rename } })).rejects.toMatchObject({
			code: 'AG_FILE_CHANGED',
			message: expect.stringContaining('scripts/run.sh'),
		});
		expect(readTree(root)).toEqual({ ...before, 'scripts/run.sh': 'file 755 "mine"' });
	});
});

test('the last twenty plans are kept, and what older ones kept is gone', async () => {
	const root = makeHost({ 'package.json': '{}' });
	for (let count = 1; count <= 22; count++) {
		const changes = [create(`new-${count}.txt`, `number ${count}`)];
		await applyPlan({ root, command: 'init', changes }, { disk: hastyDisk });
	}
	const numbers = readJournal(root).map(({ number }) => number);
	expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 3));
	expect(readdirSync(join(root, '.authgraft/journal')).length).toBe(20);
	await undoLast(root);
	expect(existsSync(join(root, 'new-22.txt'))).toBe(false);
	expect(existsSync(join(root, 'new-1.txt'))).toBe(true);
});
