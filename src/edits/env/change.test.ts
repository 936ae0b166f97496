import { describe, expect, test } from 'vitest';
import { removeEnvEntries, setEnvEntry } from './change.ts';
import { addEnvEntries } from './index.ts';

const entry = { name: 'AUTH_X', value: 'new' };

describe('setEnvEntry', () => {
	test.each([
		['plain', 'A=1\nAUTH_X=old\nB=2\n', 'A=1\nAUTH_X=new\nB=2\n'],
		['quotes and a comment', 'AUTH_X="old" # mine\n', 'AUTH_X="new" # mine\n'],
		['single quotes', "AUTH_X='old'", "AUTH_X='new'"],
		['a comment behind a bare value', 'AUTH_X=old # mine\nB=2\n', 'AUTH_X=new # mine\nB=2\n'],
		['export, blanks and CRLF', 'export AUTH_X = old\r\nB=2\r\n', 'export AUTH_X = new\r\nB=2\r\n'],
		['a value over several lines', 'AUTH_X="o\nl\nd"\nB=2\n', 'AUTH_X="new"\nB=2\n'],
		['an empty one', 'AUTH_X=\nB=2\n', 'AUTH_X=new\nB=2\n'],
		['commented out above', '# AUTH_X=other\nAUTH_X=old\n', '# AUTH_X=other\nAUTH_X=new\n'],
		['a longer name', 'MY_AUTH_X=1\nAUTH_X=old\nAUTH_XY=2\n', 'MY_AUTH_X=1\nAUTH_X=new\nAUTH_XY=2\n'],
		[
			'inside of a value of another',
			'K="\nAUTH_X=fake\n"\nAUTH_X=old\n',
			'K="\nAUTH_X=fake\n"\nAUTH_X=new\n',
		],
	])('%s', (_, before, after) => {
		expect(setEnvEntry(before, entry)).toEqual({ kind: 'edited', text: after });
	});

	test('quotes change where the value needs others, and an empty value leaves a line that init fills', () => {
		expect(setEnvEntry('AUTH_X="old"\n', { name: 'AUTH_X', value: 'a"b' })).toMatchObject({
			text: `AUTH_X='a"b'\n`,
		});
		expect(setEnvEntry('AUTH_X=old\n', { name: 'AUTH_X', value: '' })).toMatchObject({ text: 'AUTH_X=\n' });
	});

	test.each([
		['twice', 'AUTH_X=1\nB=2\nAUTH_X=3\n', /twice, in lines 1 and 3/, 3],
		['not at all', '# AUTH_X=1\n', /does not define AUTH_X/, undefined],
		['an open quote in front of it', 'A="x\nAUTH_X=1\nB="y"\n', /./, undefined],
	])('%s: refused', (_, before, reason, line) => {
		const result = setEnvEntry(before, entry);
		expect(result).toMatchObject({ kind: 'refused', reason: expect.stringMatching(reason) });
		if (line !== undefined) expect(result).toMatchObject({ line });
	});

	test('the value that is there already', () => {
		expect(setEnvEntry('AUTH_X="new"\n', entry)).toMatchObject({ kind: 'unchanged' });
	});
});

describe('removeEnvEntries', () => {
	const entries = [
		{ name: 'AUTH_X', value: '1', comment: 'What X is' },
		{ name: 'AUTH_Y', value: '' },
	];

	test.each(['', 'A=1\n', 'A=1', 'A=1\r\nB="2"\r\n', '# note\n\n', '\n\n', '  ', 'A=1\n\n\n'])(
		'gives back the bytes of before: %j',
		(before) => {
			const after = addEnvEntries(before, entries) as string;
			expect(removeEnvEntries(after, entries)).toEqual({ kind: 'edited', text: before });
			// One after the other, in either order.
			for (const order of [entries, entries.toReversed()]) {
				const text = order.reduce((now, one) => {
					const result = removeEnvEntries(now, [one]);
					return result.kind === 'edited' ? result.text : 'refused';
				}, after);
				expect(text).toBe(before);
			}
		},
	);

	test.each([
		['a comment of the owner stays', 'A=1\n\n# ask Ada\nAUTH_X=1\nB=2\n', 'A=1\n\n# ask Ada\nB=2\n'],
		['lines added behind stay set apart', 'A=1\n\n# What X is\nAUTH_X=1\nB=2\n', 'A=1\n\nB=2\n'],
		['a block in the middle', 'A=1\n\n# What X is\nAUTH_X=1\n\nB=2\n', 'A=1\n\nB=2\n'],
		['what people wrote behind it goes with it', 'export AUTH_X="a\nb" # mine\nB=2\n', 'B=2\n'],
		['the first of the file', 'AUTH_X=1\nB=2', 'B=2'],
	])('%s', (_, before, after) => {
		expect(removeEnvEntries(before, entries)).toEqual({ kind: 'edited', text: after });
	});

	test('nothing there; twice there', () => {
		expect(removeEnvEntries('A=1\n# AUTH_X=1\n', entries).kind).toBe('unchanged');
		expect(removeEnvEntries('AUTH_X=1\nAUTH_X=2\n', entries)).toMatchObject({ kind: 'refused', line: 2 });
	});
});
