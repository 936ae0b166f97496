import { describe, expect, test } from 'vitest';
import { visible, visibleText } from './visible.ts';

describe('visible', () => {
	test.for([
		['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
		['\u001b[31mred', '\\u001b[31mred'],
		['\u009b2J, which begins a sequence alone', '\\u009b2J, which begins a sequence alone'],
		['over\rwritten, era\bsed\u007f, \u0000', 'over\\u000dwritten, era\\u0008sed\\u007f, \\u0000'],
		['\u202etxt.exe', '\\u202etxt.exe'],
		['two\nlines', 'two\\u000alines'],
		['a tab\tstays, Ünïcödé, 👩‍💻 and שלום too', 'a tab\tstays, Ünïcödé, 👩‍💻 and שלום too'],
		['the end of a line of Windows\r', 'the end of a line of Windows\r'],
	] as const)('%j', ([text, shown]) => {
		expect(visible(text)).toBe(shown);
	});

	test('text keeps its lines', () => {
		expect(visibleText('one\r\ntwo\n\n\u001b[2J\rthree\n')).toBe('one\r\ntwo\n\n\\u001b[2J\\u000dthree\n');
	});

	test('JSON stays the same data', () => {
		const value = { name: '\u001b\u007f\u0085\u009b\u202e' };
		const text = JSON.stringify(value);
		expect(visibleText(text)).not.toMatch(/[\u007f-\u009f\u202e]/);
		expect(JSON.parse(visibleText(text))).toEqual(value);
	});
});
