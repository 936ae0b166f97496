import { importedAs } from '../../syntax/imports.ts';
import { freeName } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import type { Edit } from './edit.ts';
import { addImports, type WantedImport } from './imports.ts';

/** Local names for what an edit needs from other modules: the present import's, or a free one that is imported. */
export class LocalNames {
	readonly #imports: WantedImport[] = [];
	readonly #source: Source;

	constructor(source: Source) {
		this.#source = source;
	}

	/** @param wanted names to try, in this order, when the file does not import it yet. */
	of(module: string, name: string, ...wanted: [string, ...string[]]): string {
		const present = importedAs(this.#source, module, name);
		if (present) return present;
		const as = freeName(this.#source, ...wanted);
		// Here a default export is one that the file has re-exported in braces so far.
		this.#imports.push({ module, name, as, ...(name === 'default' ? { inBraces: true } : {}) });
		return as;
	}

	/** The given edits together with the imports that they need. */
	withImports(edits: Edit[]): Edit[] {
		return [...addImports(this.#source, this.#imports), ...edits];
	}
}
