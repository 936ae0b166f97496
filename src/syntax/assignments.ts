import { Node, SyntaxKind } from 'ts-morph';
import { isAssignment } from './tree/nodes.ts';
import { unwrap } from './unwrap.ts';

/** Assignments to a name, in any scope: `name = x`, `name ??= x`, `({ name } = x)`. */
export function assignmentsTo(within: Node, name: string): Node[] {
	return within.getDescendantsOfKind(SyntaxKind.BinaryExpression).filter((expression) => {
		if (!isAssignment(expression.compilerNode)) return false;
		const target = unwrap(expression.getLeft());
		if (Node.isIdentifier(target)) return target.getText() === name;
		if (!Node.isObjectLiteralExpression(target) && !Node.isArrayLiteralExpression(target)) return false;
		return target.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => id.getText() === name);
	});
}

/** Left of an assignment, also as a target inside `[a, locals.auth] = ...` and `({ x: locals.auth } = ...)`. */
export function isAssigned(target: Node): boolean {
	let node = target;
	for (let parent = node.getParent(); parent; node = parent, parent = node.getParent()) {
		if (Node.isBinaryExpression(parent))
			return parent.getLeft() === node && isAssignment(parent.compilerNode);
		const inPattern =
			Node.isObjectLiteralExpression(parent) ||
			Node.isArrayLiteralExpression(parent) ||
			Node.isPropertyAssignment(parent) ||
			Node.isParenthesizedExpression(parent);
		if (!inPattern) return false;
	}
	return false;
}
