import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const variable = 'AUTHGRAFT_TEST_TRACE';

/** Marks a program and everything that it starts, whatever group or session that is in. Linux only. */
export class Traces {
	readonly #mark = randomUUID();
	/** Given to the program. */
	readonly env = { [variable]: this.#mark };

	/** The command lines of what still runs; whoever does not run listens on no port, either. */
	left(): string[] {
		return readdirSync('/proc')
			.filter((name) => /^\d+$/.test(name))
			.flatMap((id) => {
				try {
					if (!readFileSync(`/proc/${id}/environ`, 'utf8').includes(`${variable}=${this.#mark}`)) return [];
					return [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')];
				} catch {
					// Somebody else's, or it has just ended.
					return [];
				}
			});
	}
}
