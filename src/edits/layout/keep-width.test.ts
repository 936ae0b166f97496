import * as prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { defaultLayout, defaultStyle, type Style } from '../../syntax/style.ts';
import { keepWidth } from './keep-width.ts';

const at = (width: number, more: Partial<Style> = {}): Style => ({
	...defaultStyle,
	layout: { ...defaultLayout, width },
	...more,
});

const before = `import { sequence } from '@sveltejs/kit/hooks';

// Kept   as it is.
const odd = [1,2,  3];

export const handle = sequence(first, second);
`;
const after = before
	.replace('(first', "(authHandle, protect(['/dashboard', '/settings']), first")
	.replace('import { sequence }', 'import { type Handle, type HandleFetch, sequence }');

describe('statements that an edit made too long', () => {
	test.each([50, 60, 80])(
		'are laid out as Prettier would at %i columns, and nothing else is',
		async (width) => {
			const text = keepWidth('hooks.ts', before, after, at(width));
			expect(text).toContain('// Kept   as it is.\nconst odd = [1,2,  3];');
			const options = { parser: 'typescript', useTabs: true, singleQuote: true, printWidth: width } as const;
			const statement = (all: string) => all.slice(all.indexOf('export const'));
			const wanted = await prettier.format(text, { ...options, trailingComma: 'none' });
			expect(statement(text)).toBe(statement(wanted));
			expect(text.slice(0, text.indexOf('//'))).toBe(wanted.slice(0, wanted.indexOf('//')));
		},
	);

	test('nothing happens without a formatter, where all fits, or in other files', () => {
		expect(keepWidth('hooks.ts', before, after, defaultStyle)).toBe(after);
		expect(keepWidth('hooks.ts', before, after, at(200))).toBe(after);
		expect(keepWidth('+page.svelte', before, after, at(40))).toBe(after);
	});

	test('a statement that its owner laid out by hand stays so', () => {
		const own = before.replace('sequence(first, second)', 'sequence( first,\n second )');
		const edited = own.replace(
			'first,',
			"authHandle, protect(['/dashboard', '/settings', '/orders', '/people']), first,",
		);
		expect(keepWidth('hooks.ts', own, edited, at(60))).toBe(edited);
		const spaced = own.replace(',\n second', ', second');
		const more = spaced.replace(
			'first,',
			"authHandle, protect(['/dashboard', '/settings', '/orders', '/people']), first,",
		);
		expect(keepWidth('hooks.ts', spaced, more, at(60))).toBe(more);
		const long = before.replace('second)', 'second, third, fourth, fifth, sixth, seventh, eighth)');
		const longer = long.replace('(first', '(authHandle, first');
		expect(keepWidth('hooks.ts', long, longer, at(60))).toBe(longer);
	});

	test('a long line of the host stays, also where another import names the same module', () => {
		const long = `import type { ${'Something, '.repeat(8)}Else } from './types';\nimport { one } from './types';\n`;
		const edited = `${long}\nexport const handle = sequence(authHandle);\n`;
		expect(keepWidth('hooks.ts', long, edited, at(60))).toBe(edited);
		const grown = long.replace('{ one }', '{ one, two, three, four, five, six, seven, eight, nine }');
		expect(keepWidth('hooks.ts', long, grown, at(60))).toBe(grown);
	});

	test('with spaces and CRLF', () => {
		const windows = (text: string) => text.replaceAll('\t', '  ').replaceAll('\n', '\r\n');
		const style = at(60, { indent: '  ', eol: '\r\n' });
		const text = keepWidth('hooks.ts', windows(before), windows(after), style);
		expect(text).toBe(windows(keepWidth('hooks.ts', before, after, at(60))));
		expect(text).toContain('sequence(\r\n  authHandle,\r\n');
	});
});
