import { type ImportDeclaration, type ImportSpecifier, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { bindingsOf, localOf } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import type { Edit } from './edit.ts';
import { removeItems, removeStatements } from './remove.ts';

/** What an edit of ours may have imported: any of these goes when its last use goes. */
export type IsOwnImport = (module: string, name: string) => boolean;

/** Whether other edits take a word away. */
type Goes = (word: Node) => boolean;

/** What stands inside nodes that go. */
export const inNodes =
	(gone: readonly Node[]): Goes =>
	(word) =>
		gone.some((one) => word === one || word.getAncestors().includes(one));

/** What stands where edits splice. */
export const inEdits =
	(gone: readonly Edit[]): Goes =>
	(word) =>
		gone.some(({ start, end }) => start <= word.getStart() && word.getEnd() <= end);

/**
 * The edits that take imports out whose uses all go.
 * @param statements that go besides: lines next to each other go at once, or a blank line would be left.
 */
export function removeUnused(
	source: Source,
	isOwn: IsOwnImport,
	goes: Goes,
	statements: readonly Node[] = [],
): Edit[] {
	const whole: Node[] = [...statements];
	const edits: Edit[] = [];
	for (const declaration of source.ast.getImportDeclarations()) {
		const unused = unusedOf(source, declaration, isOwn, goes);
		if (unused.length === 0) continue;
		const { default: own, space, named } = bindingsOf(declaration);
		const all = [own, space, ...named].filter((one) => one !== undefined);
		if (unused.length < all.length) edits.push(...without(source, declaration, unused));
		// A comment in there is about something: the import stays.
		else if (!hasComment(declaration.getText())) whole.push(declaration);
	}
	return [...removeStatements(source, whole), ...edits];
}

/** Names of other imports that nothing uses any more: whether they do something besides, nobody can tell. */
export const leftUnused = (source: Source, isOwn: IsOwnImport, goes: Goes): string[] =>
	source.ast
		.getImportDeclarations()
		.flatMap((declaration) =>
			unusedOf(source, declaration, (module, name) => !isOwn(module, name), goes).map((node) =>
				Node.isImportSpecifier(node) ? localOf(node) : node.getText(),
			),
		);

function unusedOf({ ast }: Source, declaration: ImportDeclaration, isOwn: IsOwnImport, goes: Goes): Node[] {
	const module = declaration.getModuleSpecifierValue();
	const { default: own, space, named } = bindingsOf(declaration);
	const bindings: { node: Node; name: string; local: string }[] = [
		...(own ? [{ node: own, name: 'default', local: own.getText() }] : []),
		...(space ? [{ node: space, name: '*', local: space.getText() }] : []),
		...named.map((node) => ({ node, name: node.getName(), local: localOf(node) })),
	];
	const words = ast.getDescendantsOfKind(SyntaxKind.Identifier);
	return bindings
		.filter(({ name, local }) => {
			if (!isOwn(module, name)) return false;
			const uses = words.filter(
				(word) => word.getText() === local && !word.getFirstAncestorByKind(SyntaxKind.ImportDeclaration),
			);
			// A name that nothing used before is none of our business.
			return uses.length > 0 && uses.every(goes);
		})
		.map(({ node }) => node);
}

/** Some of what a declaration imports. */
function without(source: Source, declaration: ImportDeclaration, unused: Node[]): Edit[] {
	const { default: own, named } = bindingsOf(declaration);
	const gone = named.filter((item: ImportSpecifier) => unused.includes(item));
	const isPart = gone.length > 0 && gone.length < named.length;
	const items = isPart ? removeItems(source, named, new Set<Node>(gone)) : [];
	const bindings = declaration.getImportClauseOrThrow().getNamedBindings();
	if (!own || !bindings) return items;
	const isOwnGone = unused.includes(own);
	if (!isOwnGone && isPart) return items;
	const edit = isOwnGone
		? { start: own.getStart(), end: bindings.getStart(), text: '' }
		: { start: own.getEnd(), end: bindings.getEnd(), text: '' };
	// A comment in there stays, and the name with it.
	return hasComment(source.text.slice(edit.start, edit.end)) ? items : [edit, ...items];
}

const hasComment = (code: string): boolean => /\/\/|\/\*/.test(code.replace(/(['"])(?:(?!\1).)*\1/g, ''));

/** Whether nothing is left in a file but imports that nothing uses. */
export function isSpent(ast: SourceFile): boolean {
	const text = ast.getFullText();
	if (text.startsWith('#!') || hasComment(text)) return false;
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
