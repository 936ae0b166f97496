import { expect, test } from 'vitest';
import { readOptions } from './options.ts';
import { type Judged, table } from './report.ts';
import { rooms } from './rooms.ts';

test('the table counts what is out of time as seen', () => {
	const judged = (['killed', 'timeout', 'survived'] as const).map(
		(verdict): Judged => ({ room: 'src/a', place: 'src/a/b.ts:1', what: '! goes', line: '!a', verdict }),
	);
	const totals = new Map([
		['src/a', 12],
		['src/none', 0],
	]);
	expect(table(judged, totals).split('\n')).toEqual([
		'| Room | Mutants | Asked | Killed | Out of time | Survived | Score |',
		'| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
		'| src/a | 12 | 3 | 1 | 1 | 1 | 67 % |',
		'| src/none | 0 | 0 | 0 | 0 | 0 |  |',
		'| all | 12 | 3 | 1 | 1 | 1 | 67 % |',
	]);
});

test.each([
	[[], { rooms, size: 20, seed: 1, fresh: false }],
	[
		['--sample', '0', '--seed', '7', '--fresh'],
		{ rooms, size: Number.POSITIVE_INFINITY, seed: 7, fresh: true },
	],
	[['--room', 'jwt', '--room', 'plan'], { rooms: ['src/plan', 'runtime/src/core/jwt'] }],
	[['--help'], 'help'],
	[['--sample', 'many'], '--sample takes a whole number, not many'],
	[['--room', 'attic'], 'No room is called attic'],
])('options %j', (argv, expected) => {
	const command = readOptions(argv);
	if (typeof expected === 'string') expect(command).toBe(expected);
	else expect(command).toMatchObject(expected);
});
