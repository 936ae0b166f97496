import { SyntaxKind } from 'ts-morph';
import { addImports, importedAs, type NamedImport } from './imports.ts';
import { freeName, type Source } from './source.ts';
import type { Edit } from './text.ts';

/** Local names for what an edit needs from other modules: the present import's, or a free one that is imported. */
export class LocalNames {
	readonly #imports: NamedImport[] = [];
	readonly #source: Source;

	constructor(source: Source) {
		this.#source = source;
	}

	/** @param wanted names to try, in this order, when the file does not import it yet. */
	of(module: string, name: string, ...wanted: [string, ...string[]]): string {
		const present = importedAs(this.#source, module, name);
		if (present) return present;
		const as = freeName(this.#source, ...wanted);
		this.#imports.push({ module, name, as });
		return as;
	}

	/** The given edits together with the imports that they need. */
	withImports(edits: Edit[]): Edit[] {
		return [...addImports(this.#source, this.#imports), ...edits];
	}
}

/** `protect(['/dashboard'])` */
export const guardCall = (name: string, paths: string[], quote: string): string =>
	`${name}([${paths.map((path) => quote + path + quote).join(', ')}])`;

/** The paths that no `protect(...)` of a file names yet. */
export function missingGuards(source: Source, runtimeModule: string, paths: string[]): string[] {
	const guard = importedAs(source, runtimeModule, 'protect');
	const texts = source.ast
		.getDescendantsOfKind(SyntaxKind.StringLiteral)
		.map((literal) => literal.getLiteralValue());
	return paths.filter((path) => !guard || !texts.includes(path));
}

/** Whether a file imports a name and does something with it. */
export function isUsed(source: Source, module: string, name: string): boolean {
	const local = importedAs(source, module, name);
	const identifiers = source.ast.getDescendantsOfKind(SyntaxKind.Identifier);
	return local !== undefined && identifiers.filter((id) => id.getText() === local).length > 1;
}
