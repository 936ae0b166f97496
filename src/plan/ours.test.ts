import { existsSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
	hastyDisk,
	killHost,
	killPlan,
	makeHost,
	readTree,
	removeTempFolders,
} from '../../test/cli/kill-host.ts';
import { applyPlan } from './apply.ts';
import { sha256 } from './journal/index.ts';
import { isOurs, leftByUs, recordInstalled } from './ours.ts';
import { undoLast } from './undo.ts';

afterAll(removeTempFolders);

const disk = hastyDisk;
const hash = (text: string): string => sha256(Buffer.from(text));
let root: string;
let before: Record<string, string>;

beforeEach(async () => {
	root = killHost();
	writeFileSync(join(root, 'package-lock.json'), '{}');
	before = readTree(root);
	await applyPlan(killPlan(root), { disk });
});

test('files are ours while they stand as we left them', () => {
	const paths = killPlan(root).changes.map(({ path }) => path);
	expect([...leftByUs(root).keys()]).toEqual(paths);
	expect(paths.filter((path) => isOurs(root, path))).toEqual(paths);
	expect(leftByUs(root).get('src/lib/auth/form.css')).toBe(hash(''));

	writeFileSync(join(root, '.env'), 'MINE=1\n');
	unlinkSync(join(root, 'package.json'));
	expect(paths.filter((path) => !isOurs(root, path))).toEqual(['package.json', '.env']);
	for (const path of ['package-lock.json', 'src/untouched.bin', 'not/there', '../x'])
		expect(isOurs(root, path)).toBe(false);
});

test('the last plan decides, and after its undo the one before', async () => {
	const change = {
		kind: 'modify',
		path: '.env',
		summary: '',
		before: 'AUTH_SECRET="0123456789"\n',
		after: 'B=1\n',
	} as const;
	await applyPlan({ root, command: 'add-provider', changes: [change] }, { disk });
	expect(leftByUs(root).get('.env')).toBe(hash('B=1\n'));
	expect(isOurs(root, '.env')).toBe(true);
	await undoLast(root, { disk });
	expect(leftByUs(root).get('.env')).toBe(hash(change.before));
	expect(isOurs(root, '.env')).toBe(true);
	await undoLast(root, { disk });
	expect(leftByUs(root).size).toBe(0);
});

test('a file behind a link is ours under both names', async () => {
	const host = makeHost({ 'real/env': 'A=1\n' });
	symlinkSync('real/env', join(host, '.env'));
	const change = { kind: 'modify', path: '.env', summary: '', before: 'A=1\n', after: 'A=2\n' } as const;
	await applyPlan({ root: host, command: 'init', changes: [change] }, { disk });
	expect(isOurs(host, '.env')).toBe(true);
	expect(isOurs(host, 'real/env')).toBe(true);
});

test('recordInstalled makes lock files ours as they stand', async () => {
	writeFileSync(join(root, 'package-lock.json'), '{ "installed": 1 }');
	expect(isOurs(root, 'package-lock.json')).toBe(false);
	await recordInstalled(root, ['package-lock.json', 'not-there.lock', '../outside.lock'], { disk });
	expect(isOurs(root, 'package-lock.json')).toBe(true);
	expect(leftByUs(root).has('not-there.lock')).toBe(false);
	writeFileSync(join(root, 'package-lock.json'), '{ "mine": 1 }');
	expect(isOurs(root, 'package-lock.json')).toBe(false);
});

test('recordInstalled lets undo take back a file that the package manager wrote again', async () => {
	writeFileSync(join(root, 'package.json'), '{ "sorted": true }\n');
	await recordInstalled(root, ['package.json'], { disk });
	expect(isOurs(root, 'package.json')).toBe(true);
	expect((await undoLast(root, { disk })).left).toEqual([]);
	expect(readTree(root)).toEqual(before);
});

test('recordInstalled does nothing without a plan', async () => {
	const host = makeHost({ 'package-lock.json': '{}' });
	await recordInstalled(host, ['package-lock.json']);
	expect(leftByUs(host).size).toBe(0);
	expect(existsSync(join(host, '.authgraft'))).toBe(false);
});
