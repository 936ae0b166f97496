import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { editShapes } from './edits.ts';
import { overlayShapes } from './overlays.ts';
import { fixtures, layBase, type Shape, type Skipped } from './shape.ts';

/** Every line of the gauntlet, found in test/fixtures: a new folder there is a new line. */
export const allShapes = (): (Shape | Skipped)[] => [...hostShapes(), ...overlayShapes(), ...editShapes()];

export const isSkipped = (shape: Shape | Skipped): shape is Skipped => 'skipped' in shape;

/** The small real projects, each as it is. */
function hostShapes(): Shape[] {
	return readdirSync(join(fixtures, 'hosts'))
		.filter((base) => existsSync(join(fixtures, 'hosts', base, 'package.json')))
		.map((base) => ({
			name: `hosts/${base}`,
			args: [],
			expected: { outcome: 'applied' },
			ownProcess: true,
			build: (folder) => layBase(folder, base),
		}));
}
