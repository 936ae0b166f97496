import { type Identifier, Node, SyntaxKind } from 'ts-morph';
import { inExportList } from '../../../../syntax/exports.ts';
import { type HostFunction, isHostFunction } from '../../../../syntax/functions.ts';
import { isDeclared, sameName } from '../../../../syntax/names.ts';
import { wrapped } from '../../../../syntax/unwrap.ts';

/** The form action that a node stands in: what it returns is what the form gets. Undefined in any other function. */
export function actionOf(node: Node): HostFunction | undefined {
	const fn = node.getFirstAncestor(
		(one) =>
			Node.isFunctionLikeDeclaration(one) || Node.isFunctionExpression(one) || Node.isArrowFunction(one),
	);
	return fn && isHostFunction(fn) && isAction(fn) ? fn : undefined;
}

function isAction(fn: HostFunction): boolean {
	if (Node.isMethodDeclaration(fn)) return isInActions(fn);
	const place = Node.isFunctionDeclaration(fn) ? fn : wrapped(fn).getParent();
	if (Node.isPropertyAssignment(place)) return isInActions(place);
	const name =
		Node.isFunctionDeclaration(place) || Node.isVariableDeclaration(place) ? place.getNameNode() : undefined;
	return Node.isIdentifier(name) && isOnlyListed(name);
}

/** A function with a name that is used for nothing but to list it among the actions. */
function isOnlyListed(name: Identifier): boolean {
	const words = sameName(name).filter((word) => word !== name);
	return (
		words.length > 0 &&
		words.every((word) => {
			const parent = word.getParent();
			const isListed =
				Node.isShorthandPropertyAssignment(parent) ||
				(Node.isPropertyAssignment(parent) && parent.getInitializer() === word);
			return !isDeclared(word) && isListed && isInActions(parent);
		})
	);
}

/** A member of `export const actions = { ... }`, whatever stands around the object. */
function isInActions(member: Node): boolean {
	const object = member.getParentIfKind(SyntaxKind.ObjectLiteralExpression);
	const declaration = object && wrapped(object).getParent();
	return (
		Node.isVariableDeclaration(declaration) &&
		declaration.getName() === 'actions' &&
		(declaration.getVariableStatement()?.hasExportKeyword() === true ||
			inExportList(member.getSourceFile(), 'actions') !== undefined)
	);
}
