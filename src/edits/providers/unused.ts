import { type ImportDeclaration, type ImportSpecifier, Node, SyntaxKind } from 'ts-morph';
import { bindingsOf, localOf } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import type { Edit } from '../splice/edit.ts';
import { removeItems, removeStatements } from '../splice/remove.ts';

/** What an edit of ours may have imported: any of these goes when its last use goes. */
export type IsOwnImport = (module: string, name: string) => boolean;

/**
 * The edits that take imports out whose uses all go.
 * @param gone the nodes that other edits take away.
 * @param statements that go besides: lines next to each other go at once, or a blank line would be left.
 */
export function removeUnused(
	source: Source,
	isOwn: IsOwnImport,
	gone: readonly Node[],
	statements: Node[],
): Edit[] {
	const whole: Node[] = [...statements];
	const edits: Edit[] = [];
	for (const declaration of source.ast.getImportDeclarations()) {
		const unused = unusedOf(source, declaration, isOwn, gone);
		const { default: own, space, named } = bindingsOf(declaration);
		const all = [own, space, ...named].filter((one) => one !== undefined);
		if (unused.length === 0) continue;
		if (unused.length === all.length) whole.push(declaration);
		else edits.push(...without(source, declaration, unused));
	}
	return [...removeStatements(source, whole), ...edits];
}

/** Names of other imports that nothing uses any more: whether they do something besides, nobody can tell. */
export const leftUnused = (source: Source, isOwn: IsOwnImport, gone: readonly Node[]): string[] =>
	source.ast
		.getImportDeclarations()
		.flatMap((declaration) =>
			unusedOf(source, declaration, (module, name) => !isOwn(module, name), gone).map((node) =>
				Node.isImportSpecifier(node) ? localOf(node) : node.getText(),
			),
		);

function unusedOf(
	{ ast }: Source,
	declaration: ImportDeclaration,
	isOwn: IsOwnImport,
	gone: readonly Node[],
): Node[] {
	const module = declaration.getModuleSpecifierValue();
	const { default: own, space, named } = bindingsOf(declaration);
	const bindings: { node: Node; name: string; local: string }[] = [
		...(own ? [{ node: own, name: 'default', local: own.getText() }] : []),
		...(space ? [{ node: space, name: '*', local: space.getText() }] : []),
		...named.map((node) => ({ node, name: node.getName(), local: localOf(node) })),
	];
	const words = ast.getDescendantsOfKind(SyntaxKind.Identifier);
	const isGone = (word: Node) => gone.some((one) => word === one || word.getAncestors().includes(one));
	return bindings
		.filter(({ name, local }) => {
			if (!isOwn(module, name)) return false;
			const uses = words.filter(
				(word) => word.getText() === local && !word.getFirstAncestorByKind(SyntaxKind.ImportDeclaration),
			);
			// A name that nothing used before is none of our business.
			return uses.length > 0 && uses.every(isGone);
		})
		.map(({ node }) => node);
}

function without(source: Source, declaration: ImportDeclaration, unused: Node[]): Edit[] {
	const { default: own, named } = bindingsOf(declaration);
	const clause = declaration.getImportClauseOrThrow();
	const bindings = clause.getNamedBindings();
	if (own && unused.includes(own) && bindings) {
		const between = source.text.slice(own.getEnd(), bindings.getStart());
		// A comment in there stays, and the name with it.
		if (!/^\s*,\s*$/.test(between)) return [];
		return [{ start: own.getStart(), end: bindings.getStart(), text: '' }];
	}
	const gone = named.filter((item: ImportSpecifier) => unused.includes(item));
	if (gone.length < named.length) return removeItems(source, named, new Set<Node>(gone));
	const end = bindings?.getEnd();
	return own && end !== undefined ? [{ start: own.getEnd(), end, text: '' }] : [];
}
