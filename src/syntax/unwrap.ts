import { Node } from 'ts-morph';

/** Takes parentheses, `as`, `satisfies`, `<Type>` and `!` off an expression. */
export function unwrap(node: Node): Node {
	let inner = node;
	while (
		Node.isParenthesizedExpression(inner) ||
		Node.isAsExpression(inner) ||
		Node.isSatisfiesExpression(inner) ||
		Node.isTypeAssertion(inner) ||
		Node.isNonNullExpression(inner)
	) {
		inner = inner.getExpression();
	}
	return inner;
}
