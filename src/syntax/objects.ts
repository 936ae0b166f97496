import { type BindingElement, Node, type ObjectLiteralExpression, ts } from 'ts-morph';
import { editableBehind } from './constants.ts';
import * as tree from './tree/nodes.ts';
import { type Unclear, unclear } from './unclear.ts';

/** Where an object literal says what `key` is. `unclear`: at a spread or a computed name that may say it too. */
export type FoundProperty = { kind: 'absent' } | { kind: 'found'; property: Node } | Unclear;

export function findProperty(object: ObjectLiteralExpression, key: string): FoundProperty {
	// The last one wins, so the first from the end decides.
	for (const property of object.getProperties().toReversed()) {
		if (Node.isSpreadAssignment(property)) {
			if (!mayHold(property.getExpression(), key)) continue;
			return unclear(`spreads in what may hold \`${key}\``, property);
		}
		const name = nameOf(property);
		if (name === undefined) return unclear(`has a computed name that may be \`${key}\``, property);
		if (name === key) return { kind: 'found', property };
	}
	return { kind: 'absent' };
}

/** Whether an expression that is spread into an object may bring `key` along. */
function mayHold(expression: Node, key: string): boolean {
	const value = editableBehind(expression);
	if (Node.isObjectLiteralExpression(value)) return findProperty(value, key).kind !== 'absent';
	if (Node.isConditionalExpression(value))
		return mayHold(value.getWhenTrue(), key) || mayHold(value.getWhenFalse(), key);
	// What is false, null or undefined spreads nothing.
	if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&')
		return mayHold(value.getRight(), key);
	return !Node.isNullLiteral(value) && value.getText() !== 'undefined';
}

/** The name of a property as a program sees it; undefined for a spread, and for one that is computed. */
export const nameOf = (property: Node): string | undefined =>
	tree.nameOf(ts.getNameOfDeclaration(property.compilerNode as ts.Declaration));

/** The property that a part of a destructuring pattern takes: `locals` of `{ locals: own }`. */
export const takenName = ({ compilerNode: { propertyName, name } }: BindingElement): string | undefined =>
	tree.nameOf(propertyName ?? name);

/** The expression of `key: expression` or `{ key }`; undefined for a method or an accessor. */
export function expressionOf(property: Node): Node | undefined {
	if (Node.isPropertyAssignment(property)) return property.getInitializer();
	return Node.isShorthandPropertyAssignment(property) ? property.getNameNode() : undefined;
}

/** The property of this name, quoted or not. The last one counts. */
export const propertyNamed = (object: ObjectLiteralExpression, name: string): Node | undefined =>
	object.getProperties().findLast((property) => nameOf(property) === name);
