import { describe, expect, test } from 'vitest';
import { coversRoute, isPattern, opensRoute } from './route-pattern.js';

const covers = (pattern: string, id: string, params: Record<string, string> = {}) =>
	coversRoute(pattern, { id, params });

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
		['/(app)/dashboard', '/(app)/(inner)/dashboard', true],
		['/(app)/dashboard', '/(other)/dashboard', false],
		['/dashboard', '/(app)(x)/dashboard', false],
		['/admin/[id]', '/admin/[id=int]', true],
		['/admin/[id=int]', '/admin/[id=int]/edit', true],
		['/admin/[id=int]', '/admin/[id=word]', false],
		['/admin/[id=int]', '/admin/[id]', false],
		['/[[lang]]/admin', '/[[lang=locale]]/admin', true],
		['/admin', '/[[lang=locale]]/(app)/admin/x', true],
		['/[a]-[b]', '/[a=int]-[b=int]', true],
		['/.well-known', '/[x+2e]well-known/jwks', true],
		['/[x+2e]well-known', '/[x+2e]well-known/jwks', true],
		['/\u{1f600}', '/[u+1f600]', true],
		['/a:b', '/a[x+3a]b', true],
		['/(app)', '/[x+28]app)/dashboard', true],
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
		// The page is the same in every language, and so is what it has to hide.
		['/dashboard', '/[[lang]]/dashboard', { lang: 'de' }, true],
		['/de', '/[[lang]]/dashboard', { lang: 'de' }, true],
		['/en', '/[[lang]]/dashboard', { lang: 'de' }, false],
		['/dashboard', '/[[lang]]/about', { lang: 'dashboard' }, true],
		['/admin/7', '/[[lang]]/(app)/admin/[id=int]/edit', { lang: 'de', id: '7' }, true],
		['/admin/7', '/admin/[id=int]', { id: 7 }, true],
		['/1-2', '/[a]-[b=int]', { a: '1', b: '2' }, true],
		['/1-3', '/[a]-[b=int]', { a: '1', b: '2' }, false],
		['/v1/a/b', '/v[...rest]', { rest: '1/a/b/c' }, true],
		['/docs/x', '/docs/[...rest]/[id]', { rest: '', id: 'x' }, true],
		// One segment, whatever it holds; and what looks like an escape is a value.
		['/blog/a/b', '/blog/[slug]', { slug: 'a/b' }, false],
		['/secret', '/[slug]', { slug: '[x+73]ecret' }, false],
		['/de/dashboard', '/[[lang]]/dashboard', { lang: 'de' }, true],
		['/v-2/x', '/v-[n]/x', { n: '2' }, true],
		['/docs/[...rest]', '/docs/[...rest]', { rest: '' }, true],
		['/docs', '/docs/[...rest]', { rest: '' }, true],
	])('%s covers %s with %o: %s', (pattern, id, params, expected) => {
		expect(covers(pattern, id, params as unknown as Record<string, string>)).toBe(expected);
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
		['/(marketing)', '/(app)/pricing', false],
		['/', '/[[lang]]', true],
		['/', '/[slug]', false],
		['/[[lang]]/about', '/[[lang]]/about', true],
		['/[id]', '/[id=int]', false],
		['/.well-known', '/[x+2e]well-known', true],
	])('%s opens %s: %s', (opening, id, expected) => {
		expect(opensRoute(opening, id)).toBe(expected);
	});

	// A page of ours is one by its name: nobody's parameter makes it one.
	test.each([
		['/signin', '/(auth)/signin', true],
		['/signin', '/signin/reset', false],
		['/signin', '/[[lang]]/signin', true],
		['/signin', '/[[lang=locale]]/(x)/signin', true],
		['/en/signin', '/[lang]/signin', false],
		['/signin', '/[...path]', false],
		['/signin', '/[[page]]', false],
		['/auth/signin', '/[slug]', false],
		['/auth/signin', '/[org]/[page]', false],
		['/', '/(home)', true],
	])('exactly, without what lies below: %s opens %s: %s', (opening, id, expected) => {
		expect(opensRoute(opening, id, true)).toBe(expected);
	});
});

test.each([
	...[
		'',
		'dashboard',
		'https://app.example/dashboard',
		'//evil.example',
		'/dashboard?tab=1',
		'/dashboard#top',
	],
	...[
		'/dashboard*',
		'/dashboard/**',
		'/a/**/b',
		'\\dashboard',
		'/a\\b',
		'/a//b',
		'/./a',
		'/a/..',
		'/%64ashboard',
	],
	...['/users/:id', ' /dashboard', '/dashboard ', '/a\n', null, undefined, 1, ['/a'], /^\/a/],
])('%j is no rule', (pattern) => {
	expect(isPattern(pattern)).toBe(false);
});

test.each([
	...[
		'/',
		'/dashboard',
		'/dashboard/',
		'/(app)',
		'/(app)/[[lang=locale]]/blog/[slug]/[...rest]',
		'/a.b',
		'/..a',
	],
	...['/[x+2e]well-known', '/my page', '/@me', '/v1.0/~x', '/a:b', '/über', '/...'],
])('%s is a rule', (pattern) => {
	expect(isPattern(pattern)).toBe(true);
});
