import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Transform, transforms } from '../../src/edits/testing/transforms.ts';
import { dress, wear } from './dress.ts';
import { applyChecked } from './invariants.ts';
import { record } from './recorder.ts';
import type { Sample } from './shapes/common.ts';
import { hooks, edited as hooksEdited } from './shapes/hooks.ts';
import { load, edited as loadEdited } from './shapes/load.ts';
import { middleware, solidConfig, edited as solidEdited } from './shapes/solid.ts';
import { edited as envEdited, envVars } from './shapes/svelte-env.ts';
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

const generated: Record<string, { samples: fc.Arbitrary<Sample>; edited: string[] }> = {
	'wiring/hooks': { samples: hooks, edited: hooksEdited },
	'load/session': { samples: load, edited: loadEdited },
	'wiring/middleware': { samples: middleware, edited: solidEdited.middleware },
	'wiring/register-middleware': { samples: solidConfig, edited: solidEdited['solid-config'] },
	'env/declared': { samples: envVars, edited: envEdited },
};

for (const [name, { samples, edited }] of Object.entries(generated)) {
	const transform = transforms[name] as Transform;

	test(`${name}: generated files keep what they have`, () => {
		fc.assert(
			fc.property(samples, dress, ({ path, text, request }, how) => {
				applyChecked(transform, path, wear(path, text, how), request);
			}),
			runs(60),
		);
	});

	// A property that never meets an edit proves nothing. The same files each time: this is about the generators.
	test(`${name}: most generated files are edited`, () => {
		const made = fc.sample(samples, { numRuns: 400, seed: 1 });
		for (const wanted of edited) {
			const kinds = made
				.filter(({ form }) => form === wanted)
				.map(({ path, text, request }) => transform(path, text, request ?? {}).kind);
			expect(kinds.length, wanted).toBeGreaterThan(5);
			expect(kinds.filter((kind) => kind === 'edited').length / kinds.length, wanted).toBeGreaterThan(0.5);
		}
	});
}
