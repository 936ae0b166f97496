import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endResidents } from '../gauntlet/command.ts';
import { runShape } from '../gauntlet/run.ts';
import { allShapes, isSkipped } from '../gauntlet/shapes.ts';
import { temporary } from './support/run.ts';

/* Every line of `npm run gauntlet` as a test. */

const shapes = allShapes();
afterAll(endResidents);

describe.concurrent('the gauntlet', () => {
	for (const [index, shape] of shapes.entries()) {
		if (isSkipped(shape)) test.skip(`${shape.name}: ${shape.skipped}`);
		else
			test(shape.name, async () => {
				const line = await runShape(shape, join(temporary, String(index)));
				expect(line.problems).toEqual([]);
				expect(line.outside).toBe(0);
				expect(line.exit).toBe(shape.expected.outcome === 'refused' ? 1 : 0);
			});
	}
});
