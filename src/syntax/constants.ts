import { type Identifier, Node, SyntaxKind, VariableDeclarationKind } from 'ts-morph';
import { isAssigned } from './assignments.ts';
import { isDeclared, sameName } from './names.ts';
import { unwrap } from './unwrap.ts';

/**
 * The value of an expression, through casts and through constants of this file that nothing else uses: whoever edits
 * it there edits nothing else.
 */
export function valueBehind(node: Node): Node {
	const value = unwrap(node);
	const initializer = Node.isIdentifier(value) ? soleConstant(value) : undefined;
	return initializer ? valueBehind(initializer) : value;
}

function soleConstant(use: Node): Node | undefined {
	const words = use
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === use.getText() && !isMemberName(word));
	const name = words.find((word) => word !== use);
	const declaration = name?.getParent();
	if (words.length !== 2 || !Node.isVariableDeclaration(declaration)) return undefined;
	const statement = declaration.getVariableStatement();
	if (declaration.getNameNode() !== name || statement?.isExported()) return undefined;
	return statement?.getDeclarationKind() === VariableDeclarationKind.Const
		? declaration.getInitializer()
		: undefined;
}

/** `x.name` and `{ name: ... }` spell the word without meaning the variable. */
function isMemberName(word: Node): boolean {
	const parent = word.getParent();
	return (
		(Node.isPropertyAccessExpression(parent) || Node.isPropertyAssignment(parent)) &&
		parent.getNameNode() === word
	);
}

/**
 * The value of an expression, through casts and through constants of this file, whoever else reads them. Good for
 * reading; what is edited must be behind constants that nothing else uses (`soleBehind`).
 */
export const constantBehind = (node: Node): Node => behind(node, constantOf, []);

/** The same through constants that nothing else uses: whoever edits it there edits nothing else. */
export const soleBehind = (node: Node): Node =>
	behind(node, (use) => (isSole(use) ? constantOf(use) : undefined), []);

function behind(node: Node, step: (use: Identifier) => Node | undefined, seen: Node[]): Node {
	const value = unwrap(node);
	const initializer = Node.isIdentifier(value) ? step(value) : undefined;
	// Two constants can name each other.
	if (!initializer || seen.includes(initializer)) return value;
	return behind(initializer, step, [...seen, initializer]);
}

/** Methods after which a list is not what its declaration says. */
const changing = ['pop', 'push', 'shift', 'unshift', 'splice', 'fill', 'copyWithin', 'length'];

function constantOf(use: Identifier): Node | undefined {
	const words = sameName(use);
	const [name, other] = words.filter(isDeclared);
	const declaration = name?.getParent();
	if (other || !Node.isVariableDeclaration(declaration)) return undefined;
	return words.some((word) => isChanged(word) || isAssigned(word)) ? undefined : declaration.getInitializer();
}

/** Whether a constant is declared, used here, and nowhere else. */
export function isSole(use: Identifier): boolean {
	const words = sameName(use);
	const declaration = words.find(isDeclared)?.getParent();
	const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : undefined;
	return words.length === 2 && statement?.isExported() === false;
}

function isChanged(word: Identifier): boolean {
	const parent = word.getParent();
	if (Node.isElementAccessExpression(parent)) return parent.getExpression() === word;
	if (!Node.isPropertyAccessExpression(parent)) return false;
	return changing.includes(parent.getName()) || isAssigned(parent);
}
