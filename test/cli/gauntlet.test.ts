import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runShape } from '../gauntlet/run.ts';
import { allShapes, isSkipped } from '../gauntlet/shapes.ts';
import { thorough } from '../support/thorough.ts';
import { temporary } from './support/run.ts';

/*
 * Every line of `npm run gauntlet` as a test; of the fixtures of the edits, whose bytes the unit tests compare, one of three.
 */

const isEdit = (name: string) => name.startsWith('edits/');
const shapes = allShapes().filter(({ name }, index) => thorough || !isEdit(name) || index % 3 === 0);

describe.concurrent('the gauntlet', () => {
	for (const [index, shape] of shapes.entries()) {
		if (isSkipped(shape)) test.skip(`${shape.name}: ${shape.skipped}`);
		else
			test(shape.name, async () => {
				// A process of its own takes ten times as long. What it says to people, the others do not.
				const speaks = shape.expected.says !== undefined || shape.name.startsWith('hosts/');
				const ownProcess = shape.ownProcess && (thorough || speaks);
				const line = await runShape({ ...shape, ownProcess }, join(temporary, `shape-${index}`));
				expect(line.problems).toEqual([]);
				expect(line.outside).toBe(0);
				expect(line.exit).toBe(shape.expected.outcome === 'refused' ? 1 : 0);
			});
	}
});
