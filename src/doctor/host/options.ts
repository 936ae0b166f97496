import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { type HostFunction, isHostFunction } from '../../syntax/functions.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { meaningBehind } from '../../syntax/values.ts';

/** The value of an option, seen through constants of the file; undefined where it is absent or cannot be seen. */
export function optionAt(object: ObjectLiteralExpression | undefined, ...keys: string[]): Node | undefined {
	let value: Node | undefined = object;
	for (const key of keys) {
		if (!Node.isObjectLiteralExpression(value)) return undefined;
		const found = findProperty(value, key);
		if (found.kind !== 'found') return undefined;
		if (Node.isMethodDeclaration(found.property)) value = found.property;
		else {
			const expression = expressionOf(found.property);
			value = expression && meaningBehind(expression).node;
		}
	}
	return value;
}

/** An option that is a function, written where it can be seen. */
export function functionAt(
	object: ObjectLiteralExpression | undefined,
	...keys: string[]
): HostFunction | undefined {
	const value = optionAt(object, ...keys);
	return value && isHostFunction(value) ? value : undefined;
}

/** Whether an object has an option, or may have it: it is spread into it. */
export const mayHaveOption = (object: ObjectLiteralExpression, key: string): boolean =>
	findProperty(object, key).kind !== 'absent';

/** A number as it is written, or a product of such: `30 * 24 * 60 * 60`. */
export function numberOf(node: Node | undefined): number | undefined {
	if (node === undefined) return undefined;
	if (Node.isNumericLiteral(node)) return node.getLiteralValue();
	if (Node.isParenthesizedExpression(node)) return numberOf(node.getExpression());
	if (!Node.isBinaryExpression(node) || node.getOperatorToken().getText() !== '*') return undefined;
	const [left, right] = [numberOf(node.getLeft()), numberOf(node.getRight())];
	return left === undefined || right === undefined ? undefined : left * right;
}

/** A text without anything computed in it. */
export const textOf = (node: Node | undefined): string | undefined =>
	Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)
		? node.getLiteralText()
		: undefined;

export const isWritten = (node: Node | undefined, text: string): boolean => node?.getText() === text;

/** Name under which a function takes a part of its first argument: `session` of `({ session })`. */
export function takenAs(fn: HostFunction, name: string): string | undefined {
	const binding = fn.getParameters()[0]?.getNameNode();
	if (!Node.isObjectBindingPattern(binding)) return undefined;
	const element = binding
		.getElements()
		.find((one) => (one.getPropertyNameNode() ?? one.getNameNode()).getText() === name);
	return element?.getName();
}

/** Whether a function may come to its end, or to a bare `return`, without an answer. Undefined where that takes more than looking. */
export function mayAnswerNothing(fn: HostFunction): boolean {
	const body = fn.getBody();
	if (!Node.isBlock(body)) return false;
	return endsOpen(body);
}

function endsOpen(node: Node | undefined): boolean {
	if (node === undefined) return true;
	if (Node.isBlock(node)) return endsOpen(node.getStatements().at(-1));
	if (Node.isReturnStatement(node)) return node.getExpression() === undefined;
	if (Node.isIfStatement(node)) return endsOpen(node.getThenStatement()) || endsOpen(node.getElseStatement());
	if (Node.isTryStatement(node)) {
		if (node.getFinallyBlock() && !endsOpen(node.getFinallyBlock())) return false;
		const caught = node.getCatchClause();
		return endsOpen(node.getTryBlock()) || (caught !== undefined && endsOpen(caught.getBlock()));
	}
	// Whether these are left takes more than looking.
	const isUnclear =
		Node.isThrowStatement(node) ||
		Node.isSwitchStatement(node) ||
		Node.isIterationStatement(node) ||
		Node.isLabeledStatement(node);
	return !isUnclear;
}
