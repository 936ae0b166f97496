import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../bootstrap.mjs';
import { rooms, testFinder } from './rooms.ts';
import { sample } from './sample.ts';

test.each(rooms)('%s is there', (room) => {
	expect(existsSync(join(root, room))).toBe(true);
});

test('the tests that load a file: those of its room first, the nearest first', () => {
	const files: Record<string, string> = {
		'src/a/one.ts': "import type { Two } from './two.ts';",
		'src/a/two.ts': '',
		'src/a/one.test.ts': "import { one } from './one.ts';",
		'src/a/two.test.ts': "await import('./two.ts');",
		'src/b/far.ts': "export { two } from '../a/two.ts';",
		'src/b/far.test.ts': "import './far.ts';",
		'src/b/other.test.ts': "import 'two'; import './gone.ts';",
		'src/plan/recover.test.ts': "import '../a/two.ts';",
		'runtime/src/three.ts': '',
		'runtime/src/three.test.ts': "import { three } from './three.js';",
	};
	const testsOf = testFinder(Object.keys(files), (path) => files[path] ?? '');
	expect(testsOf('src/a/two.ts', 'src/a')).toEqual([
		'src/a/two.test.ts',
		'src/a/one.test.ts',
		'src/b/far.test.ts',
	]);
	expect(testsOf('runtime/src/three.ts', 'runtime/src')).toEqual(['runtime/src/three.test.ts']);
});

test('a sample is the same for a seed, and a larger one begins with the smaller one', () => {
	const list = Array.from({ length: 100 }, (_, index) => index);
	const ten = sample(list, 10, 1);
	expect(new Set(ten).size).toBe(10);
	expect(sample(list, 10, 1)).toEqual(ten);
	expect(sample(list, 30, 1).slice(0, 10)).toEqual(ten);
	expect(sample(list, 10, 2)).not.toEqual(ten);
	expect(sample(list, Number.POSITIVE_INFINITY, 1).sort((a, b) => a - b)).toEqual(list);
});
