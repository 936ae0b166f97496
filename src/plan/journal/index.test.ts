import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
	hastyDisk,
	killHost,
	killPlan,
	makeHost,
	readTree,
	removeTempFolders,
} from '../../../test/cli/kill-host.ts';
import { applyPlan } from '../apply.ts';
import { leftByUs } from '../ours.ts';
import { recover } from '../recover.ts';
import { undoLast } from '../undo.ts';
import { journalText, readJournal } from './index.ts';

afterAll(removeTempFolders);

let root: string;
let file: string;

beforeEach(async () => {
	root = killHost();
	await applyPlan(killPlan(root), { disk: hastyDisk });
	file = join(root, '.authgraft/journal/0001/journal.json');
});

// biome-ignore lint/suspicious/noExplicitAny: the tests break the journal in ways that its type forbids.
const rewrite = (change: (journal: any) => void): void => {
	const journal = JSON.parse(readFileSync(file, 'utf8'));
	change(journal);
	delete journal.signature;
	writeFileSync(file, journalText(journal));
};

describe('a journal that can not be trusted stops every command and changes nothing', () => {
	const cases: [string, () => void, RegExp][] = [
		['empty', () => writeFileSync(file, ''), /not JSON/],
		['half of it', () => writeFileSync(file, readFileSync(file).subarray(0, 300)), /not JSON/],
		['not an object', () => writeFileSync(file, '[]'), /no version/],
		['without a version', () => rewrite((journal) => delete journal.version), /no version/],
		[
			'of a newer version',
			() => rewrite((journal) => (journal.version = 3)),
			/format 3; this authgraft knows 2/,
		],
		['an unknown state', () => rewrite((journal) => (journal.state = 'done')), /damaged/],
		['without files', () => rewrite((journal) => delete journal.files), /damaged/],
		[
			'a path that leaves the host',
			() => rewrite((journal) => (journal.files[0].target = '../x')),
			/damaged/,
		],
		['a folder that leaves the host', () => rewrite((journal) => journal.folders.push('/etc')), /damaged/],
		[
			'a hash that is a path',
			() => rewrite((journal) => (journal.files[0].before.sha256 = '../../x')),
			/damaged/,
		],
		['a mode that is none', () => rewrite((journal) => (journal.files[0].after.mode = '0644')), /damaged/],
		[
			'a note of an install that is none',
			() => rewrite((journal) => (journal.installed = { '../x': 'y' })),
			/damaged/,
		],
		[
			'an unfinished entry before another one',
			() => {
				rewrite((journal) => (journal.state = 'applying'));
				mkdirSync(join(root, '.authgraft/journal/0002'));
				const { signature: _, ...journal } = JSON.parse(readFileSync(file, 'utf8'));
				const text = journalText({ ...journal, state: 'applied' });
				writeFileSync(join(root, '.authgraft/journal/0002/journal.json'), text);
			},
			/unfinished/,
		],
	];

	test.each(cases)('%s', async (_, damage, message) => {
		damage();
		const tree = readTree(root);
		const error = {
			code: 'AG_JOURNAL_INVALID',
			message: expect.stringMatching(message),
			hint: expect.stringMatching(/\w/),
		};
		expect(() => readJournal(root)).toThrow(expect.objectContaining(error));
		expect(() => leftByUs(root)).toThrow(expect.objectContaining(error));
		await expect(recover(root)).rejects.toMatchObject(error);
		await expect(undoLast(root)).rejects.toMatchObject(error);
		const other = { kind: 'create', path: 'new.txt', summary: '', before: null, after: 'x' } as const;
		await expect(applyPlan({ root, command: 'init', changes: [other] })).rejects.toMatchObject(error);
		expect(readTree(root)).toEqual(tree);
		expect(existsSync(file)).toBe(true);
	});

	test('a backup that is gone', async () => {
		const hash = readJournal(root)[0]?.journal.files.find(({ before }) => before)?.before?.sha256;
		rmSync(join(root, '.authgraft/journal/0001/files', String(hash)));
		const tree = readTree(root);
		await expect(undoLast(root)).rejects.toMatchObject({
			code: 'AG_JOURNAL_INVALID',
			message: expect.stringContaining(String(hash)),
		});
		expect(readTree(root)).toEqual(tree);
		expect(readJournal(root)[0]?.journal.state).toBe('applied');
	});
});

test('a journal planted in a host can not reach through links', async () => {
	const other = makeHost({ 'victim.txt': 'safe' });
	symlinkSync(other, join(root, 'link'));
	rewrite((journal) => {
		journal.state = 'applying';
		const [first] = journal.files;
		journal.files = [{ ...first, path: 'link/victim.txt', target: 'link/victim.txt', before: null }];
		journal.folders = ['link/folder'];
	});
	mkdirSync(join(other, 'folder'));
	await recover(root);
	expect(readTree(other)).toEqual({ 'folder/': 'folder 755', 'victim.txt': 'file 644 "safe"' });
});

test('other names in the journal folder are passed over', async () => {
	writeFileSync(join(root, '.authgraft/journal/.DS_Store'), 'x');
	expect(readJournal(root)).toHaveLength(1);
	expect(await recover(root)).toBeNull();
});
