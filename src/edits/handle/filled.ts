import { Node } from 'ts-morph';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { isFunctionValue } from '../../syntax/functions.ts';
import { unwrap } from '../../syntax/unwrap.ts';

/**
 * Whether an expression is one that a handle comes from, and none of its branches is undefined, null or false:
 * `sequence` would call it (H13).
 */
export function isSurelyFilled(expression: Node): boolean {
	const value = unwrap(expression);
	if (Node.isConditionalExpression(value))
		return isSurelyFilled(value.getWhenTrue()) && isSurelyFilled(value.getWhenFalse());
	if (Node.isBinaryExpression(value)) {
		const falls = ['??', '||'].includes(value.getOperatorToken().getText());
		return falls && isSurelyFilled(value.getRight());
	}
	if (Node.isPropertyAccessExpression(value) || Node.isElementAccessExpression(value))
		return !value.hasQuestionDotToken();
	if (Node.isAwaitExpression(value)) return isSurelyFilled(value.getExpression());
	if (Node.isIdentifier(value)) return isFilled(topLevelBinding(value.getSourceFile(), value.getText()));
	return isFunctionValue(value) || Node.isCallExpression(value);
}

/** Whether a top-level name holds a value as soon as the file has run. */
export function isFilled(binding: Node | undefined): boolean {
	if (!binding || Node.isClassDeclaration(binding) || Node.isEnumDeclaration(binding)) return false;
	if (!Node.isVariableDeclaration(binding)) return true;
	const initializer = binding.getInitializer();
	return initializer !== undefined && isSurelyFilled(initializer);
}
