import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolders } from '../edits/fixtures.ts';
import { runShape } from '../gauntlet/run.ts';
import { allShapes, isSkipped } from '../gauntlet/shapes.ts';
import { thorough } from '../support/thorough.ts';
import { temporary } from './support/run.ts';

/*
 * Every line of `npm run gauntlet` as a test; of the fixtures of the edits, whose bytes the unit tests compare, one of six.
 */

const isEdit = (name: string) => name.startsWith('edits/');
const all = allShapes();
const shapes = all
	.flatMap((shape) => (isSkipped(shape) ? [] : [shape]))
	.filter(({ name }, index) => thorough || !isEdit(name) || index % 6 === 0);

/** Edits that other commands make, or `init` to what its own flags do not ask for: their files alone are no host for it. */
const noHosts = [
	'app-types/fit/d5-in-hooks',
	'app-types/fit/d5-in-hooks-alias-refused',
	'auth-config/accounts',
	'auth-config/adapter',
	'auth-config/base',
	'auth-config/exports',
	'auth-config/option',
	'auth-config/remove-option',
	'config-option',
	'env/add',
	'gitignore',
	'guards/add',
	'guards/page',
	'guards/page-removed',
	'guards/remove',
	'load/page-session',
	'package-json/scripts',
	'providers/add',
	'providers/remove',
	'rules/add',
	'rules/remove',
	'schema/drizzle',
	'schema/prisma',
	'sign-in-button/add',
	'wiring/hooks/m1-renamed-export',
	'wiring/hooks/m2-object-alone',
	'wiring/hooks/m5-reexported-renamed',
	// Whole hosts of what came before ours stand in test/fixtures/migrate.
	...fixtureFolders().filter((name) => name.startsWith('migrate/')),
];

test('no fixture is left out in silence', () => {
	expect(all.filter(isSkipped).map(({ name }) => name)).toEqual(
		noHosts.map((name) => `edits/${name}`).sort(),
	);
});

describe.concurrent('the gauntlet', () => {
	for (const [index, shape] of shapes.entries()) {
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
