import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../bootstrap.mjs';

export interface Step {
	name?: string;
	uses?: string;
	with?: Record<string, unknown>;
	run?: string;
	env?: Record<string, string>;
}

export interface Job {
	name?: string;
	'runs-on': string;
	'timeout-minutes'?: number;
	permissions?: Record<string, string>;
	environment?: string;
	needs?: string;
	strategy?: { matrix: Record<string, string[]> };
	steps: Step[];
}

export interface Workflow {
	/** From the repository's root. */
	path: string;
	/** Its name, as of the file: `ci`. */
	id: string;
	text: string;
	on: Record<string, unknown>;
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

/** The workflows of this repository, as GitHub reads them. */
export const readWorkflows = (): Workflow[] =>
	globSync('.github/workflows/*.yml', { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.sort()
		.map((path) => {
			const text = readFileSync(join(root, path), 'utf8');
			return { ...parse(text), path, text, id: /([\w-]+)\.yml$/.exec(path)?.[1] ?? path };
		});

/** The value of each name of a matrix, for every combination; one empty one where there is no matrix. */
export function combinations({ strategy }: Job): Record<string, string>[] {
	let all: Record<string, string>[] = [{}];
	for (const [name, values] of Object.entries(strategy?.matrix ?? {}))
		all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
	return all;
}

/** A text with what stands in `${{ matrix.x }}`; other expressions stay. */
export const withMatrix = (text: string, values: Record<string, string>): string =>
	text.replace(/\$\{\{ matrix\.(\w+) \}\}/g, (whole, name: string) => values[name] ?? whole);
