import type { ImportDeclaration } from 'ts-morph';
import { type ImportSpecifier, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isModule } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import type { Edit } from './edit.ts';
import { removeItems, removeStatements } from './remove.ts';

/** A name that an edit of ours may have imported. */
export interface OwnImport {
	module: string;
	name: string;
}

/**
 * The edits that take away imports of ours which nothing uses once other edits are made.
 * @param gone the edits that take the uses away.
 */
export function removeOwnImports(source: Source, own: OwnImport[], gone: Edit[]): Edit[] {
	const found = source.ast.getImportDeclarations().map((declaration) => {
		const items = declaration.getNamedImports();
		const names = own.filter(({ module }) => isModule(declaration, module)).map(({ name }) => name);
		// A comment in there is about something: the import stays.
		const commented = /\/\/|\/\*/.test(declaration.getText().replace(/(['"])(?:(?!\1).)*\1/g, ''));
		const unused = (commented ? [] : items).filter(
			(item) => names.includes(item.getName()) && losesItsUses(source, item, gone),
		);
		const whole = unused.length > 0 && unused.length === items.length && !declaration.getDefaultImport();
		return { declaration, items, unused, whole };
	});
	// Lines next to each other at once, or the blank line behind the last one of a file would be left.
	const lines = found.filter(({ whole }) => whole).map(({ declaration }) => declaration);
	return [
		...removeStatements(source, lines),
		...found
			.filter(({ unused, whole }) => unused.length > 0 && !whole)
			.flatMap(({ items, unused }) => removeItems(source, items, new Set<Node>(unused))),
	];
}

/** Whether all that names it goes, and something does: an import that nothing used before is somebody else's. */
function losesItsUses({ ast }: Source, item: ImportSpecifier, gone: Edit[]): boolean {
	const name = (item.getAliasNode() ?? item.getNameNode()).getText();
	const uses = ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((id) => id.getText() === name && !id.getFirstAncestorByKind(SyntaxKind.ImportDeclaration));
	const goes = (id: Node) => gone.some(({ start, end }) => start <= id.getStart() && id.getEnd() <= end);
	return uses.length > 0 && uses.every(goes);
}

/** Whether nothing is left in a file but imports that nothing uses. */
export function isSpent(ast: SourceFile): boolean {
	if (/\/\/|\/\*|^#!/.test(ast.getFullText().replace(/(['"])(?:(?!\1).)*\1/g, ''))) return false;
	return ast
		.getStatements()
		.every((statement) => Node.isImportDeclaration(statement) && statement.getImportClause() !== undefined);
}

/** Deletions of the same stretch made one: a blank line may belong to what goes above it and below it. */
export function mergeDeletions(edits: Edit[]): Edit[] {
	const merged: Edit[] = [];
	for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && edit.start < last.end) last.end = Math.max(last.end, edit.end);
		else merged.push({ ...edit });
	}
	return merged;
}

/** Takes imports of a module out that nothing uses any more once `gone` is gone. */
export function removeUnusedImports(source: Source, module: string, gone: readonly Node[]): Edit[] {
	const isGone = (node: Node) => gone.some((one) => node === one || node.getAncestors().includes(one));
	const words = source.ast.getDescendantsOfKind(SyntaxKind.Identifier);
	// A name that nothing used before is none of our business.
	const uses = (name: string, where: (word: Node) => boolean) =>
		words.some(
			(word) =>
				word.getText() === name &&
				word.getFirstAncestorByKind(SyntaxKind.ImportDeclaration) === undefined &&
				where(word),
		);
	const isUnused = (name: string) => uses(name, isGone) && !uses(name, (word) => !isGone(word));
	return source.ast
		.getImportDeclarations()
		.filter((declaration) => isModule(declaration, module))
		.flatMap((declaration) => removeNames(source, declaration, isUnused));
}

function removeNames(
	source: Source,
	declaration: ImportDeclaration,
	isUnused: (name: string) => boolean,
): Edit[] {
	const items = declaration.getNamedImports();
	const gone = items.filter((item) => isUnused((item.getAliasNode() ?? item.getNameNode()).getText()));
	if (gone.length === 0) return [];
	const others = declaration.getDefaultImport() ?? declaration.getNamespaceImport();
	if (gone.length === items.length && !others) return removeStatements(source, [declaration]);
	return removeItems(source, items, new Set<Node>(gone));
}
