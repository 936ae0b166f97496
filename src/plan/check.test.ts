import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { create, killHost, makeHost, modify, readTree, removeTempFolders } from '../../test/cli/kill-host.ts';
import { applyPlan } from './apply.ts';
import type { Change, Plan } from './change.ts';

afterAll(removeTempFolders);

const planOf = (root: string, ...changes: Change[]): Plan => ({ root, command: 'init', changes });
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
		const nobody = process.getuid?.() === 0 ? [65534] : [];
		for (const uid of nobody) {
			chownSync(root, uid, uid);
			for (const path of readdirSync(root, { recursive: true }))
				chownSync(join(root, String(path)), uid, uid);
		}
		const argv = [child, 'apply', root, 0, 'before', 'SIGKILL', ...nobody].map(String);
		const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
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

describe('names that not every system can have', () => {
	test.for([
		['src/auth.ts', 'src/Auth.ts'],
		['SRC/auth.ts', 'src/x.ts'],
		['src/routes/cafe\u0301/+page.svelte', 'src/routes/caf\u00e9/+page.svelte'],
	] as const)('%s beside %s', async ([path, there]) => {
		const root = makeHost({ [there]: '' });
		await expectTurnedDown(
			root,
			[create(path, 'x\n')],
			'AG_NOT_WRITABLE',
			/the same file on Windows and macOS/,
		);
	});

	test.for(['src/aux.ts', 'src/routes/con/+page.svelte', 'src/a:b.ts'])('%s', async (path) => {
		await expectTurnedDown(
			makeHost({ 'src/x.ts': '' }),
			[create(path, 'x\n')],
			'AG_NOT_WRITABLE',
			/Windows has no file/,
		);
	});

	test('a file that stands there already is written, whatever it is called', async () => {
		const root = makeHost({ 'src/aux.ts': 'a', 'src/Aux.ts': 'b' });
		await applyPlan(planOf(root, modify('src/aux.ts', 'a', 'c')));
		expect(readFileSync(join(root, 'src/aux.ts'), 'utf8')).toBe('c');
	});
});
