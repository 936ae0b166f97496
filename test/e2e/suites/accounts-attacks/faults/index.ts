import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../../../scripts/bootstrap.mjs';
import { bundleRuntime } from '../../../../../scripts/lib/build/runtime.ts';
import { doors } from './doors.ts';
import { inside } from './inside.ts';
import type { Faults } from './types.ts';

export const faults: Faults = { ...doors, ...inside };

const asked = (name: string) => `((globalThis as any).process?.env.ATTACK_FAULT === '${name}')`;

/**
 * Puts a runtime into a host that has all of these faults: each is there in the processes that are told its name. Made of the
 * sources, as the packed one is.
 *
 * @throws when something is no longer there that a fault changes
 */
export async function breakRuntime(folder: string): Promise<void> {
	const copy = await brokenSources();
	try {
		await bundleRuntime(copy, join(folder, 'node_modules/@authgraft/runtime/dist'));
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

/**
 * The runtime's sources with all faults, in a temporary folder.
 *
 * @throws when something is no longer there that a fault changes
 */
async function brokenSources(): Promise<string> {
	const copy = await mkdtemp(join(tmpdir(), 'authgraft-faults-'));
	await cp(join(root, 'runtime/src'), copy, { recursive: true });
	for (const [name, changes] of Object.entries(faults))
		for (const [file, from, to] of changes) {
			const text = await readFile(join(copy, file), 'utf8');
			if (text.split(from).length !== 2) throw new Error(`${name}: ${file} has no single "${from}"`);
			await writeFile(
				join(copy, file),
				text.replace(from, () => to.replaceAll('FAULT', asked(name))),
			);
		}
	return copy;
}
