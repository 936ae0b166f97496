import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coversRoute, opensRoute } from '../../runtime/src/core/access/route-pattern.ts';
import { covers, readPath } from '../../runtime/src/solid-start/guard/path-pattern.ts';
import { coverage, coverageTogether, opening } from './coverage.ts';

test.each([
	['/dashboard', '/dashboard', 'all'],
	['/dashboard', '/(app)/dashboard/[id]', 'all'],
	['/dashboard', '/dashboardx', 'none'],
	['/', '/', 'all'],
	['/', '/anything/[...rest]', 'all'],
	['/(app)', '/(app)/dashboard', 'all'],
	['/(app)', '/dashboard', 'none'],
	['/(app)/dashboard', '/(app)/dashboard/x', 'all'],
	['/blog/[slug]', '/blog/[slug]/edit', 'all'],
	['/blog/secret', '/blog/[slug]', 'some'],
	['/dashboard', '/[[lang]]/dashboard', 'all'],
	['/[[lang]]/dashboard', '/[[lang]]/dashboard', 'all'],
	['/[id]', '/[id=int]/edit', 'all'],
	['/.well-known', '/[x+2e]well-known/x', 'all'],
	['/dashboard', '/[tenant]', 'some'],
	['/dashboard', '/[...path]', 'some'],
	['/dashboard/x', '/dashboard', 'none'],
	['/Dashboard', '/dashboard', 'none'],
	['/a/b', '/[...rest]/b', 'some'],
] as const)('SvelteKit: %s covers %s: %s', (pattern, id, expected) => {
	expect(coverage(pattern, id, 'sveltekit')).toBe(expected);
});

test.each([
	['/dashboard', '/(app)/Dashboard/settings', 'all'],
	['/users/[id]/edit', '/users/[name]/edit', 'all'],
	['/users/[id]', '/users/new', 'all'],
	['/users/new', '/users/[id]', 'some'],
	['/dashboard', '/[[lang]]/dashboard', 'some'],
	['/dashboard', '/[...path]', 'some'],
	['/dashboardx', '/dashboard', 'none'],
	['/', '/', 'all'],
] as const)('SolidStart: %s covers %s: %s', (pattern, id, expected) => {
	expect(coverage(pattern, id, 'solid-start')).toBe(expected);
});

test.each([
	[['/team', '/[lang]/team'], '/(g)/[[lang]]/team/[id]', 'solid-start', 'all'],
	[['/team', '/de/team'], '/[[lang]]/team', 'solid-start', 'some'],
	[['/team', '/[lang]/other'], '/[[lang]]/team', 'solid-start', 'some'],
	[['/about', '/blog'], '/[[lang]]/team', 'solid-start', 'some'],
	[['/about', '/team'], '/team', 'sveltekit', 'all'],
	[['/a', '/b'], '/[x]', 'sveltekit', 'some'],
	[[], '/team', 'solid-start', 'none'],
] as const)('%j together cover %s on %s: %s', (patterns, id, framework, expected) => {
	expect(coverageTogether(patterns, id, framework)).toBe(expected);
});

test.each([
	['/', '/', 'sveltekit', 'all'],
	['/', '/(marketing)', 'sveltekit', 'all'],
	['/', '/blog', 'sveltekit', 'none'],
	['/blog', '/[[lang]]/blog/[slug]', 'sveltekit', 'all'],
	['/public', '/[tenant]/secrets', 'sveltekit', 'none'],
	['/public', '/[tenant]/secrets', 'solid-start', 'some'],
	['/blog', '/blog/[slug]', 'solid-start', 'all'],
] as const)('except %s opens %s on %s: %s', (except, id, framework, expected) => {
	expect(opening(except, id, framework)).toBe(expected);
});

const words = ['a', 'b', 'login'];
const segment = fc.constantFrom(...words, '(g)', '[x]', '[[y]]', '[z=int]', '[...rest]', 'v[w]');
const routeId = fc.array(segment, { maxLength: 4 }).map((segments) => `/${[...new Set(segments)].join('/')}`);
const pattern = fc
	.array(fc.constantFrom(...words, '[x]', '(g)', '[[y]]'), { maxLength: 3 })
	.map((segments) => `/${segments.join('/')}`);
const value = fc.constantFrom(...words, 'other');
const params = fc.record({
	x: value,
	y: fc.option(value, { nil: undefined }),
	z: value,
	rest: fc.constantFrom('', 'a', 'a/b', 'other/b'),
	w: value,
});

test('SvelteKit: what counts as covered is covered for every value, as the runtime decides', () => {
	let covered = 0;
	fc.assert(
		fc.property(pattern, routeId, params, (wanted, id, values) => {
			const found = coversRoute(wanted, { id, params: values });
			const answer = coverage(wanted, id, 'sveltekit');
			if (answer === 'all') expect(found, `${wanted} ${id}`).toBe(true);
			if (found) expect(answer, `${wanted} ${id}`).not.toBe('none');
			if (opensRoute(wanted, id)) expect(opening(wanted, id, 'sveltekit')).toBe('all');
			if (answer === 'all') covered++;
		}),
		{ numRuns: 2000 },
	);
	expect(covered).toBeGreaterThan(100);
});

const solidId = fc
	.array(fc.constantFrom(...words, '(g)', '[x]', '[[y]]', '[...rest]'), { maxLength: 4 })
	.map((segments) => `/${[...new Set(segments)].join('/')}`);
const solidPattern = fc
	.array(fc.constantFrom(...words, '[x]', 'B'), { maxLength: 3 })
	.map((segments) => `/${segments.join('/')}`);

test('SolidStart: what counts as covered is covered at every address, as the runtime decides', () => {
	let covered = 0;
	fc.assert(
		fc.property(solidPattern, solidId, params, fc.boolean(), (wanted, id, values, upper) => {
			const url = urlOf(id, values);
			const { readings } = readPath(upper ? url.toUpperCase() : url, '');
			const wantedSegments = readPath(wanted, '').readings.at(-1) ?? [];
			const found = readings.some((path) => covers(wantedSegments, path));
			const answer = coverage(wanted, id, 'solid-start');
			if (answer === 'all') expect(found, `${wanted} ${id} ${url}`).toBe(true);
			if (found) expect(answer, `${wanted} ${id} ${url}`).not.toBe('none');
			if (answer === 'all') covered++;
		}),
		{ numRuns: 2000 },
	);
	expect(covered).toBeGreaterThan(100);
});

function urlOf(id: string, values: Record<string, string | undefined>): string {
	const segments = id.split('/').flatMap((part) => {
		if (part === '' || part.startsWith('(')) return [];
		const name = /^\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}$/.exec(part)?.[1];
		return name === undefined ? [part] : (values[name] ?? '').split('/').filter(Boolean);
	});
	return `/${segments.join('/')}`;
}
