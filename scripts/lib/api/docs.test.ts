import { describe, expect, test } from 'vitest';
import { undocumented } from './docs.ts';
import { smallPackage } from './small-package.testing.ts';

/* index.test.ts asks it about the runtime. */

describe('the check finds', () => {
	const good = {
		'index.ts': `
			import { helper } from './helper.js';
			export type { Limits } from './limits.js';
			import type { Limits } from './limits.js';

			/**
			 * Does it.
			 *
			 * Specification: section 1.
			 *
			 * @param name whom
			 * @param options how
			 * @throws Error when nobody is named
			 */
			export function act(name: string, options: Options = {}): void {
				helper(name);
			}

			/**
			 * Never throws.
			 *
			 * Specification: section 1.
			 */
			export function quiet(): () => void {
				try { helper(''); } catch {}
				return () => { helper(''); };
			}

			/** How it is done. */
			interface Options {
				/** How much. */
				limits?: Limits;
				/**
				 * Asks.
				 *
				 * @param name whom
				 */
				ask?(name: string): void;
			}
		`,
		'helper.ts': `export function helper(name: string): void { if (!name) throw name; }`,
		'limits.ts': `
			/**
			 * How much.
			 *
			 * Specification: sections 1 and 2.
			 */
			export type Limits = {
				/** Seconds. */
				maxAge: number;
			} & {
				/** What else. */
				other: string;
			};
		`,
	};
	const allIn = (from: string, to: string) =>
		Object.fromEntries(Object.entries(good).map(([path, text]) => [path, text.replace(from, to)]));

	test('nothing where all is well', () => {
		expect(undocumented(smallPackage(good))).toEqual([]);
	});

	test.each<[string, string, string, string]>([
		[
			'an export without a docstring',
			'* Never throws.\n\t\t\t *\n\t\t\t * Specification: section 1.',
			'',
			'index.ts: quiet: no docstring',
		],
		[
			'no section',
			'Specification: sections 1 and 2.',
			'',
			'limits.ts: Limits: the section of the specification is not named',
		],
		['a type that is only named', '/** How it is done. */', '', 'index.ts: Options: no docstring'],
		['a member', '/** How much. */', '', 'index.ts: Options: limits: no docstring'],
		['a member of an alias', '/** What else. */', '', 'limits.ts: Limits: other: no docstring'],
		[
			'a number',
			'/** Seconds. */',
			'/** How long. */',
			'limits.ts: Limits: maxAge: a number without its unit',
		],
		['a parameter', '* @param options how', '*', 'index.ts: act: the parameter options is not described'],
		[
			'a parameter in name only',
			'@param options how',
			'@param options',
			'index.ts: act: the parameter options is not described',
		],
		[
			'a parameter that is gone',
			'@param options how',
			'@param options how\n\t\t\t * @param settings how',
			'index.ts: act: @param settings is no parameter',
		],
		[
			'a parameter of a method',
			'\t * @param name whom\n\t\t\t\t */',
			'\t */',
			'index.ts: Options: ask: the parameter name is not described',
		],
		[
			'what a function that is called throws',
			'* @throws Error when nobody is named',
			'*',
			'index.ts: act: it throws, and has no @throws',
		],
	])('%s', (_, from, to, problem) => {
		const bad = allIn(from, to);
		expect(bad).not.toEqual(good);
		expect(undocumented(smallPackage(bad))).toEqual([problem]);
	});
});
