import {
	type CallExpression,
	Node,
	type ObjectLiteralExpression,
	type SourceFile,
	SyntaxKind,
	VariableDeclarationKind,
} from 'ts-morph';
import { unwrap } from './source.ts';

/** Under which expressions a file can reach an export of a module: `name`, its alias, `namespace.name`. */
export function localNames(ast: SourceFile, module: string, name: string): string[] {
	return ast
		.getImportDeclarations()
		.filter((declaration) => declaration.getModuleSpecifierValue() === module && !declaration.isTypeOnly())
		.flatMap((declaration) => {
			const namespace = declaration.getNamespaceImport()?.getText();
			const named = declaration
				.getNamedImports()
				.filter((item) => item.getName() === name && !item.isTypeOnly())
				.map((item) => item.getAliasNode()?.getText() ?? name);
			return namespace === undefined ? named : [...named, `${namespace}.${name}`];
		});
}

/** The calls of an imported function, wherever in the file; none where a local name could hide the import. */
export function callsTo(ast: SourceFile, module: string, name: string): CallExpression[] {
	const names = localNames(ast, module, name).filter((local) => !isHidden(ast, local.split('.')[0] ?? local));
	return ast
		.getDescendantsOfKind(SyntaxKind.CallExpression)
		.filter((call) => names.includes(call.getExpression().getText()));
}

const isHidden = (ast: SourceFile, name: string): boolean =>
	ast
		.getDescendants()
		.some(
			(node) =>
				(Node.isVariableDeclaration(node) ||
					Node.isParameterDeclaration(node) ||
					Node.isBindingElement(node) ||
					Node.isFunctionDeclaration(node)) &&
				node.getName() === name,
		);

/** What a module exports as `name`: an expression, or the module that it is handed on from. */
export type Exported = { kind: 'value'; node: Node } | { kind: 'elsewhere'; node: Node; module: string };

/** The default export, written as such or in an export list. */
export function defaultExport(ast: SourceFile): Exported | undefined {
	const assignment = ast.getExportAssignment((item) => !item.isExportEquals());
	return assignment ? { kind: 'value', node: assignment.getExpression() } : inExportList(ast, 'default');
}

/** The member of an export list under its outer name; its node is the local name. */
export function inExportList(ast: SourceFile, name: string): Exported | undefined {
	for (const declaration of ast.getExportDeclarations()) {
		const specifier = declaration
			.getNamedExports()
			.find((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === name);
		if (!specifier || declaration.isTypeOnly()) continue;
		const node = specifier.getNameNode();
		const module = declaration.getModuleSpecifierValue();
		return module === undefined ? { kind: 'value', node } : { kind: 'elsewhere', node, module };
	}
	return undefined;
}

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

/** Where an object literal says what `key` is. `hidden`: at a spread or a computed name that may say it too. */
export type FoundProperty =
	| { kind: 'absent' }
	| { kind: 'found'; property: Node }
	| { kind: 'hidden'; property: Node; reason: string };

export function findProperty(object: ObjectLiteralExpression, key: string): FoundProperty {
	// The last one wins, so the first from the end decides.
	for (const property of object.getProperties().toReversed()) {
		if (Node.isSpreadAssignment(property)) {
			if (!mayHold(property.getExpression(), key)) continue;
			return { kind: 'hidden', property, reason: `spreads in what may hold \`${key}\`` };
		}
		const name = keyOf(property);
		if (name === undefined)
			return { kind: 'hidden', property, reason: `has a computed name that may be \`${key}\`` };
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

/** The list that an object or array literal is, for `insertItems`. */
export const listOf = (literal: Node, items: Node[], padding: '' | ' ') => ({
	items,
	open: literal.getStart() + 1,
	close: literal.getEnd() - 1,
	padding,
});
