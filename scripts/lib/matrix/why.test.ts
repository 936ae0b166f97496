import { expect, test } from 'vitest';
import { whyOf } from './why.ts';

const folder = '/tmp/somewhere/cell-3';

test('takes the line that says what is wrong, without places and addresses', () => {
	const output = `\u001b[1mProgress\u001b[0m: resolved 3
\u001b[31m ERR_PNPM \u001b[39m error: GET https://registry.test.example/a%2fb in ${folder}/apps/web
Done`;
	expect(whyOf(output, folder)).toBe('ERR_PNPM  error: GET an address in /apps/web');
	expect(whyOf('it failed in /home/ada/code/node_modules/x/index.js', folder)).toBe(
		'it failed in .../index.js',
	);
});

test('takes the last line where none says more, and not all of a long one', () => {
	expect(whyOf('one\n\ntwo\n', folder)).toBe('two');
	expect(whyOf('one\ntwo\nhttps://docs.example/errors#two\n', folder)).toBe('two');
	expect(whyOf('', folder)).toBe('');
	expect(whyOf('x'.repeat(500), folder)).toHaveLength(161);
});
