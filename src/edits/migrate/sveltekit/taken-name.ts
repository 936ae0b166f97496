import { ts } from 'ts-morph';
import { isDeclared, isMember } from '../../../syntax/tree/names.ts';
import { isText, within } from '../../../syntax/tree/nodes.ts';
import type { Edit } from '../../splice/edit.ts';

/** Another word in the place of one, in whatever quotes it stands. */
export function rename(word: ts.Node, to: string): Edit {
	const inside = isText(word) ? 1 : 0;
	return { start: word.getStart() + inside, end: word.getEnd() - inside, text: to };
}

/**
 * The words by which a name that a pattern takes is used, its own among them. Undefined where some of them may be
 * another's, or where others see the name from outside.
 */
export function wordsOf(element: ts.BindingElement): ts.Identifier[] | undefined {
	const { name } = element;
	const scope = ts.isIdentifier(name) ? scopeOf(element) : undefined;
	if (!scope || !ts.isIdentifier(name)) return undefined;
	const words = within(scope).filter(
		(word): word is ts.Identifier => ts.isIdentifier(word) && word.text === name.text && !isMember(word),
	);
	const isPlain = words.every(
		(word) => word === name || !(isDeclared(word) || ts.isExportSpecifier(word.parent)),
	);
	return isPlain ? words : undefined;
}

/** Where a name that a pattern brings is known. */
function scopeOf(element: ts.BindingElement): ts.Node | undefined {
	let owner: ts.Node = element;
	while (ts.isBindingElement(owner) || ts.isObjectBindingPattern(owner) || ts.isArrayBindingPattern(owner))
		owner = owner.parent;
	if (ts.isParameter(owner)) return owner.parent;
	if (!ts.isVariableDeclaration(owner) || !ts.isVariableDeclarationList(owner.parent)) return undefined;
	const list = owner.parent;
	const isExported =
		ts.isVariableStatement(list.parent) &&
		(list.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
	// A `var` is known in more than its block.
	if (isExported || (list.flags & ts.NodeFlags.BlockScoped) === 0) return undefined;
	const around = ts.isVariableStatement(list.parent) ? list.parent.parent : list.parent;
	return ts.isCaseOrDefaultClause(around) ? around.parent : around;
}
