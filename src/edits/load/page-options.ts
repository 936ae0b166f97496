import { type SourceFile, SyntaxKind } from 'ts-morph';
import { unwrap } from '../../syntax/unwrap.ts';

/**
 * What the page options of a layout (`export const ssr = false`) mean for sessions, one sentence each
 * (docs/host-shapes.md, L12).
 * @param ast a root `+layout.server` or `+layout` module.
 */
export function pageOptionNotes(ast: SourceFile): string[] {
	const notes: string[] = [];
	for (const statement of ast.getVariableStatements()) {
		if (!statement.hasExportKeyword()) continue;
		for (const declaration of statement.getDeclarations()) {
			const initializer = declaration.getInitializer();
			const value = initializer && unwrap(initializer).getKind();
			const line = declaration.getStartLineNumber();
			if (declaration.getName() === 'ssr' && value === SyntaxKind.FalseKeyword)
				notes.push(
					`line ${line} turns server rendering off: pages know the session only once they run in the browser`,
				);
		}
	}
	return notes;
}
