import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { valueBehind } from './constants.ts';
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
		const name = keyOf(property);
		if (name === undefined) return unclear(`has a computed name that may be \`${key}\``, property);
		if (name === key) return { kind: 'found', property };
	}
	return { kind: 'absent' };
}

/** Whether an expression that is spread into an object may bring `key` along. */
function mayHold(expression: Node, key: string): boolean {
	const value = valueBehind(expression);
	if (Node.isObjectLiteralExpression(value)) return findProperty(value, key).kind !== 'absent';
	if (Node.isConditionalExpression(value))
		return mayHold(value.getWhenTrue(), key) || mayHold(value.getWhenFalse(), key);
	// What is false, null or undefined spreads nothing.
	if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&')
		return mayHold(value.getRight(), key);
	return !Node.isNullLiteral(value) && value.getText() !== 'undefined';
}

/** The name of a property as a program sees it; undefined for a computed one. */
export function keyOf(property: Node): string | undefined {
	if (Node.isShorthandPropertyAssignment(property)) return property.getName();
	if (
		!Node.isPropertyAssignment(property) &&
		!Node.isMethodDeclaration(property) &&
		!Node.isGetAccessorDeclaration(property) &&
		!Node.isSetAccessorDeclaration(property)
	)
		return undefined;
	const name = property.getNameNode();
	const inner = Node.isComputedPropertyName(name) ? name.getExpression() : name;
	if (Node.isStringLiteral(inner) || Node.isNoSubstitutionTemplateLiteral(inner))
		return inner.getLiteralText();
	return Node.isComputedPropertyName(name) ? undefined : inner.getText();
}

/** The expression of `key: expression` or `{ key }`; undefined for a method or an accessor. */
export function expressionOf(property: Node): Node | undefined {
	if (Node.isPropertyAssignment(property)) return property.getInitializer();
	return Node.isShorthandPropertyAssignment(property) ? property.getNameNode() : undefined;
}

/** The property of this name, quoted or not. */
export const propertyNamed = (object: ObjectLiteralExpression, name: string): Node | undefined =>
	object.getProperties().find((property) => !Node.isSpreadAssignment(property) && nameOf(property) === name);

export function nameOf(property: Node): string | undefined {
	const name = Node.hasName(property) ? property.getNameNode() : undefined;
	const key = Node.isComputedPropertyName(name) ? name.getExpression() : name;
	if (Node.isStringLiteral(key) || Node.isNoSubstitutionTemplateLiteral(key)) return key.getLiteralText();
	return Node.isComputedPropertyName(name) ? undefined : key?.getText();
}
