import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isIgnoredBy } from './gitignore.ts';

let root: string;

beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), 'authgraft-ignore-'));
	execFileSync('git', ['init', '-q', root]);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (content: string, path: string): boolean => {
	writeFileSync(join(root, '.gitignore'), content);
	return spawnSync('git', ['-C', root, 'check-ignore', '-q', '--no-index', path]).status === 0;
};

const contents = [
	'',
	'.env',
	'.env\n',
	'.env\r\nnode_modules\r\n',
	'\uFEFF.env\n',
	'# .env\n',
	'.env # not a comment\n',
	'.env  \n',
	' .env\n',
	'.env\\ \n',
	'/.env\n',
	'/config/.env\n',
	'config/\n!.env\n',
	'config\n!config/.env\n',
	'.env/\n',
	'.env*\n',
	'.env.*\n',
	'*.env\n',
	'**/.env\n',
	'config/**\n',
	'**/config/*\n',
	'*/.env\n',
	'.en?\n',
	'.[ef]nv\n',
	'.[!x]nv\n',
	'.e+nv\n',
	'env\n',
	'*\n',
	'*\n!.env\n',
	'.env\n!.env\n',
	'!.env\n.env\n',
	'.env*\n!.env*\n',
	'.env\n!.env.example\n',
	'\\.env\n',
	'\\!.env\n',
	'.env.example\n',
	'.envrc\nfoo.env\n',
];

describe.each(['.env', 'config/.env', '.env.example'])('isIgnoredBy: %s, as git says', (path) => {
	test.each(contents)('%j', (content) => {
		expect(isIgnoredBy(content, path)).toBe(git(content, path));
	});
});
