import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { transforms } from '../../src/edits/testing/transforms.ts';
import { dress, wear } from './dress.ts';
import { fixturesOf } from './fixtures.ts';
import { applyChecked } from './invariants.ts';
import { record } from './recorder.ts';
import { runs } from './support.ts';

vi.mock(import('../../src/edits/splice/edit.ts'), async (original) => {
	const real = await original();
	return {
		...real,
		applyEdits: (source, edits) => {
			record(source, edits);
			return real.applyEdits(source, edits);
		},
	};
});

for (const [name, transform] of Object.entries(transforms)) {
	const fixtures = fixturesOf(name);
	if (fixtures.length === 0) continue;

	// Some transforms leave nearly all of their fixtures alone: every other file is one that is edited as it stands.
	const editable = fixtures.filter(
		({ path, text, request }) => transform(path, text, request).kind === 'edited',
	);
	const files = fc.oneof(fc.constantFrom(...fixtures), fc.constantFrom(...editable));

	test(`${name}: fixtures in another dress keep what they have`, () => {
		let edited = 0;
		fc.assert(
			fc.property(files, dress, ({ path, text, request }, how) => {
				if (applyChecked(transform, path, wear(path, text, how), request).kind === 'edited') edited++;
			}),
			runs(35),
		);
		expect(edited, 'a property that never meets an edit proves nothing').toBeGreaterThan(0);
	});
}
