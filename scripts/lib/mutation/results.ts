import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../bootstrap.mjs';

/** `timeout`: the tests did not come to an end, which they would be seen by. */
export type Verdict = 'killed' | 'timeout' | 'survived';

const path = join(root, 'node_modules', '.cache', 'authgraft-mutation.jsonl');

/** What earlier runs found out, so that a run can be stopped and gone on with. */
export class Results {
	readonly #known = new Map<string, Verdict>();

	constructor(fresh: boolean) {
		mkdirSync(dirname(path), { recursive: true });
		if (fresh || !existsSync(path)) return;
		for (const line of readFileSync(path, 'utf8').split('\n')) {
			// The last line of a run that was killed may be half a line.
			const [, key, verdict] = /^\["(\w+)","(\w+)"\]$/.exec(line) ?? [];
			if (key && verdict) this.#known.set(key, verdict as Verdict);
		}
	}

	get(key: string): Verdict | undefined {
		return this.#known.get(key);
	}

	set(key: string, verdict: Verdict): void {
		this.#known.set(key, verdict);
		appendFileSync(path, `${JSON.stringify([key, verdict])}\n`);
	}
}

/** The same for the same texts: of the mutant, its file and the tests. */
export const keyOf = (...texts: string[]): string =>
	createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 24);
