import { Node, SyntaxKind } from 'ts-morph';
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

/**
 * The paths that no `protect(...)` of a file names yet. Only its first argument counts: the same text in `except`, or
 * elsewhere in the file, guards nothing.
 */
export function missingGuards(source: Source, runtimeModule: string, paths: string[]): string[] {
	const guard = importedAs(source, runtimeModule, 'protect');
	const guarded = source.ast
		.getDescendantsOfKind(SyntaxKind.CallExpression)
		.filter((call) => guard !== undefined && call.getExpression().getText() === guard)
		.flatMap((call) => call.getArguments()[0] ?? [])
		.flatMap((argument) => (Node.isArrayLiteralExpression(argument) ? argument.getElements() : argument))
		.map((item) => (Node.isStringLiteral(item) ? item.getLiteralValue() : undefined));
	return paths.filter((path) => !guarded.includes(path));
}

/** Whether a file imports a name and does something with it. */
export function isUsed(source: Source, module: string, name: string): boolean {
	const local = importedAs(source, module, name);
	const identifiers = source.ast.getDescendantsOfKind(SyntaxKind.Identifier);
	return local !== undefined && identifiers.filter((id) => id.getText() === local).length > 1;
}
