import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { read, root, thisRepository } from '../support/named-project.ts';
import { testNames } from '../support/named-tests.ts';
import { runtimeExports } from '../support/runtime-exports.ts';
import { findProblems, type Project, readRows } from '../support/specification.ts';

/* docs/specification.md says what serves each point of the specification and what proves it. */

const project: Project = {
	sections: {
		'1': 6,
		'2.1': 4,
		'2.2': 5,
		'2.3': 14,
		'2.4': 7,
		'2.5': 27,
		'2.6': 7,
		'3': 2,
		'4.1': 8,
		'4.2': 15,
		'4.3': 14,
		'5': 11,
		'6': 3,
		'7': 7,
		'8': 4,
		'9': 4,
		'10': 13,
		'11': 10,
		fault: 59,
	},
	exports: runtimeExports(join(root, 'runtime')),
	...thisRepository,
};

test('docs/specification.md: every row, every export, every fault, and only tests that exist', () => {
	expect(findProblems(read('docs/specification.md') ?? '', project)).toEqual([]);
});

describe('the check finds', () => {
	const good = [
		'| 1.1 | a row | `sveltekit` `protect` | `test/a.test.ts` "group > one", "row %s" | as it is |',
		'| 1.2 | statement | `client` `signIn` | No test: nothing that a program could show | as it is |',
		`| 1 | a fault | mended | \`test/a.test.ts\` "fault 1: \${name}" |`,
		'| 2 | another | not here | The command line’s: it writes that file anew |',
	].join('\n');
	const text = `
		describe('group', () => { test('one', () => {}); });
		test.each([1])('row %s', () => {});
		for (const name of names) test(\`fault 1: \${name}\`, () => {});
		test.${'skip'}('skipped', () => {});
	`;
	const small: Project = {
		sections: { '1': 2, fault: 2 },
		exports: new Map([
			['sveltekit', ['protect']],
			['client', ['signIn']],
		]),
		read: (path) => (path === 'test/a.test.ts' || path === 'test/b.ts' ? text : undefined),
		isRun: (path) => path === 'test/a.test.ts',
	};

	test('nothing where all is well', () => {
		expect(readRows(good)).toHaveLength(4);
		expect(findProblems(good, small)).toEqual([]);
	});

	test.each<[string, string, string, string]>([
		['a test that is gone', '> one"', '> two"', '1.1: test/a.test.ts has no test "group > two"'],
		['a test without its group', '"group > one"', '"one"', '1.1: test/a.test.ts has no test "one"'],
		['a group instead of a test', '"group > one"', '"group"', '1.1: test/a.test.ts has no test "group"'],
		['a row of a table instead of its title', 'row %s', 'row 1', '1.1: test/a.test.ts has no test "row 1"'],
		['a test that is skipped', 'row %s', 'skipped', '1.1: test/a.test.ts has no test "skipped"'],
		['a file that is gone', '`test/a.test.ts` "group', '`test/c.ts` "group', '1.1: test/c.ts is missing'],
		[
			'a file that is never run',
			'`test/a.test.ts` "g',
			'`test/b.ts` "g',
			'1.1: test/b.ts is run by no test file',
		],
		['a file without a name', '"group > one", "row %s"', '', '1.1: test/a.test.ts: no test is named'],
		[
			'no reason',
			'No test: nothing that a program could show',
			'obvious',
			'1.2: neither a test nor a reason',
		],
		['a poor reason', 'it writes that file anew', 'yes', 'fault 2: neither a test nor a reason'],
		['a row without its text', '| a fault |', '| |', 'fault 1: a cell is empty'],
		['a row that is gone', '| 1.2 ', '| x ', '1.2: no such row'],
		['a row too many', '| 1 | a fault', '| 3 | a fault', 'fault 3: a row too many'],
		['a row twice', '| 1.2 ', '| 1.1 ', '1.1: there twice'],
		['an export without a row', '`sveltekit` `protect`', '', 'sveltekit: protect is in no row'],
		['an export that is none', '`signIn`', '`signUp`', '1.2: client does not export signUp'],
		['a name of no import', '`sveltekit` `protect`', '`protect`', '1.1: `protect` belongs to no import'],
	])('%s', (_, from, to, problem) => {
		const bad = good.replace(from, to);
		expect(bad).not.toBe(good);
		expect(findProblems(bad, small)).toContain(problem);
	});

	test('names as vitest prints them', () => {
		expect([...testNames(text)]).toEqual(['group > one', 'row %s', `fault 1: \${name}`]);
	});
});
