import { Node, SyntaxKind } from 'ts-morph';
import type { Edit } from '../../splice/edit.ts';
import { hasComment } from './calls.ts';

/*
 * What a member needs around it that becomes a call to be waited for.
 */

/** Without semicolons, a parenthesis at the start of a statement would call what the line above ends with. */
export function semicolonBefore(node: Node): '' | ';' {
	const statement = node.getFirstAncestor((one) => Node.isStatement(one));
	if (statement?.getStart() !== node.getStart()) return '';
	const before = statement.getPreviousSibling();
	// What stands behind `if (...)` or `else` follows no statement: a semicolon would be one of its own.
	return !Node.isStatement(before) || before.getText().endsWith(';') ? '' : ';';
}

/** `session` of `event.locals?.session` becomes `auth()`, and so does `['session']` with a dot in front. */
export function memberEdit(node: Node): Edit | undefined {
	if (Node.isPropertyAccessExpression(node)) {
		const name = node.getNameNode();
		return { start: name.getStart(), end: name.getEnd(), text: 'auth()' };
	}
	const bracket = node.getFirstChildByKind(SyntaxKind.OpenBracketToken);
	if (
		!bracket ||
		hasComment(bracket.getFullText() + node.getText().slice(bracket.getEnd() - node.getStart()))
	)
		return undefined;
	const dot = node.getFirstChildByKind(SyntaxKind.QuestionDotToken) ? '' : '.';
	return { start: bracket.getStart(), end: node.getEnd(), text: `${dot}auth()` };
}

/** Behind `await x` nothing may stand that binds closer. */
export function needsParentheses(node: Node): boolean {
	const parent = node.getParent();
	return (
		Node.isPropertyAccessExpression(parent) ||
		Node.isElementAccessExpression(parent) ||
		(Node.isCallExpression(parent) && parent.getExpression() === node) ||
		Node.isNonNullExpression(parent) ||
		Node.isPrefixUnaryExpression(parent) ||
		Node.isTypeOfExpression(parent) ||
		(Node.isBinaryExpression(parent) && parent.getOperatorToken().getText() === '**')
	);
}

/** `event?.locals.session.user` ends at `event` where there is none; `(await event?.locals.auth()).user` would throw. */
export function breaksChain(node: Node): boolean {
	const isOptional = node
		.getDescendantsOfKind(SyntaxKind.QuestionDotToken)
		.some((token) => token.getStart() < node.getEnd());
	const parent = behindMarks(node);
	const isMember = Node.isPropertyAccessExpression(parent) || Node.isElementAccessExpression(parent);
	return isOptional && isMember && !parent.hasQuestionDotToken();
}

/** What stands around an expression and its `!`. */
function behindMarks(node: Node): Node {
	const parent = node.getParentOrThrow();
	return Node.isNonNullExpression(parent) ? behindMarks(parent) : parent;
}
