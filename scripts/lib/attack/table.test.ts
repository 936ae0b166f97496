import { describe, expect, test } from 'vitest';
import { expected, frameworks, gives, prepare, type Row, readTable } from './table.ts';

const places = {
	path: '/my/area',
	values: {
		...{ origin: 'http://127.0.0.1:1', open: '/login', 'sign-in': '/login', alias: '/other' },
		...{ 'alias-static': '/still', layered: '/layered', 'function-prerendered': 'abc/pre' },
	},
	functions: ['abc/one', 'abc/two'].map((id) => ({
		function: id,
		'function:query': `id=${id}`,
		'function:header': id,
		'function:args': '[]',
	})),
};

describe.each([
	['sveltekit', 85, ['2', '2.5', '3']],
	['solid-start', 54, ['1', '2']],
] as const)('the table of %s', (framework, count, versions) => {
	const { rows, guards } = readTable(framework);

	test('has every row of its source, each once', () => {
		const numbers = rows.map(({ id }) => id).filter((id) => /^\d+$/.test(id));
		expect(numbers).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)));
		expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
	});

	test('can be filled in for any path, and says what is expected of every version', () => {
		for (const row of rows.filter(({ elsewhere }) => !elsewhere)) {
			const prepared = prepare(row, places);
			if (typeof prepared === 'string') throw new Error(`${row.id}: ${prepared}`);
			const text = JSON.stringify(prepared.map(({ request }) => request));
			expect(text, row.id).not.toMatch(/\{(path|open|alias|layered|function|name|origin)/);
			for (const version of versions) {
				expect(expected(row, version), row.id).toBeDefined();
				for (const guard of Object.keys(guards)) gives(row.leaks, guard, version);
			}
			const named = [row.leaks ?? [], row.runs ?? []].flatMap((list) => Object.values(list).flat());
			for (const guard of named) expect(guards, row.id).toHaveProperty(guard);
		}
	});

	test('has rows that pass every documented guard', () => {
		for (const guard of Object.keys(guards))
			for (const version of versions)
				expect(rows.filter((row) => gives(row.leaks, guard, version)).length, guard).toBeGreaterThan(5);
	});
});

test('names the frameworks that have a table', () => {
	expect(frameworks.map((name) => readTable(name).rows.length > 50)).toEqual([true, true]);
});

const row = (target: string, more: Partial<Row> = {}): Row => ({
	id: '1',
	name: 'x',
	target,
	expect: 'closed',
	...more,
});

test.each([
	['{path}', '/my/area'],
	['{path:first}', '/%6dy/area'],
	['{path:last}', '/my/are%61'],
	['{path:double}', '/%256dy/area'],
	['{path:title}', '/My/area'],
	['{path:upper}', '/MY/AREA'],
	['{path:wide}', '/%EF%BD%8Dy/area'],
	['/%2f{name}', '/%2fmy/area'],
	['{open}/..{path}', '/login/../my/area'],
])('%s is %s', (target, expectedTarget) => {
	const prepared = prepare(row(target), places);
	expect(typeof prepared !== 'string' && prepared.map(({ request }) => request.target)).toEqual([
		expectedTarget,
	]);
});

test('a row about functions is sent once for each, in target, headers and body', () => {
	const prepared = prepare(
		row('/_server?{function:query}', { headers: { 'x-id': '{function}' }, body: '{path}' }),
		places,
	);
	expect(
		typeof prepared !== 'string' &&
			prepared.map(({ request }) => [request.target, request.headers, request.body]),
	).toEqual([
		[
			'/_server?id=abc/one',
			[
				['accept', '*/*'],
				['x-id', 'abc/one'],
			],
			'/my/area',
		],
		[
			'/_server?id=abc/two',
			[
				['accept', '*/*'],
				['x-id', 'abc/two'],
			],
			'/my/area',
		],
	]);
});

test('a row that cannot be sent says why', () => {
	const { alias: _, ...values } = places.values;
	expect(prepare(row('{alias}'), { ...places, values })).toContain('"alias"');
	expect(prepare(row('{function}'), { ...places, functions: [] })).toContain('no function');
	expect(prepare(row('{path}', { elsewhere: 'needs a browser' }), places)).toBe('needs a browser');
});
