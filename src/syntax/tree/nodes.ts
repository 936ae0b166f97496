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

/** Parses TypeScript or JavaScript; never throws. `open` reads what the file imports, when that is asked for. */
export function parsed(
	path: string,
	text: string,
	open: (module: string) => Parsed | undefined = () => undefined,
): Parsed {
	const ast = parseText(path, text.replace(/^\uFEFF/, ''), true);
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

/** Takes parentheses, `as`, `satisfies`, `!` and `await` off an expression. */
export function bare(node: ts.Node): ts.Node {
	let inner = node;
	while (
		ts.isParenthesizedExpression(inner) ||
		ts.isAsExpression(inner) ||
		ts.isSatisfiesExpression(inner) ||
		ts.isTypeAssertionExpression(inner) ||
		ts.isNonNullExpression(inner) ||
		ts.isAwaitExpression(inner)
	)
		inner = inner.expression;
	return inner;
}

export type FunctionNode =
	| ts.ArrowFunction
	| ts.FunctionExpression
	| ts.FunctionDeclaration
	| ts.MethodDeclaration;

export const isFunction = (node: ts.Node | undefined): node is FunctionNode =>
	node !== undefined &&
	(ts.isArrowFunction(node) ||
		ts.isFunctionExpression(node) ||
		ts.isFunctionDeclaration(node) ||
		ts.isMethodDeclaration(node));

export const isText = (node: ts.Node | undefined): node is ts.StringLiteralLike =>
	node !== undefined && ts.isStringLiteralLike(node);

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
