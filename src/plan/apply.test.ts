import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { breakingDisk, hastyDisk, killHost, killPlan, makeHost, readTree } from '../../test/cli/kill-host.ts';
import { applyPlan } from './apply.ts';
import type { Change, Plan } from './change.ts';
import { recover } from './recover.ts';
import { undoLast } from './undo.ts';

const planOf = (root: string, ...changes: Change[]): Plan => ({ root, command: 'init', changes });
const create = (path: string, after: string): Change => ({
	kind: 'create',
	path,
	summary: 's',
	before: null,
	after,
});
const modify = (path: string, before: string, after: string): Change => ({
	kind: 'modify',
	path,
	summary: 's',
	before,
	after,
});

/** Expects that the plan is turned down with this error and that not a byte of the host is touched. */
async function expectTurnedDown(
	root: string,
	changes: Change[],
	code: string,
	message: RegExp,
): Promise<void> {
	const tree = readTree(root);
	await expect(applyPlan(planOf(root, ...changes))).rejects.toMatchObject({
		code,
		message: expect.stringMatching(message),
		hint: expect.stringMatching(/\w+ \w+/),
	});
	expect(readTree(root)).toEqual(tree);
	expect(existsSync(join(root, '.authgraft'))).toBe(false);
}

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
		const link = join(mkdtempSync(join(tmpdir(), 'authgraft-link-')), 'host');
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
		await expectTurnedDown(
			root,
			[modify('a.txt', 'a', 'b'), refuse],
			'AG_REFUSED',
			/src\/hooks\.server\.ts:7 \(handle is computed\)/,
		);
	});

	test('is applied but for them with skipRefused', async () => {
		const root = makeHost({ 'a.txt': 'a' });
		const applied = await applyPlan(planOf(root, modify('a.txt', 'a', 'b'), refuse), { skipRefused: true });
		expect(applied.refused).toEqual([refuse]);
		expect(readTree(root)).toEqual({ 'a.txt': 'file 644 "b"' });
	});
});

describe('AG_FILE_CHANGED', () => {
	const host = () => makeHost({ 'a.txt': 'a', 'b.txt': 'b' });
	const rest = modify('b.txt', 'b', 'c');

	test('when a file has other text, even another line ending or a BOM', async () => {
		for (const text of ['A', 'a\r\n', '\uFEFFa', '']) {
			const root = host();
			writeFileSync(join(root, 'a.txt'), text);
			await expectTurnedDown(
				root,
				[rest, modify('a.txt', 'a', 'x')],
				'AG_FILE_CHANGED',
				/^a\.txt was changed/,
			);
		}
	});

	test('when a file is gone or became something else', async () => {
		const root = host();
		unlinkSync(join(root, 'a.txt'));
		await expectTurnedDown(root, [rest, modify('a.txt', 'a', 'x')], 'AG_FILE_CHANGED', /^a\.txt is gone/);
		mkdirSync(join(root, 'a.txt'));
		await expectTurnedDown(
			root,
			[rest, modify('a.txt', 'a', 'x')],
			'AG_FILE_CHANGED',
			/^a\.txt is not a regular file/,
		);
	});

	test('when a new file exists already, as a file or as a folder', async () => {
		const root = host();
		await expectTurnedDown(root, [rest, create('a.txt', 'a')], 'AG_FILE_CHANGED', /^a\.txt exists by now/);
		mkdirSync(join(root, 'folder'));
		await expectTurnedDown(root, [rest, create('folder', 'a')], 'AG_FILE_CHANGED', /^folder exists by now/);
	});

	test('when a file is not valid UTF-8, whatever was read from it', async () => {
		const root = makeHost({ 'a.txt': { text: Buffer.from([0x61, 0xff, 0x62]) } });
		const read = readFileSync(join(root, 'a.txt'), 'utf8');
		await expectTurnedDown(root, [modify('a.txt', read, `${read}c`)], 'AG_FILE_CHANGED', /not valid UTF-8/);
	});
});

describe('AG_OUTSIDE_HOST', () => {
	test.each([
		'../x',
		'/etc/x',
		'a/../../x',
		'a//b',
		'./a',
		'a\\b',
		'C:/x',
		'',
		'.authgraft/lock',
		'.authgraft',
	])('for the path %j', async (path) => {
		await expectTurnedDown(
			makeHost({ 'a.txt': 'a' }),
			[create(path, 'x')],
			'AG_OUTSIDE_HOST',
			/authgraft writes nothing there/,
		);
	});

	test('when a link on the way leaves the host', async () => {
		const other = makeHost({ 'a.txt': 'a', 'sub/b.txt': 'b' });
		const root = makeHost({ 'x.txt': 'x' });
		symlinkSync(join(other, 'a.txt'), join(root, 'file'));
		symlinkSync(other, join(root, 'folder'));
		symlinkSync(join(other, 'not-there'), join(root, 'dangling'));
		const changes = [
			modify('file', 'a', 'b'),
			create('folder/new.txt', 'n'),
			modify('folder/sub/b.txt', 'b', 'c'),
			create('folder/deep/new.txt', 'n'),
			create('dangling', 'n'),
			create('dangling/new.txt', 'n'),
		];
		const tree = readTree(other);
		for (const change of changes) {
			await expectTurnedDown(
				root,
				[modify('x.txt', 'x', 'y'), change],
				'AG_OUTSIDE_HOST',
				new RegExp(`^${change.path} is a symbolic link`),
			);
		}
		expect(readTree(other)).toEqual(tree);
	});

	test('when our own folder is a link', async () => {
		const other = makeHost({});
		const root = makeHost({ 'a.txt': 'a' });
		symlinkSync(other, join(root, '.authgraft'));
		await expect(applyPlan(planOf(root, modify('a.txt', 'a', 'b')))).rejects.toMatchObject({
			code: 'AG_OUTSIDE_HOST',
		});
		expect(readdirSync(other)).toEqual([]);
		expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a');
	});
});

describe('AG_NOT_WRITABLE', () => {
	/** Root may write everywhere: then the check has to run as somebody else. */
	function applyAsAnybody(root: string): { code?: string; message?: string } {
		const child = fileURLToPath(new URL('../../test/cli/kill-child.ts', import.meta.url));
		const isRoot = process.getuid?.() === 0;
		if (isRoot) {
			chownSync(root, 65534, 65534);
			for (const path of readdirSync(root, { recursive: true }))
				chownSync(join(root, String(path)), 65534, 65534);
		}
		const { stdout, stderr } = spawnSync(process.execPath, [child, 'apply', root, '0', 'before', 'SIGKILL'], {
			encoding: 'utf8',
			...(isRoot && { uid: 65534, gid: 65534 }),
		});
		expect(stderr).toBe('');
		return JSON.parse(stdout);
	}

	test.each([
		['src', /^src\/lib\/auth\/deep\/provider\.css can not be written: the folder src is read-only/],
		['.', /can not be written: the project folder is read-only/],
		['scripts', /^scripts\/run\.sh can not be written: the folder scripts is read-only/],
		['scripts/run.sh', /^scripts\/run\.sh can not be written: the file is read-only/],
	])('when %s is read-only', (path, message) => {
		const root = killHost();
		chmodSync(join(root, path), 0o555);
		const tree = readTree(root);
		expect(applyAsAnybody(root)).toMatchObject({
			code: 'AG_NOT_WRITABLE',
			message: expect.stringMatching(message),
		});
		expect(readTree(root)).toEqual(tree);
		expect(existsSync(join(root, '.authgraft'))).toBe(false);
	});

	test('when a folder of the path is a file', async () => {
		const root = makeHost({ 'src/auth': 'a file', 'b.txt': 'b' });
		await expectTurnedDown(
			root,
			[modify('b.txt', 'b', 'c'), create('src/auth/deep/x.txt', 'x')],
			'AG_NOT_WRITABLE',
			/^src\/auth\/deep\/x\.txt .* src\/auth is a file/,
		);
	});

	test.each([false, true])('when the disk fails at any operation (and from then on: %s)', async (forGood) => {
		let failures = 0;
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
				await recover(root, { disk: hastyDisk });
				expect(readTree(root)).toEqual(before);
				expect(existsSync(join(root, '.authgraft'))).toBe(false);
			} else {
				expect((await undoLast(root, { disk: hastyDisk })).left).toEqual([]);
				expect(readTree(root)).toEqual(before);
			}
			rmSync(root, { recursive: true });
		}
		expect(failures).toBeGreaterThan(30);
	});

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

describe('a plan that is wrong in itself is a bug, not a refusal', () => {
	test.each([
		['two changes of one file', [create('a.txt', 'a'), create('a.txt', 'b')], /changes a\.txt twice/],
		['text that UTF-8 can not carry', [create('a.txt', 'a\uD800')], /not Unicode/],
	])('%s', async (_, changes, message) => {
		const root = makeHost({});
		const error = await applyPlan(planOf(root, ...changes)).catch((reason) => reason);
		expect(error.message).toMatch(message);
		expect(error.code).toBeUndefined();
		expect(readdirSync(root)).toEqual([]);
	});
});
