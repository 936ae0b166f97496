import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
	breakingDisk,
	hastyDisk,
	killHost,
	killPlan,
	makeHost,
	readTree,
	removeTempFolders,
} from '../../test/cli/kill-host.ts';
import { applyPlan } from './apply.ts';
import type { WriteChange } from './change.ts';
import { recover } from './recover.ts';
import { undoLast } from './undo.ts';

afterAll(removeTempFolders);

let root: string;
let before: Record<string, string>;

beforeEach(() => {
	root = killHost();
	before = readTree(root);
});

const MODIFIED = ['package.json', 'scripts/run.sh', 'src/routes/+layout.svelte'];
const CREATED = [
	'src/lib/auth/deep/provider.css',
	'src/lib/auth/form.css',
	'.env',
	'src/routes/signin/+page.svelte',
];

describe('undoLast', () => {
	test('gives back bytes, modes and folders, and leaves nothing of ours', async () => {
		await applyPlan(killPlan(root));
		expect(await undoLast(root)).toEqual({
			command: 'init',
			dryRun: false,
			restored: MODIFIED,
			removed: CREATED,
			left: [],
		});
		expect(readTree(root)).toEqual(before);
		expect(existsSync(join(root, '.authgraft'))).toBe(false);
	});

	test('says with dryRun what it would do, and does nothing', async () => {
		await applyPlan(killPlan(root));
		const applied = readTree(root);
		const { disk, count } = breakingDisk({ at: 0, moment: 'before', breaks() {} });
		expect(await undoLast(root, { dryRun: true, disk })).toEqual({
			command: 'init',
			dryRun: true,
			restored: MODIFIED,
			removed: CREATED,
			left: [],
		});
		expect(count.operations).toBe(0);
		expect(readTree(root)).toEqual(applied);
	});

	test('takes plans back one by one, the last first', async () => {
		await applyPlan(killPlan(root));
		const first = readTree(root);
		const layout = '<slot />\n<p>hello</p>';
		const change: WriteChange = {
			kind: 'modify',
			path: 'src/routes/+layout.svelte',
			summary: '',
			before: layout,
			after: 'x',
		};
		await applyPlan({ root, command: 'add-provider github', changes: [change] });
		expect((await undoLast(root)).command).toBe('add-provider github');
		expect(readTree(root)).toEqual(first);
		expect((await undoLast(root)).command).toBe('init');
		expect(readTree(root)).toEqual(before);
		expect(existsSync(join(root, '.authgraft'))).toBe(false);
	});

	test('without a plan says so and makes no folder', async () => {
		for (const dryRun of [true, false]) {
			await expect(undoLast(root, { dryRun })).rejects.toMatchObject({ code: 'AG_NOTHING_TO_UNDO' });
		}
		expect(existsSync(join(root, '.authgraft'))).toBe(false);
	});
});

describe('a file that the user changed since', () => {
	test('is left, with a diff from what we left', async () => {
		await applyPlan(killPlan(root));
		const file = join(root, 'scripts/run.sh');
		writeFileSync(file, readFileSync(file, 'utf8').replace('größer', 'kleiner'));
		const kept = readTree(root)['scripts/run.sh'];
		const undone = await undoLast(root);
		expect(undone.restored).toEqual(['package.json', 'src/routes/+layout.svelte']);
		expect(undone.left).toEqual([
			{
				path: 'scripts/run.sh',
				reason: 'changed',
				diff: [
					'--- a/scripts/run.sh\n+++ b/scripts/run.sh\n@@ -1,4 +1,4 @@\n \uFEFF#!/bin/sh\r\n',
					'-echo "größer"\r\n+echo "kleiner"\r\n \r\n exit 1\r\n',
				].join(''),
			},
		]);
		expect(readTree(root)).toEqual({ ...before, 'scripts/run.sh': kept });
		expect(existsSync(join(root, '.authgraft'))).toBe(false);
	});

	test('is never shown when it is secret', async () => {
		await applyPlan(killPlan(root));
		writeFileSync(join(root, '.env'), 'AUTH_SECRET="my own value"\n');
		const { left } = await undoLast(root);
		expect(left).toHaveLength(1);
		expect(left[0]).toMatchObject({ path: '.env', reason: 'changed' });
		expect(left[0]?.diff).toContain('Only values differ');
		expect(left[0]?.diff).not.toMatch(/0123456789|my own|@@/);
		expect(readFileSync(join(root, '.env'), 'utf8')).toContain('my own value');
	});

	test('is no error when it was deleted or put back by hand', async () => {
		await applyPlan(killPlan(root));
		unlinkSync(join(root, 'package.json'));
		unlinkSync(join(root, 'src/lib/auth/form.css'));
		writeFileSync(join(root, 'src/routes/+layout.svelte'), '<slot />');
		const undone = await undoLast(root);
		expect(undone.left).toMatchObject([{ path: 'package.json', reason: 'deleted' }]);
		expect(undone.left[0]?.diff).toContain('+++ /dev/null');
		expect(undone.restored).toEqual(['scripts/run.sh']);
		const { 'package.json': _, ...rest } = before;
		expect(readTree(root)).toEqual(rest);
	});

	test('keeps a mode that the user tightened', async () => {
		await applyPlan(killPlan(root));
		chmodSync(join(root, 'package.json'), 0o400);
		await undoLast(root);
		expect(readTree(root)).toEqual({
			...before,
			'package.json': before['package.json']?.replace('644', '400'),
		});
	});

	test('is not reached through a link that was put on the way', async () => {
		await applyPlan(killPlan(root));
		const other = makeHost({ 'form.css': '' });
		mkdirSync(join(other, 'deep'));
		writeFileSync(join(other, 'deep/provider.css'), 'a { color: red }\n');
		renameSync(join(root, 'src/lib/auth'), join(root, 'src/lib/moved'));
		symlinkSync(other, join(root, 'src/lib/auth'));
		const tree = readTree(other);
		const { left } = await undoLast(root);
		expect(left.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
			'src/lib/auth/deep/provider.css replaced',
			'src/lib/auth/form.css replaced',
		]);
		expect(readTree(other)).toEqual(tree);
		expect(readTree(root)['src/lib/auth']).toBe(`link ${other}`);
	});
});

test('an undo that fails at any operation leaves the host applied, or is done', {
	timeout: 60_000,
}, async () => {
	let failures = 0;
	for (let at = 1, more = true; more; at++) {
		const host = killHost();
		await applyPlan(killPlan(host), { disk: hastyDisk });
		const applied = readTree(host);
		const breaks = (path: string) => {
			throw Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'rename', path });
		};
		const { disk, count } = breakingDisk({ at, moment: 'before', breaks, base: hastyDisk });
		const error = await undoLast(host, { disk }).then(
			() => undefined,
			(reason) => reason,
		);
		more = count.operations >= at;
		if (error) {
			failures++;
			expect(error).toMatchObject({
				code: 'AG_NOT_WRITABLE',
				message: expect.stringContaining('permission denied'),
			});
			expect(readTree(host)).toEqual(applied);
			expect(await recover(host, { disk: hastyDisk })).toBeNull();
			await undoLast(host, { disk: hastyDisk });
		}
		await recover(host, { disk: hastyDisk });
		expect(readTree(host)).toEqual(before);
		expect(existsSync(join(host, '.authgraft'))).toBe(false);
	}
	expect(failures).toBeGreaterThan(10);
});

describe('property', () => {
	const name = fc.constantFrom('a', 'b', 'c', 'Ä', '[...x]', '(g)', '+page.ts x', '.env');
	const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
	const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\uFEFFa\r\n', 'a\rb', '\n\n'));
	const mode = fc.constantFrom(0o644, 0o600, 0o755, 0o640);
	const file = fc.record({ text, mode, after: fc.option(text), isNew: fc.boolean() });
	const model = fc.dictionary(path, file, { maxKeys: 8 });

	/** No path of the model may be a folder of another one. */
	const withoutClashes = <T>(files: Record<string, T>): [string, T][] =>
		Object.entries(files).filter(
			([path]) => !Object.keys(files).some((other) => path.startsWith(`${other}/`)),
		);

	test('apply then undo gives back the exact tree', { timeout: 60_000 }, async () => {
		let applied = 0;
		await fc.assert(
			fc.asyncProperty(model, async (files) => {
				const entries = withoutClashes(files).map(([path, one]) => ({ path, ...one }));
				const host = makeHost(
					Object.fromEntries(entries.filter(({ isNew }) => !isNew).map((one) => [one.path, one])),
				);
				const tree = readTree(host);
				const changes = entries.flatMap(({ path, text, after, isNew }): WriteChange[] => {
					if (isNew) return [{ kind: 'create', path, summary: '', before: null, after: after ?? text }];
					return after === null ? [] : [{ kind: 'modify', path, summary: '', before: text, after }];
				});
				const { written } = await applyPlan({ root: host, command: 'init', changes }, { disk: hastyDisk });
				for (const { path, after } of changes) expect(readFileSync(join(host, path), 'utf8')).toBe(after);
				if (written.length > 0) {
					applied++;
					expect(readTree(host)).not.toEqual(tree);
					await undoLast(host, { disk: hastyDisk });
				}
				expect(readTree(host)).toEqual(tree);
				expect(readdirSync(host)).not.toContain('.authgraft');
			}),
			{ numRuns: 150 },
		);
		expect(applied).toBeGreaterThan(75);
	});
});
