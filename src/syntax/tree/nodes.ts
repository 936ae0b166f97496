import { ts } from 'ts-morph';
import { parseText } from './parse.ts';

/*
 * Raw syntax trees: an audit looks into hundreds of files, and ts-morph's wrappers cost more than the parsing.
 */

/** A parsed file, with a way to the modules that it imports. */
export interface Parsed {
	path: string;
	ast: ts.SourceFile;
	/** The host's own file behind a module name, undefined for a package and for what is not there. */
	open(module: string): Parsed | undefined;
}

const files = new WeakMap<ts.SourceFile, Parsed>();

/**
 * Parses TypeScript or JavaScript; never throws. `open` reads what the file imports, when that is asked for.
 * @param source its text, or its tree with parents
 */
export function parsed(
	path: string,
	source: string | ts.SourceFile,
	open: (module: string) => Parsed | undefined = () => undefined,
): Parsed {
	const ast = typeof source === 'string' ? parseText(path, source.replace(/^\uFEFF/, ''), true) : source;
	const file = { path, ast, open };
	files.set(ast, file);
	return file;
}

export const fileOf = (node: ts.Node): Parsed => {
	const ast = node.getSourceFile();
	return files.get(ast) ?? { path: ast.fileName, ast, open: () => undefined };
};

export const lineOf = (node: ts.Node): number => {
	const ast = node.getSourceFile();
	return ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1;
};

/** A node and all below it, in the order of the text. A stack, since a file may be nested deeper than ours. */
export function within(root: ts.Node, enters: (node: ts.Node) => boolean = () => true): ts.Node[] {
	const found: ts.Node[] = [];
	const stack: ts.Node[] = [root];
	for (let node = stack.pop(); node; node = stack.pop()) {
		found.push(node);
		if (node !== root && !enters(node)) continue;
		const children: ts.Node[] = [];
		ts.forEachChild(node, (child) => void children.push(child));
		stack.push(...children.reverse());
	}
	return found;
}

/** Parentheses, `as`, `satisfies`, `<Type>` and `!`: what stands inside is the same value. */
export const isWrapping = (
	node: ts.Node,
): node is
	| ts.ParenthesizedExpression
	| ts.AsExpression
	| ts.SatisfiesExpression
	| ts.TypeAssertion
	| ts.NonNullExpression =>
	ts.isParenthesizedExpression(node) ||
	ts.isAsExpression(node) ||
	ts.isSatisfiesExpression(node) ||
	ts.isTypeAssertionExpression(node) ||
	ts.isNonNullExpression(node);

/** Takes all of that off an expression. */
export function unwrapped<T extends ts.Node>(node: T): T | ts.Expression {
	let inner: T | ts.Expression = node;
	while (isWrapping(inner)) inner = inner.expression;
	return inner;
}

/** The same, and `await` with it. */
export function bare(node: ts.Node): ts.Node {
	let inner = unwrapped(node);
	while (ts.isAwaitExpression(inner)) inner = unwrapped(inner.expression);
	return inner;
}

export type FunctionNode =
	| ts.ArrowFunction
	| ts.FunctionExpression
	| ts.FunctionDeclaration
	| ts.MethodDeclaration;

export const isFunction = (node: ts.Node | undefined): node is FunctionNode =>
	node !== undefined &&
	(isFunctionValue(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node));

/** A function that is written as an expression. */
export const isFunctionValue = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
	ts.isArrowFunction(node) || ts.isFunctionExpression(node);

export const isText = (node: ts.Node | undefined): node is ts.StringLiteralLike =>
	node !== undefined && ts.isStringLiteralLike(node);

/** The text of a name that a property or an export has; undefined when it is computed. */
export function nameOf(name: ts.Node | undefined): string | undefined {
	const key = name && ts.isComputedPropertyName(name) ? name.expression : name;
	if (isText(key)) return key.text;
	return key === name && key && (ts.isIdentifier(key) || ts.isNumericLiteral(key)) ? key.text : undefined;
}

/** The property of a name, quoted or not, that is written in an object itself. The last one counts. */
export const propertyNamed = (
	object: ts.ObjectLiteralExpression,
	name: string,
): ts.ObjectLiteralElementLike | undefined =>
	object.properties.findLast((property) => nameOf(property.name) === name);

/** The value of such a property. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	const found = propertyNamed(object, name);
	return found && ts.isPropertyAssignment(found) ? unwrapped(found.initializer) : undefined;
}

/** `a = b`, `a ??= b`, `a += b`. */
export const isAssignment = (node: ts.Node): boolean =>
	ts.isBinaryExpression(node) &&
	node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
	node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;

/** `redirect` of `redirect(...)`, `startsWith` of `path.startsWith(...)`; empty for other callees. */
export function calleeName(call: ts.CallExpression): string {
	const callee = bare(call.expression);
	if (ts.isIdentifier(callee)) return callee.text;
	return ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
}

/** The expression that a function does nothing but return. */
export function soleResult(node: FunctionNode): ts.Expression | undefined {
	const { body } = node;
	if (!body) return undefined;
	if (!ts.isBlock(body)) return body;
	const [only, second] = body.statements;
	return only && !second && ts.isReturnStatement(only) ? only.expression : undefined;
}
