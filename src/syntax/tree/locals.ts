import { ts } from 'ts-morph';
import { bare, within } from './nodes.ts';

/** Whether something in a node makes `event.locals` anew. */
export const makesLocals = (node: ts.Node): boolean => localsAnew(node) !== undefined;

/**
 * What makes `event.locals` anew in a node: `event.locals = { db }`. What was on them is gone for all that gets the event
 * afterwards.
 */
export const localsAnew = (node: ts.Node): ts.Node | undefined =>
	within(node).find(
		(one) =>
			ts.isBinaryExpression(one) &&
			one.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
			ts.isPropertyAccessExpression(bare(one.left)) &&
			isLocals(one.left) &&
			!keepsLocals(one.right),
	);

/** `{ ...event.locals, db }`, `Object.assign(event.locals, ...)`: what was there is there. */
function keepsLocals(value: ts.Node): boolean {
	const made = bare(value);
	if (ts.isObjectLiteralExpression(made))
		return made.properties.some((part) => ts.isSpreadAssignment(part) && isLocals(part.expression));
	return (
		ts.isCallExpression(made) &&
		made.expression.getText() === 'Object.assign' &&
		made.arguments.some(isLocals)
	);
}

/** `event.locals`, `locals` */
export const isLocals = (node: ts.Node): boolean => /(?:^|\.)locals!?$/.test(bare(node).getText());
