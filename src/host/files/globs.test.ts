import { expect, test } from 'vitest';
import { globMatcher } from './globs.ts';

const matches = (pattern: string, path: string, options = {}): boolean =>
	globMatcher(pattern, { inDoubt: false, ...options })(path);

test.each([
	['apps/*', 'apps/web', true],
	['apps/*', 'apps/.web', true],
	['apps/*', 'apps/web/api', false],
	['apps/*', 'apps', false],
	['apps/**', 'apps', true],
	['apps/**', 'apps/a/b', true],
	['**', 'a/b', true],
	['**/x', 'x', true],
	['**/x', 'a/b/x', true],
	['**/x', 'ax', false],
	['{apps,libs}/*', 'libs/ui', true],
	['{apps/*,site}', 'site', true],
	['web?', 'web1', true],
	['web?', 'web', false],
	['[a-c]*', 'b1', true],
	['[a-c]*', 'd1', false],
	['a.b', 'axb', false],
	['(app)/*', '(app)/a', true],
	['(a|b)+', 'ab', false],
	['a+(b)|c', 'a+(b)|c', true],
	['!a', '!a', true],
	['"a"', '"a"', true],
	['a\\(b\\)', 'a(b)', true],
	['', '', true],
	['', 'a', false],
	['{a', 'b', false],
	['[a', 'b', false],
])('%s, %s: %s', (pattern, path, expected) => {
	expect(matches(pattern, path)).toBe(expected);
});

test.each(['[id]/*', '[[lang]]/*', '[...rest]/*', '[id=int]/*'])(
	'%s is a folder where brackets are letters',
	(pattern) => {
		const path = pattern.replace('*', 'x');
		expect(matches(pattern, path, { literalBrackets: true })).toBe(true);
		expect(matches(pattern, 'i/x', { literalBrackets: true })).toBe(false);
	},
);

test('upper and lower case', () => {
	expect(matches('admin/*', 'Admin/X')).toBe(false);
	expect(matches('admin/*', 'Admin/X', { ignoreCase: true })).toBe(true);
});

const a = (times: number): string => 'a'.repeat(times);

test.each([
	[`${'*a'.repeat(12)}*b`, a(240)],
	[`packages/${'*a'.repeat(12)}*b`, `packages/${a(240)}`],
	[`${'**/a/'.repeat(12)}b`, `${'a/'.repeat(120)}c`],
	[`${'*a*/'.repeat(12)}b`, `${`${a(60)}/`.repeat(12)}c`],
	[`${'{a,a}'.repeat(30)}b`, a(240)],
	[`${'*a{/,}'.repeat(12)}b`, a(240)],
	[`${'*a{[}]/,}'.repeat(12)}b`, a(240)],
	[`${'*a[/b]'.repeat(12)}c`, 'ab'.repeat(120)],
	[`${'{*/a,*}'.repeat(12)}b`, a(240)],
	[`${'{{a,aa},{a,aa}}'.repeat(12)}b`, a(240)],
	[`${'*('.repeat(12)}a${')'.repeat(12)}b`, a(240)],
	[`${'+(a|'.repeat(12)}a${')'.repeat(12)}b`, a(240)],
	[`${'(a|a)+'.repeat(12)}b`, a(240)],
	[`${'[a]+'.repeat(12)}b`, a(240)],
	[`${'*\\\\(a|a)'.repeat(12)}b`, a(240)],
	[`${'a?'.repeat(200)}`, a(401)],
	[`*a*${'?'.repeat(100)}b`, a(240)],
	['*'.repeat(900), `${a(4000)}/b`],
	['*'.repeat(5000), a(240)],
	[`${'{'.repeat(400)}a`, a(240)],
	[`${'['.repeat(400)}a`, a(240)],
])('takes no time: shape %#', (pattern, path) => {
	// Of the processor, not of the clock: other programs run, too.
	const start = process.cpuUsage();
	for (const literalBrackets of [false, true]) {
		matches(pattern, path, { literalBrackets });
		matches(pattern, path, { literalBrackets, inDoubt: true });
	}
	expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});

test('what takes too long is as in doubt, and what does not is compared', () => {
	const pattern = '*a*a*a*a*b';
	expect(matches(pattern, a(240))).toBe(false);
	expect(matches(pattern, a(240), { inDoubt: true })).toBe(true);
	expect(matches(pattern, 'a-a-a-b', { inDoubt: true })).toBe(false);
	expect(matches(pattern, 'xaxaxaxaxb')).toBe(true);
	expect(matches('*'.repeat(1001), 'a')).toBe(false);
});

test.each([
	['src/routes/**/[a-z]*.remote.{ts,js}', `src/routes/${'section/'.repeat(12)}data.remote.ts`],
	['packages/**/src/**/*.test.*', `${'packages/'.repeat(6)}src/lib/components/button.test.ts`],
	['apps/*/packages/*/src/{lib,routes}/*', 'apps/administration/packages/user-interface/src/lib/index.ts'],
	['src/pages/*-*-*.svelte', 'src/pages/2024-05-17-the-one-about.svelte'],
])('what people write is compared: %s', (pattern, path) => {
	expect(matches(pattern, path)).toBe(true);
	expect(matches(pattern, `${path}x/y`, { inDoubt: true })).toBe(false);
});
