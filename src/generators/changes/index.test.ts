import { expect, test } from 'vitest';
import type { EditResult } from '../../edits/splice/edit.ts';
import type { Host } from '../../host/host.ts';
import { Staging } from './index.ts';

const stagingOf = (files: Record<string, string>): Staging =>
	new Staging({
		read: (path: string) => {
			if (files[path] === 'unreadable') throw new Error(`${path} cannot be read`);
			return files[path];
		},
	} as Host);

const appended =
	(text: string) =>
	(content: string): EditResult => ({ kind: 'edited', text: content + text });
const unchanged = (reason: string) => (): EditResult => ({ kind: 'unchanged', reason });

test('edits of one file are one change, in the order in which files were first touched', () => {
	const staging = stagingOf({ 'a.ts': 'a' });
	staging.reserve('package.json');
	staging.write('new.ts', 'is new', 'n');
	expect(staging.edit('a.ts', 'has b', appended('b'))).toBe(true);
	staging.write('package.json', 'adds a', '{}');
	expect(staging.edit('a.ts', 'has c', unchanged('c is there'))).toBe(false);
	staging.edit('a.ts', 'has d', appended('d'));
	expect(staging.read('a.ts')).toBe('abd');
	staging.moveToEnd('new.ts');
	expect(staging.changes()).toEqual([
		{ kind: 'create', path: 'package.json', summary: 'adds a', before: null, after: '{}' },
		{ kind: 'modify', path: 'a.ts', summary: 'has b, has d', before: 'a', after: 'abd' },
		{ kind: 'create', path: 'new.ts', summary: 'is new', before: null, after: 'n' },
	]);
});

test('a file that needs nothing says what for, and why', () => {
	const staging = stagingOf({ 'a.ts': 'a' });
	staging.edit('a.ts', 'has a', unchanged('a is there'));
	staging.edit('a.ts', 'has b', unchanged('b is there'));
	expect(staging.changes()).toEqual([{ kind: 'skip', path: 'a.ts', summary: 'has a', reason: 'a is there' }]);
	expect(staging.isIdle).toBe(true);
	staging.edit('a.ts', 'has c', appended('c'));
	expect(staging.isIdle).toBe(false);
});

test('a refusal stands beside what was done, and carries the notes where nothing was', () => {
	const staging = stagingOf({ 'a.ts': 'a', 'b.ts': 'b' });
	const refused = (): EditResult => ({ kind: 'refused', reason: 'is odd', line: 3, snippet: 's' });
	expect(staging.isRefused).toBe(false);
	staging.edit('a.ts', 'has b', appended('b'));
	staging.edit('a.ts', 'has c', refused);
	staging.refuse('b.ts', 'has d', 'is odd, too', '');
	staging.note('a.ts', 'Look.', 'Look.');
	staging.note('b.ts', 'Look here.');
	expect(staging.isRefused).toBe(true);
	expect(staging.isIdle).toBe(false);
	expect(staging.changes()).toEqual([
		{ kind: 'modify', path: 'a.ts', summary: 'has b', before: 'a', after: 'ab', notes: ['Look.'] },
		{ kind: 'refuse', path: 'a.ts', summary: 'has c', reason: 'is odd', snippet: 's', line: 3 },
		{
			kind: 'refuse',
			path: 'b.ts',
			summary: 'has d',
			reason: 'is odd, too',
			snippet: '',
			notes: ['Look here.'],
		},
	]);
});

test('env files are secret, their examples are not', () => {
	const staging = stagingOf({});
	for (const path of ['.env', 'config/.env.local', '.env.example']) staging.write(path, 'names it', 'A=\n');
	expect(staging.changes().map(({ path, secret }) => [path, secret])).toEqual([
		['.env', true],
		['config/.env.local', true],
		['.env.example', undefined],
	]);
});

test('what is only refused or skipped is not read', () => {
	const staging = stagingOf({ 'a.bin': 'unreadable', 'b.bin': 'unreadable' });
	staging.refuse('a.bin', 'has a', 'is a page of yours', '');
	staging.skip('b.bin', 'has b', 'is there');
	expect(staging.changes().map(({ kind }) => kind)).toEqual(['refuse', 'skip']);
	expect(() => staging.write('a.bin', 'has a', 'a')).toThrow('a.bin cannot be read');
});
