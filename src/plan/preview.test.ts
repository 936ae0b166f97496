import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeHost, removeTempFolders } from '../../test/cli/kill-host.ts';
import type { Change, Plan } from './change.ts';
import { planToJson, renderDiff } from './preview.ts';

afterAll(removeTempFolders);

const planOf = (...changes: Change[]): Plan => ({ root: '/nowhere', command: 'init', changes });
const create = (path: string, after: string): Change => ({
	kind: 'create',
	path,
	summary: 'add it',
	before: null,
	after,
});
const modify = (path: string, before: string, after: string): Change => ({
	kind: 'modify',
	path,
	summary: 'change it',
	before,
	after,
});
const SECRET = 'k3yk3yk3y';

describe('renderDiff', () => {
	test('shows three lines of context, and new files from /dev/null', async () => {
		const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join('');
		const diff = await renderDiff(
			planOf(modify('a.ts', before, before.replace('line 6', 'LINE 6')), create('b/c.ts', 'x\ny')),
		);
		expect(diff).toBe(
			`--- a/a.ts
+++ b/a.ts
@@ -3,7 +3,7 @@
 line 3
 line 4
 line 5
-line 6
+LINE 6
 line 7
 line 8
 line 9
--- /dev/null
+++ b/b/c.ts
@@ -0,0 +1,2 @@
+x
+y
\\ No newline at end of file
`,
		);
	});

	test.each([
		['LF', 'a\nb\nc\n', 'a\nB\nc\nd\n'],
		['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\nd\r\n'],
		['CRLF to LF', 'a\r\nb\r\n', 'a\nb\n'],
		['mixed', 'a\r\nb\nc\r\n', 'a\r\nb\r\nc\r\n'],
		['BOM', '\uFEFFa\r\nb\r\n', '\uFEFFa\r\nc\r\n'],
		['no final newline', 'a\nb', 'a\nb\n'],
		['final newline gone', 'a\nb\n', 'a\nb'],
		['CRLF, no final newline', 'a\r\nb', 'x\r\nb\r\nc'],
		['lone CR', 'a\rb\nc\n', 'a\rB\nc\n'],
		['from nothing', '', 'a\n'],
		['to nothing', 'a\n', ''],
	])('is a patch that git applies to the byte: %s', async (_, before, after) => {
		const root = makeHost({ 'src/[...x] +a.ts': before });
		const diff = await renderDiff(
			planOf(modify('src/[...x] +a.ts', before, after), create('new file.ts', after || 'x')),
		);
		execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: root, input: diff });
		expect(readFileSync(join(root, 'src/[...x] +a.ts'), 'utf8')).toBe(after);
		expect(readFileSync(join(root, 'new file.ts'), 'utf8')).toBe(after || 'x');
	});

	test('is empty for what writes nothing', async () => {
		const skip: Change = { kind: 'skip', path: 'a', summary: 's', reason: 'r' };
		expect(await renderDiff(planOf(skip, modify('b', 'same', 'same')))).toBe('');
	});

	test('masks secret files, marked or not', async () => {
		const before = `# keep\nOLD="${SECRET}"\n`;
		const marked: Change = {
			...(modify('config', before, `${before}AUTH_SECRET="${SECRET}"\n`) as object as Change),
			secret: true,
		} as Change;
		const diff = await renderDiff(planOf(marked, create('.env', `AUTH_SECRET="${SECRET}"\nB=\n`)));
		expect(diff).toBe(
			'--- a/config\n+++ b/config\n@@ -1,2 +1,3 @@\n # keep\n OLD=***\n+AUTH_SECRET=***\n' +
				'--- /dev/null\n+++ b/.env\n@@ -0,0 +1,2 @@\n+AUTH_SECRET=***\n+B=\n',
		);
	});

	test('says when only values of a secret file change', async () => {
		const diff = await renderDiff(planOf(modify('.env', `A=${SECRET}\n`, 'A=other\n')));
		expect(diff).toBe('--- a/.env\n+++ b/.env\n# Only values differ; they are not shown.\n');
	});
});

test('planToJson shows everything but secrets, ready for JSON', () => {
	const plan = planOf(
		create('a.ts', 'x\r\n'),
		modify('.env', `A=${SECRET}\n`, `A=${SECRET}\nB=${SECRET}\n`),
		{ kind: 'skip', path: 'c', summary: 'keep', reason: 'is there' },
		{ kind: 'refuse', path: 'd', summary: 'no', reason: 'unknown', line: 3, snippet: 'export {}' },
		{
			kind: 'refuse',
			path: '.env.local',
			summary: 'no',
			reason: 'unknown',
			snippet: `AUTH_SECRET=${SECRET}`,
		},
	);
	const json = planToJson(plan);
	expect(json).toEqual({
		changes: [
			{ kind: 'create', path: 'a.ts', summary: 'add it', before: null, after: 'x\r\n' },
			{ kind: 'modify', path: '.env', summary: 'change it', before: 'A=***\n', after: 'A=***\nB=***\n' },
			{ kind: 'skip', path: 'c', summary: 'keep', before: null, after: null, reason: 'is there' },
			{
				kind: 'refuse',
				path: 'd',
				summary: 'no',
				before: null,
				after: null,
				reason: 'unknown',
				line: 3,
				snippet: 'export {}',
			},
			{
				kind: 'refuse',
				path: '.env.local',
				summary: 'no',
				before: null,
				after: null,
				reason: 'unknown',
				snippet: 'AUTH_SECRET=***',
			},
		],
	});
	expect(JSON.parse(JSON.stringify(json))).toEqual(json);
});
