import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coversRoute, type MatchedRoute } from '../../../runtime/src/core/access/route-pattern.ts';
import { covers, readPath, splitPath } from '../../../runtime/src/solid-start/guard/path-pattern.ts';
import type { Framework } from '../host.ts';
import { coverage, matchRoutes, nearestRoutes, partlyMatched } from './index.ts';
import type { Route } from './route.ts';
import { pathOf as solidPath } from './solid-start/index.ts';
import { pathOf as kitPath } from './sveltekit/files.ts';

const route = (id: string, framework: Framework = 'sveltekit') =>
	({ id, path: framework === 'sveltekit' ? kitPath(id) : solidPath(id) }) as Route;

test.each([
	['/', '/(app)/blog/[slug]', 'all'],
	['/blog', '/(app)/blog/[slug]', 'all'],
	['/blog', '/blogger', 'none'],
	['/(app)', '/(app)/blog/[slug]', 'all'],
	['/(app)', '/blog/(app)', 'none'],
	['/blog/[slug]', '/blog/[slug]/edit', 'all'],
	['/blog/[id]', '/blog/[slug]', 'none'],
	['/admin/[id]', '/admin/[id=int]', 'all'],
	['/admin/[id=int]', '/admin/[id]', 'none'],
	['/blog/secret', '/blog/[slug]', 'some'],
	['/blog/secret/edit', '/blog/[slug]/edit', 'some'],
	['/blog/secret/edit', '/blog/[slug]/view', 'none'],
	['/Blog', '/blog', 'none'],
	['/dashboard', '/(app)/[[lang]]/dashboard', 'all'],
	['/(app)/dashboard', '/(app)/(inner)/dashboard', 'all'],
	['/de/dashboard', '/[[lang]]/dashboard', 'some'],
	['/[[lang]]/dashboard', '/[[lang]]/dashboard', 'all'],
	['/files/a/b', '/files/[...path]', 'some'],
	['/files', '/files/[...path]', 'all'],
	['/v1-2', '/v[major]-[minor]', 'some'],
	['/v1.2', '/v[major]-[minor]', 'none'],
	['/.well-known', '/[x+2e]well-known', 'all'],
	['/[x+2e]well-known', '/[x+2e]well-known', 'all'],
	['/x', '/[x+2e]', 'none'],
])('SvelteKit: %s and the route %s: %s', (pattern, id, expected) => {
	expect(coverage(route(id), pattern, 'sveltekit')).toBe(expected);
});

test.each([
	['/', '/blog', 'all'],
	['/BLOG/', '/blog/[slug]', 'all'],
	['/blog', '/blogger', 'none'],
	['/blog', '/(app)/blog', 'all'],
	['/blog', '/blog(wide)', 'all'],
	['/users/[id]/edit', '/users/[name]/edit', 'all'],
	['/users/[id]', '/users/me', 'all'],
	['/users/me', '/users/[id]', 'some'],
	['/users/[id]', '/users/[[id]]', 'some'],
	['/users', '/users/[[id]]', 'all'],
	['/docs/[page]', '/docs/[...path]', 'some'],
	['/%62log', '/blog', 'all'],
	['/x/../blog', '/blog', 'all'],
	['/b', '/[...all]', 'some'],
])('SolidStart: %s and the route %s: %s', (pattern, id, expected) => {
	expect(coverage(route(id, 'solid-start'), pattern, 'solid-start')).toBe(expected);
});

test('routes that a pattern covers, and those of which it covers some requests', () => {
	const routes = ['/', '/blog', '/blog/[slug]', '/about'].map((id) => route(id));
	expect(matchRoutes(routes, '/blog', 'sveltekit').map(({ id }) => id)).toEqual(['/blog', '/blog/[slug]']);
	expect(partlyMatched(routes, '/blog/a', 'sveltekit').map(({ id }) => id)).toEqual(['/blog/[slug]']);
});

test.each([
	['/dashbord', ['/dashboard']],
	['/Dashboard', ['/dashboard', '/dashboard/settings']],
	['/settings', ['/dashboard/settings']],
	['/(app)/dashboard', ['/dashboard', '/dashboard/settings']],
	['dashboard\\settings', ['/dashboard/settings']],
	['/blog/slug', ['/blog/[slug]', '/blog/[slug]/edit']],
	['/quite/something/else', []],
	['/', ['/', '/x']],
])('near %s', (pattern, expected) => {
	const ids = ['/', '/x', '/(app)/dashboard', '/dashboard/settings', '/blog/[slug]', '/blog/[slug]/edit'];
	expect(
		nearestRoutes(
			ids.map((id) => route(id)),
			pattern,
		),
	).toEqual(expected);
});

const word = fc.constantFrom('a', 'b', 'A', 'secret', 'x-y');
const kitSegment = fc.oneof(
	word,
	fc.constantFrom(
		'(app)',
		'(b)',
		'[a]',
		'[b=int]',
		'[[c]]',
		'[...d]',
		'v[e]',
		'[f]-[g]',
		'[x+2e]a',
		'[u+2603]',
		'p[[h]]',
	),
);
const idOf = (segments: string[]) => `/${segments.join('/')}`;
const kitId = fc.array(kitSegment, { maxLength: 5 }).map(idOf);
const value = fc.oneof(word, fc.constantFrom('', 'a/b', 'va', 'a-b'), fc.constant(undefined));
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const params = fc.record(Object.fromEntries(names.map((name) => [name, value]))) as fc.Arbitrary<
	MatchedRoute['params']
>;
const kitPattern = fc.oneof(
	fc.array(fc.oneof(kitSegment, fc.constantFrom('va', 'a-b', 'pa')), { maxLength: 5 }).map(idOf),
	kitId.map((id) => kitPath(id)),
);

test('SvelteKit: all means whatever the parameters, none means with no parameters', () => {
	const seen = { all: 0, some: 0, none: 0 };
	fc.assert(
		fc.property(kitId, kitPattern, params, (id, pattern, given) => {
			const found = coverage(route(id), pattern, 'sveltekit');
			seen[found]++;
			const guarded = coversRoute(pattern, { id, params: given });
			if (found !== 'some') expect(guarded).toBe(found === 'all');
		}),
		{ numRuns: 20_000 },
	);
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

test('SvelteKit: some means that there are parameters of both kinds', () => {
	let seen = 0;
	const other = { a: '?', b: '?', c: '?', d: '?', e: '?', f: '?', g: '?', h: '?' };
	fc.assert(
		fc.property(
			kitId,
			kitPattern,
			fc.array(params, { minLength: 30, maxLength: 30 }),
			(id, pattern, many) => {
				if (coverage(route(id), pattern, 'sveltekit') !== 'some') return;
				const guarded = [other, ...many].map((given) => coversRoute(pattern, { id, params: given }));
				expect(guarded).toContain(false);
				if (guarded.includes(true)) seen++;
			},
		),
		{ numRuns: 10_000 },
	);
	expect(seen).toBeGreaterThan(50);
});

/** A URL that the router takes to a route: its statics in some case, values for its parameters. */
const solidUrl = (segments: string[], values: string[][]): string =>
	idOf(
		segments.flatMap((segment, index) => {
			const given = values[index] ?? [];
			if (segment.startsWith('[...')) return given;
			if (segment.startsWith('[[')) return given.slice(0, 1);
			if (segment.startsWith('[')) return [given[0] ?? 'z'];
			return given.length > 1 ? [segment.toUpperCase()] : [segment];
		}),
	);
const solidRoute = fc
	.tuple(
		fc.array(fc.oneof(word, fc.constantFrom('[id]', '[b]', '[[c]]')), { maxLength: 4 }),
		fc.constantFrom([], [], ['[...rest]']),
	)
	.map(([segments, rest]) => [...segments, ...rest]);
const solidValues = fc.array(fc.array(fc.oneof(word, fc.constant('z')), { maxLength: 3 }), {
	minLength: 5,
	maxLength: 5,
});
const solidPattern = fc
	.array(fc.oneof(word, fc.constantFrom('[id]', '%61', '..', '.')), { maxLength: 4 })
	.map(idOf);

test('SolidStart: all means every URL, none means no URL', () => {
	const seen = { all: 0, some: 0, none: 0 };
	fc.assert(
		fc.property(solidRoute, solidPattern, solidValues, (segments, pattern, values) => {
			const found = coverage(route(idOf(segments), 'solid-start'), pattern, 'solid-start');
			seen[found]++;
			const guarded = covers(
				readPath(pattern, '').readings.at(-1) ?? [],
				splitPath(solidUrl(segments, values)),
			);
			if (found !== 'some') expect(guarded).toBe(found === 'all');
		}),
		{ numRuns: 20_000 },
	);
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});
