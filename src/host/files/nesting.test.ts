import { expect, test } from 'vitest';
import { tooDeepAt } from './nesting.ts';

test('brackets of all kinds, with the line', () => {
	expect(tooDeepAt('['.repeat(10_000))).toBe(1);
	expect(tooDeepAt(`a\n\n${'({['.repeat(200)}${']})'.repeat(200)}`)).toBe(3);
	expect(tooDeepAt('({['.repeat(100) + ']})'.repeat(100))).toBeUndefined();
});

test('one behind the other is not one inside the other', () => {
	expect(tooDeepAt('[] {} () '.repeat(10_000))).toBeUndefined();
	expect(tooDeepAt(') '.repeat(10_000))).toBeUndefined();
});

test('those in texts and comments do not count', () => {
	const sad = `":(", ':-[', \`{\`, // (\n/* ( */`;
	expect(tooDeepAt(sad.repeat(1000))).toBeUndefined();
	expect(tooDeepAt(`${sad.repeat(1000)}\n${'('.repeat(500)}`)).toBe(1002);
});

test('a megabyte takes no time', () => {
	// Of the processor, not of the clock: other programs run, too.
	const start = process.cpuUsage();
	tooDeepAt("'".repeat(500_000) + '('.repeat(500_000));
	expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});
