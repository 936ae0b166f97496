import { describe, expect, test } from 'vitest';
import { covers, readPath } from './path-pattern.js';

describe('readPath', () => {
	test.each<[string, string]>([
		['/dashboard', 'dashboard'],
		['/Dashboard/', 'dashboard'],
		['//dashboard', 'dashboard'],
		['/%64ashboard', 'dashboard'],
		['/%2564ashboard', 'dashboard'],
		['/%252564ashboard', 'dashboard'],
		['/%25252564ashboard', 'dashboard'],
		['/%5cdashboard', 'dashboard'],
		['/\\dashboard', 'dashboard'],
		['/x/..%2fdashboard', 'dashboard'],
		['/x%2f..%2fdashboard', 'dashboard'],
		['/.%2fdashboard', 'dashboard'],
		['/dashboard/..%2fpublic', 'dashboard/..%2fpublic'],
		['/dashboard/..%2fpublic', 'public'],
		['/app/dashboard', 'dashboard'],
		['/APP/dashboard', 'dashboard'],
		['/%61pp/dashboard', 'dashboard'],
		['/a/../app/dashboard', 'dashboard'],
		['/%C3%9Cber', 'über'],
		['/a%2Fb/%73ettings', 'a/b/settings'],
	])('%s may be read as %s', (path, expected) => {
		expect(readPath(path, '/app').readings.map((reading) => reading.join('/'))).toContain(expected);
	});
	test.each([
		['/', true],
		['/100%25', true],
		['/%', false],
		['/%ff', false],
		['/%C0%AFdashboard', false],
	])('%s can be decoded: %s', (path, expected) => {
		expect(readPath(path, '').decodable).toBe(expected);
	});
	test('it ends', () => {
		// Five rounds, each with its dots, without, and decoded segment by segment.
		expect(readPath(`/%${'25'.repeat(2000)}64`, '').readings).toHaveLength(15);
	});
});

test.each<[string, string, boolean, boolean]>([
	['/a', '/a', true, true],
	['/a', '/a/b', true, false],
	['/a', '/ab', false, false],
	['/', '/a', true, false],
	['/', '/', true, true],
	['/users/[id]/edit', '/users/7/edit', true, true],
	['/users/[id]/edit', '/users/7', false, false],
	['/users/[id]', '/users', false, false],
])('%s covers %s: %s, exactly: %s', (pattern, path, expected, exactly) => {
	const [wanted = [], segments = []] = [pattern, path].map((text) => readPath(text, '').readings[0]);
	expect(covers(wanted, segments)).toBe(expected);
	expect(covers(wanted, segments, { exact: true })).toBe(exactly);
});
