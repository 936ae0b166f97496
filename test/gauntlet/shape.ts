import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root as repository } from '../../scripts/bootstrap.mjs';

/** What may become of a host. Everything else, say a crash, stands as `exit N`. */
export type InitResult = 'applied' | 'already configured' | 'refused';

/** What has to hold for a shape besides what holds for all of them (see run.ts). */
export interface Expected {
	outcome: InitResult;
	/** The error code of a refusal. */
	code?: string;
	/** Found in what the first run says. */
	says?: string[];
	/** The refused change has no snippet: nothing can be pasted to mend it, or what is there would be lost by it. */
	noSnippet?: boolean;
	/** What the plan does with one file: `refuse` may name its line, `skip` leaves it as it is. */
	change?: { path: string; kind: 'create' | 'modify' | 'skip' | 'refuse'; line?: number };
	/** Files after the run: texts that are in it and texts that are not; null where there must be none. */
	files?: Record<string, { has?: string[]; lacks?: string[] } | null>;
}

/** A host, and what `init` must make of it. One line of the gauntlet. */
export interface Shape {
	/** `hosts/sveltekit3`, `shapes/crlf`, `edits/hooks/sequence`. */
	name: string;
	/** Flags behind `init --yes --no-install`. */
	args: string[];
	expected: Expected;
	/** Each run is a process of its own, and the plan a dry run; otherwise see `resident` in command.ts. */
	ownProcess: boolean;
	/** Lays the host down in an empty folder. */
	build(folder: string): void;
}

/** A folder of fixtures that is no line. Shown with the reason, so that nothing is left out in silence. */
export interface Skipped {
	name: string;
	skipped: string;
}

export const fixtures = join(repository, 'test/fixtures');

/** A `.gitignore` or `.env` among the fixtures would be one of this repository. */
const renamed = { gitignore: '.gitignore', env: '.env', 'env.example': '.env.example' };

/** Lays the files of a folder of fixtures over a host. */
export function layOver(folder: string, from: string): void {
	cpSync(from, folder, { recursive: true });
	for (const [name, real] of Object.entries(renamed))
		if (existsSync(join(folder, name))) renameSync(join(folder, name), join(folder, real));
}

/** Copies a host of `test/fixtures/hosts`. */
export const layBase = (folder: string, base: string): void => layOver(folder, join(fixtures, 'hosts', base));

export function write(folder: string, path: string, content: string | Uint8Array): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), content);
}

export const readText = (path: string): string | undefined =>
	existsSync(path) ? readFileSync(path, 'utf8') : undefined;
