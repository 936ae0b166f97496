import { expect, test } from 'vitest';
import { absoluteLinks } from './links.ts';

const repository = 'https://github.com/owner/name';
const inRoot = (text: string) => absoluteLinks(text, repository, { folder: '.', version: '1.2.3' });

test.each([
	[
		'[guards](docs/guards.md#rules)',
		'[guards](https://github.com/owner/name/blob/v1.2.3/docs/guards.md#rules)',
	],
	['![A [b] c](docs/init.svg)', '![A [b] c](https://github.com/owner/name/raw/v1.2.3/docs/init.svg)'],
	[
		'[a](a.md) · [b](b/)',
		'[a](https://github.com/owner/name/blob/v1.2.3/a.md) · [b](https://github.com/owner/name/blob/v1.2.3/b/)',
	],
	[
		'[x](https://authjs.dev) [y](#more) [z](mailto:a@b.c)',
		'[x](https://authjs.dev) [y](#more) [z](mailto:a@b.c)',
	],
])('%s', (before, after) => expect(inRoot(before)).toBe(after));

test('of a package in a folder', () => {
	const inRuntime = (text: string) =>
		absoluteLinks(text, repository, { folder: 'runtime', version: '1.2.3' });
	expect(inRuntime('[a](../docs/guards.md)')).toBe(
		'[a](https://github.com/owner/name/blob/v1.2.3/docs/guards.md)',
	);
	expect(inRuntime('[a](src/a.ts)')).toBe('[a](https://github.com/owner/name/blob/v1.2.3/runtime/src/a.ts)');
	expect(() => inRuntime('[a](../../a.md)')).toThrow('outside of the repository');
});
