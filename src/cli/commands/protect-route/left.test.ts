import { describe, expect, test } from 'vitest';
import { type LeftFunction, leftLines } from './left.ts';

/** `a.ts` holds the first few, `b.ts` the next ones. */
const functions = (...counts: number[]): LeftFunction[] =>
	counts.flatMap((count, index) =>
		Array.from({ length: count }, (_, number) => ({
			file: `src/lib/${String.fromCharCode(97 + index)}.remote.ts`,
			name: `get${number + 1}`,
			line: number + 3,
		})),
	);

describe('functions that no rule guards', () => {
	test('none, one and a few: a command each', () => {
		expect(leftLines([])).toEqual([]);
		expect(leftLines(functions(1))).toEqual([
			'One function is called by its own address, which no rule sees; guard it if it is not for everybody:',
			'  authgraft protect-route --function src/lib/a.remote.ts#get1',
		]);
		expect(leftLines(functions(9, 1))).toHaveLength(11);
		const nameless = { file: 'src/routes/[id].tsx', name: undefined, line: 3 };
		expect(leftLines([nameless, { ...nameless, line: 9 }])).toEqual([
			'2 functions are called by their own address, which no rule sees; guard those that are not for everybody:',
			"  authgraft protect-route --function 'src/routes/[id].tsx'",
		]);
	});

	test('many: by file, with counts', () => {
		expect(leftLines(functions(7, 2, 3))).toEqual([
			'12 functions in 3 files are called by their own address, which no rule sees; guard those that are not for everybody:',
			'  src/lib/a.remote.ts: 7 (get1, get2, get3 and 4 more)',
			'  src/lib/b.remote.ts: 2 (get1 and get2)',
			'  src/lib/c.remote.ts: 3 (get1, get2 and get3)',
			'Guard one of them with: authgraft protect-route --function src/lib/a.remote.ts#get1',
		]);
		const [first, ...others] = functions(11);
		const lines = leftLines([{ ...(first as LeftFunction), name: undefined }, ...others]);
		expect(lines[1]).toBe('  src/lib/a.remote.ts: 11 (line 3, get2, get3 and 8 more)');
		expect(lines.at(-1)).toContain('#get2');
	});

	test('in many files: ten of these, and how many there are besides', () => {
		const lines = leftLines(functions(...Array(26).fill(4)));
		expect(lines).toHaveLength(13);
		expect(lines[0]).toContain('104 functions in 26 files');
		expect(lines[11]).toBe('  and 16 more files: authgraft routes lists them');
	});
});
