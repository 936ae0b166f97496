import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
	create,
	hastyDisk,
	killHost,
	killPlan,
	makeHost,
	readTree,
	removeTempFolders,
	tempFolder,
} from '../../../test/cli/kill-host.ts';
import { applyPlan } from '../apply.ts';
import { leftByUs } from '../ours.ts';
import { needsRecovery, recover } from '../recover.ts';
import { undoLast } from '../undo.ts';
import { journalText, sha256 } from './index.ts';
import { stateFolder } from './key.ts';

/*
 * A cloned repository may hold anything below .authgraft, links included. Nothing of it is followed or believed.
 */

afterAll(removeTempFolders);
afterEach(() => {
	vi.unstubAllEnvs();
});

/** Every command does one of these first. */
const commands: [string, (root: string) => unknown][] = [
	['recover', (root) => recover(root)],
	['undo', (root) => undoLast(root)],
	['undo --dry-run', (root) => undoLast(root, { dryRun: true })],
	[
		'apply',
		(root) => applyPlan({ root, command: 'init', changes: [create('new.txt', 'x')] }, { disk: hastyDisk }),
	],
	['a look for changes of ours', async (root) => leftByUs(root)],
];

/** A journal as the format describes it; `payload` is what its plan is said to have found in `path`. */
function forged(path: string, payload: string, state: 'applying' | 'undoing') {
	const before = { sha256: sha256(Buffer.from(payload)), mode: 0o755 };
	const after = { sha256: sha256(Buffer.from('harmless')), mode: 0o644 };
	return {
		version: 2 as const,
		command: 'init',
		state,
		at: '2026-01-01T00:00:00.000Z',
		folders: [],
		files: [{ path, target: path, secret: false, before, after }],
		undoing: [path],
		installed: {},
	};
}

function plantJournal(root: string, text: string, payload: string): void {
	const entry = join(root, '.authgraft/journal/0001');
	mkdirSync(join(entry, 'files'), { recursive: true });
	mkdirSync(join(entry, 'next'));
	writeFileSync(join(entry, 'journal.json'), text);
	writeFileSync(join(entry, 'files', sha256(Buffer.from(payload))), payload);
}

describe.each(commands)('%s', (_, run) => {
	test.each([
		['.authgraft itself', '.authgraft', 'folder'],
		['the journal', '.authgraft/journal', 'folder'],
		['an entry', '.authgraft/journal/0001', 'folder'],
		['the journal of an entry', '.authgraft/journal/0001/journal.json', 'file'],
	])('a link in the place of %s: the other side stays as it is', async (_name, path, kind) => {
		const other = makeHost({
			'victim.txt': 'safe',
			'0002/next/victim.txt': 'safe',
			'journal/0001/x': 'safe',
		});
		const root = makeHost({ 'package.json': '{}' });
		mkdirSync(join(root, path, '..'), { recursive: true });
		symlinkSync(kind === 'folder' ? other : join(other, 'victim.txt'), join(root, path));
		const before = readTree(other);
		await expect((async () => run(root))()).rejects.toMatchObject({
			code: 'AG_OUTSIDE_HOST',
			message: expect.stringContaining('.authgraft'),
			hint: expect.stringMatching(/\w/),
		});
		expect(readTree(other)).toEqual(before);
		expect(existsSync(join(root, 'new.txt'))).toBe(false);
	});

	test.each(['applying', 'undoing'] as const)('a journal without our signature, %s', async (state) => {
		const payload = '#!/bin/sh\ntouch owned\n';
		const root = makeHost({ 'package.json': '{}', 'target.txt': 'harmless' });
		const { signature: _none, ...journal } = JSON.parse(journalText(forged('target.txt', payload, state)));
		const stolen = { ...journal, signature: '0'.repeat(64) };
		for (const text of [journal, stolen, { ...journal, signature: 5 }]) {
			rmSync(join(root, '.authgraft'), { recursive: true, force: true });
			plantJournal(root, JSON.stringify(text), payload);
			await expect((async () => run(root))()).rejects.toMatchObject({
				code: 'AG_JOURNAL_INVALID',
				message: expect.stringContaining('was not written by authgraft for you'),
				hint: expect.stringContaining('Remove the folder .authgraft'),
			});
			expect(readFileSync(join(root, 'target.txt'), 'utf8')).toBe('harmless');
		}
	});
});

test('a link in the place of .gitignore is not written through', async () => {
	const other = makeHost({ 'victim.txt': 'safe, and longer than ours' });
	const root = makeHost({ 'package.json': '{}' });
	mkdirSync(join(root, '.authgraft'));
	symlinkSync(join(other, 'victim.txt'), join(root, '.authgraft/.gitignore'));
	const changes = [create('new.txt', 'x')];
	await expect(applyPlan({ root, command: 'init', changes })).rejects.toMatchObject({
		code: 'AG_OUTSIDE_HOST',
	});
	expect(readFileSync(join(other, 'victim.txt'), 'utf8')).toBe('safe, and longer than ours');
});

test('links that come into an entry of ours later, as a pull may bring them, are not written through', async () => {
	const root = killHost();
	await applyPlan(killPlan(root));
	const entry = join(root, '.authgraft/journal/0001');
	const other = makeHost({ 'victim.txt': 'safe', 'folder/victim.txt': 'safe' });
	const before = readTree(other);

	symlinkSync(join(other, 'victim.txt'), join(entry, 'journal.json.tmp'));
	await expect(undoLast(root)).rejects.toMatchObject({ code: 'AG_NOT_WRITABLE' });
	rmSync(join(entry, 'journal.json.tmp'));
	rmSync(join(entry, 'next'), { recursive: true });
	symlinkSync(join(other, 'folder'), join(entry, 'next'));
	await expect(undoLast(root)).rejects.toThrow('.authgraft/journal/0001/next is a link');
	expect(readTree(other)).toEqual(before);
});

test.each([
	'.git/hooks/pre-commit',
	'.GIT/hooks/pre-commit',
	'sub/.git/config',
	'.git',
	'git~1/config',
	'.git. /config',
	'.g\u200cit/config',
])('not even a signed journal writes %s', async (path) => {
	const root = makeHost({
		'.git/hooks/readme.txt': 'x',
		'sub/.git/config': 'harmless',
		'git~1/config': 'harmless',
	});
	const payload = '#!/bin/sh\ntouch owned\n';
	const tree = readTree(root);
	for (const state of ['applying', 'undoing'] as const) {
		rmSync(join(root, '.authgraft'), { recursive: true, force: true });
		plantJournal(root, journalText(forged(path, payload, state)), payload);
		await recover(root);
		expect(readTree(root)).toEqual(tree);
	}
	const changes = [create(path, payload)];
	await expect(applyPlan({ root, command: 'init', changes })).rejects.toMatchObject({
		code: 'AG_OUTSIDE_HOST',
	});
});

test.each(['.github/workflows/x.yml', '.gitignore', 'src/git.ts', 'digit~1'])(
	'%s is no part of git',
	async (path) => {
		const root = makeHost({ 'package.json': '{}' });
		await applyPlan({ root, command: 'init', changes: [create(path, 'x')] }, { disk: hastyDisk });
		expect(readFileSync(join(root, path), 'utf8')).toBe('x');
	},
);

test('a dry run looks, and leaves what another run left half done', () => {
	const root = makeHost({ 'package.json': '{}', '.authgraft/journal/0001/next/0': 'x' });
	expect(needsRecovery(root)).toBe(false);
	expect(readdirSync(join(root, '.authgraft/journal/0001/next'))).toEqual(['0']);
});

test('what the journal keeps can not be read by whoever gets hold of the folder', async () => {
	const root = killHost();
	await applyPlan(killPlan(root));
	const entry = join(root, '.authgraft/journal/0001');
	const files = readdirSync(join(entry, 'files')).map((name) => readFileSync(join(entry, 'files', name)));
	expect(files.length).toBeGreaterThan(7);
	for (const data of files) expect(data.toString('latin1')).not.toMatch(/0123456789|hello|"name"/);

	// Another user, or this one on another machine.
	const copy = tempFolder();
	cpSync(root, copy, { recursive: true });
	vi.stubEnv('XDG_STATE_HOME', tempFolder());
	await expect(undoLast(copy)).rejects.toMatchObject({ code: 'AG_JOURNAL_INVALID' });
	vi.unstubAllEnvs();
	await undoLast(copy);
	expect(readTree(copy)).toEqual(readTree(killHost()));
});

test('where the key can not be kept nothing is changed, and the message says what to do', async () => {
	const root = killHost();
	const tree = readTree(root);
	const state = makeHost({ authgraft: 'a file' });
	vi.stubEnv('XDG_STATE_HOME', state);
	await expect(applyPlan(killPlan(root))).rejects.toMatchObject({
		code: 'AG_NOT_WRITABLE',
		message: expect.stringContaining(state),
		hint: expect.stringContaining('XDG_STATE_HOME'),
	});
	expect(readTree(root)).toEqual(tree);
	expect(existsSync(join(root, '.authgraft'))).toBe(false);
});

test.each<[NodeJS.ProcessEnv, NodeJS.Platform, string]>([
	[{ XDG_STATE_HOME: '/s' }, 'linux', '/s/authgraft'],
	[{ HOME: '/h' }, 'linux', '/h/.local/state/authgraft'],
	[{ HOME: '/h', XDG_STATE_HOME: '' }, 'darwin', '/h/.local/state/authgraft'],
	[{ LOCALAPPDATA: '/l', HOME: '/h' }, 'win32', '/l/authgraft'],
])('the folder for the key: %j on %s', (env, platform, folder) => {
	expect(stateFolder(env, platform)).toBe(folder);
});

test('the key is made once, in one step', async () => {
	vi.stubEnv('XDG_STATE_HOME', tempFolder());
	const { userKey } = await import('./key.ts');
	const first = userKey();
	const file = join(stateFolder(), 'journal-key');
	expect(readFileSync(file)).toEqual(first);
	expect(userKey()).toEqual(first);
	expect(readdirSync(stateFolder())).toEqual(['journal-key']);
});
