import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { matchesPattern } from './match.ts';

const entry = (path: string, more: Partial<Entry> = {}): Entry =>
	({ kind: 'page', path, id: path, file: 'src/routes/+page.svelte', line: 1, ...more }) as Entry;

test.each([
	['/admin', '/admin', true],
	['/admin', '/admin/users/[id]', true],
	['/admin/', '/Admin', true],
	['/admin', '/administration', false],
	['/admin', '/x/admin', false],
	['/', '/', true],
	['/', '/a/b', true],
	['/*', '/', false],
	['/*', '/a/b', true],
	['/**', '/', true],
	['/**', '/a/b', true],
	['/**/export', '/export', true],
	['/**/export', '/api/a/export/b', true],
	['/**/export', '/api/exports', false],
	['/api/*/export', '/api/a/export', true],
	['/api/*/export', '/api/export', false],
	['/api/**/export', '/api/export', true],
	['/api/v*', '/api/v2/users', true],
	['/api/v*', '/api/users', false],
	['/api/v*', '/api/v2', true],
	['/*', '/a', true],
	['/**/*', '/a', true],
	['/api/*/**', '/api/a', true],
	['/api/*/**/', '/api', false],
	['/a.b', '/axb', false],
	['/[id]', '/[id]/x', true],
	['/[id]', '/i', false],
	['/[[lang]]/a', '/[[lang]]/a', true],
	['/[...rest]', '/[...rest]', true],
	['/x+y', '/x+y', true],
	['/admin', '/(app)/admin', true],
	['/(app)/admin', '/(app)/admin', true],
	['/(app)/admin', '/admin', false],
	['/(app)', '/(other)/admin', false],
	['/.well-known', '/.well-known/x', true],
])('%s, %s: %s', (pattern, path, expected) => {
	expect(matchesPattern(entry(path), pattern)).toBe(expected);
});

test.each([
	['src/lib', true],
	['src/lib/orders.remote.ts', true],
	['src/lib/*.remote.ts', true],
	['src/**/*.ts', true],
	['src/routes', false],
	['lib', false],
	['/shop', true],
	['/cart', false],
])('a function of src/lib that /shop uses, %s: %s', (pattern, expected) => {
	const used = entry('', { id: 'x', file: 'src/lib/orders.remote.ts', usedBy: ['/shop/[id]'] });
	expect(matchesPattern(used, pattern)).toBe(expected);
});

test('a function that every route uses counts for all of them', () => {
	expect(matchesPattern(entry('', { usedBy: ['*'] }), '/admin')).toBe(true);
});

test('an intricate pattern counts, and takes no time', () => {
	// Of the processor, not of the clock: other programs run, too.
	const start = process.cpuUsage();
	expect(matchesPattern(entry(`/${'a'.repeat(240)}`), `/${'*a'.repeat(12)}*b`)).toBe(true);
	expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});
