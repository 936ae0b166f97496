import { describe, expect, test } from 'vitest';
import { coversRoute, opensRoute } from './route-pattern.js';

const covers = (pattern: string, id: string, params: Record<string, string> = {}, exact = false) =>
	coversRoute(pattern, { id, params }, exact);

describe('coversRoute', () => {
	test.each([
		['/dashboard', '/dashboard', true],
		['/dashboard', '/dashboard/deep/[id]', true],
		['/dashboard', '/dashboardx', false],
		['/dashboard', '/', false],
		['/dashboard/', '/dashboard', true],
		['/dashboard', '/(app)/dashboard', true],
		['/dashboard', '/(app)/(inner)/dashboard/(x)/y', true],
		['/dashboard/x', '/(app)/dashboard/(inner)/x', true],
		['/(app)', '/(app)/dashboard', true],
		['/(app)', '/(marketing)/about', false],
		['/', '/', true],
		['/', '/(app)/anything/[id]', true],
		['/admin/[id]', '/(app)/admin/[id]', true],
		['/admin/[id]', '/admin/[id]/edit', true],
		['/admin/[id]', '/admin/[slug]', false],
		['/docs/[...rest]', '/docs/[...rest]', true],
		['/Dashboard', '/dashboard', false],
	])('%s covers %s: %s', (pattern, id, expected) => {
		expect(covers(pattern, id)).toBe(expected);
	});

	test.each([
		['/blog/secret', '/blog/[slug]', { slug: 'secret' }, true],
		['/blog/secret', '/blog/[slug=word]', { slug: 'secret' }, true],
		['/blog/secret', '/blog/[slug]', { slug: 'other' }, false],
		['/a/b/c', '/[...path]', { path: 'a/b/c' }, true],
		['/a/b', '/[...path]', { path: 'a/b/c' }, true],
		['/a/bc', '/[...path]', { path: 'a/b/c' }, false],
		['/dashboard', '/[[lang]]/dashboard', {}, true],
		['/dashboard', '/[[lang]]/dashboard', { lang: 'de' }, false],
		['/de/dashboard', '/[[lang]]/dashboard', { lang: 'de' }, true],
		['/v-2/x', '/v-[n]/x', { n: '2' }, true],
		['/docs/[...rest]', '/docs/[...rest]', { rest: '' }, true],
	])('%s covers %s with %o: %s', (pattern, id, params, expected) => {
		expect(covers(pattern, id, params as Record<string, string>)).toBe(expected);
	});

	test('exact leaves out what lies below', () => {
		expect(covers('/signin', '/(auth)/signin', {}, true)).toBe(true);
		expect(covers('/signin', '/signin/reset', {}, true)).toBe(false);
		expect(covers('/en/signin', '/[lang]/signin', { lang: 'en' }, true)).toBe(true);
	});
});

describe('opensRoute', () => {
	test.each([
		['/about', '/(marketing)/about/team', true],
		['/about', '/aboutx', false],
		['/', '/', true],
		['/', '/(home)', true],
		['/', '/dashboard', false],
		['/public', '/[tenant]/secrets', false],
		['/public', '/[...path]', false],
		['/about', '/[[lang]]/about', true],
		['/(marketing)', '/(marketing)/pricing', true],
	])('%s opens %s: %s', (opening, id, expected) => {
		expect(opensRoute(opening, id)).toBe(expected);
	});
});
