import type { EditFinding } from '../splice/edit.ts';
import type { MigrateCode } from './codes.ts';

/** What an edit has to tell: of each kind the first place in a file. */
export class Findings {
	readonly #found = new Map<MigrateCode, EditFinding>();

	/** @param text one sentence that follows the place. */
	add(code: MigrateCode, line: number, text: string): void {
		const before = this.#found.get(code);
		if (!before || line < before.line) this.#found.set(code, { code, line, text });
	}

	/** As a result carries them: nothing where there are none. */
	given(): { findings?: EditFinding[] } {
		const findings = [...this.#found.values()].sort((a, b) => a.line - b.line);
		return findings.length > 0 ? { findings } : {};
	}
}
