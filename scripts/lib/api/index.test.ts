import { describe, expect, test } from 'vitest';
import { withoutExample } from '../site/api.ts';
import { undocumented } from './docs.ts';
import { apiText, readRuntime, writtenApi } from './index.ts';
import { smallPackage } from './small-package.testing.ts';

describe('the runtime', () => {
	const runtime = readRuntime();

	test('docs/api.md is its public surface', async () => {
		const text = await apiText(runtime);
		expect(text, 'The public surface has changed: look at it, and run `npm run api`').toBe(writtenApi());
	});

	test('everything in there has a docstring that says all', () => {
		expect(undocumented(runtime)).toEqual([]);
	});

	test('every function, class and component has an example in the documents', () => {
		expect(withoutExample(runtime)).toEqual([]);
	});
});

const files = {
	'index.ts': `
		import { Hidden, Known } from './parts.js';
		export { Known };
		/** Not in the document. */
		export const make = (from: Hidden) => new Known(from);
		export interface Options { readonly a?: string; b: Hidden | null }
	`,
	'other.ts': `
		export type { Known } from './parts.js';
		export function run(given: string = ''): void {}
	`,
	'parts.ts': `
		export interface Hidden { c: number }
		export class Known { #secret = 1; constructor(readonly from: Hidden) {} }
		declare global { interface Window { known: Known } }
	`,
};

test('an entry is all that it exports, and what that names', async () => {
	const [, ...sections] = (await apiText(smallPackage(files))).split('\n## ');
	expect(sections.join('\n## ')).toMatchInlineSnapshot(`
		"small

		Conditions: \`types\`, \`default\`

		\`\`\`ts
		export declare class Known {
			#private;
			readonly from: Hidden;
			constructor(from: Hidden);
		}

		export interface Options {
			readonly a?: string;
			b: Hidden | null;
		}

		export declare const make: (from: Hidden) => Known;

		declare global {
			interface Window {
				known: Known;
			}
		}
		\`\`\`

		## small/other

		Conditions: \`types\`

		\`\`\`ts
		export { type Known } from 'small';

		export declare function run(given?: string): void;

		declare global {
			interface Window {
				known: Known;
			}
		}
		\`\`\`

		## Types that these name, and nobody can import

		\`\`\`ts
		// parts.ts
		interface Hidden {
			c: number;
		}
		\`\`\`
		"
	`);
});

test.each([
	['a type', 'a?: string', 'a?: number'],
	['an optional mark', 'a?:', 'a:'],
	['a readonly mark', 'readonly a', 'a'],
	['an inferred type', 'new Known(from)', '[from]'],
	['a type that is only named', 'c: number', 'c?: number'],
	['an export', 'export { Known };', ''],
	['a value that becomes a type', 'export { Known };', 'export type { Known };'],
	['an augmentation', 'known: Known', 'known?: Known'],
])('another document for another surface: %s', async (_, from, to) => {
	const changed = Object.fromEntries(
		Object.entries(files).map(([path, text]) => [path, text.replace(from, to)]),
	);
	expect(changed).not.toEqual(files);
	expect(await apiText(smallPackage(changed))).not.toBe(await apiText(smallPackage(files)));
});
