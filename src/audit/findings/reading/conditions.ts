import { ts } from 'ts-morph';
import { bare, calleeName, isFunction } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';

/** A part of a condition, and whether it holds. */
export interface Atom {
	node: ts.Node;
	truthy: boolean;
}

/** All of them hold. */
export type Case = Atom[];

const most = 48;

/** The cases in which an expression is truthy (or falsy): `a && (b || c)` is `a b` or `a c`. */
export function alternatives(expression: ts.Node, truthy: boolean, depth = 12): Case[] {
	const node = bare(expression);
	const again = (inner: ts.Node, wanted = truthy) => alternatives(inner, wanted, depth - 1);
	if (depth <= 0) return [[{ node, truthy }]];
	if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
		return again(node.operand, !truthy);
	if (ts.isBinaryExpression(node)) {
		const { kind } = node.operatorToken;
		const isAnd = kind === ts.SyntaxKind.AmpersandAmpersandToken;
		const isOr = kind === ts.SyntaxKind.BarBarToken;
		if (isAnd || isOr) {
			const [left, right] = [again(node.left), again(node.right)];
			return isAnd === truthy ? both(left, right) : [...left, ...right].slice(0, most);
		}
	}
	if (ts.isConditionalExpression(node))
		return [
			...both(again(node.condition, true), again(node.whenTrue)),
			...both(again(node.condition, false), again(node.whenFalse)),
		].slice(0, most);
	if (ts.isCallExpression(node) && calleeName(node) === 'Boolean' && node.arguments[0])
		return again(node.arguments[0]);
	const value = ts.isIdentifier(node) ? decided(node) : undefined;
	return value ? again(value) : [[{ node, truthy }]];
}

/** The condition behind a constant: `const isOpen = a || b`. A value that is awaited or read is none. */
function decided(name: ts.Identifier): ts.Node | undefined {
	const binding = bindingOf(name.text, name);
	if (binding?.kind !== 'value' || binding.taken.length > 0 || !binding.value || !binding.isConst)
		return undefined;
	if (ts.isAwaitExpression(binding.value)) return undefined;
	const value = bare(binding.value);
	const isCondition =
		ts.isPrefixUnaryExpression(value) ||
		ts.isCallExpression(value) ||
		// `roles[path]`: there is one, or there is none.
		ts.isElementAccessExpression(value) ||
		(ts.isBinaryExpression(value) && value.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken);
	return isCondition && value !== name.parent ? value : undefined;
}

/** Both at once. Too many cases become one, in which everything holds that is said anywhere. */
export function both(left: readonly Case[], right: readonly Case[]): Case[] {
	if (left.length * right.length > most) return [[...left, ...right].flat()];
	return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

/** Under which cases a node of a function runs, as far as that is written in the function. */
export function casesOf(node: ts.Node): Case[] {
	let cases: Case[] = [[]];
	for (
		let inner = node, outer = node.parent;
		outer && !ts.isSourceFile(outer);
		inner = outer, outer = outer.parent
	) {
		for (const [condition, truthy] of around(inner, outer))
			cases = both(cases, alternatives(condition, truthy));
		if (isFunction(outer) && !isCallback(outer)) return cases;
	}
	return cases;
}

/** A function that is handed to another runs, if it does, under the conditions of that call. */
const isCallback = (node: ts.Node): boolean =>
	ts.isCallExpression(node.parent) && node.parent.expression !== node;

type Condition = readonly [ts.Node, boolean];

/** What has to hold for `inner` to run once `outer` does. */
function around(inner: ts.Node, outer: ts.Node): Condition[] {
	if (ts.isIfStatement(outer)) {
		if (inner === outer.thenStatement) return [[outer.expression, true]];
		return inner === outer.elseStatement ? [[outer.expression, false]] : [];
	}
	if (ts.isConditionalExpression(outer)) {
		if (inner === outer.whenTrue) return [[outer.condition, true]];
		return inner === outer.whenFalse ? [[outer.condition, false]] : [];
	}
	if (ts.isBinaryExpression(outer) && inner === outer.right) {
		if (outer.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return [[outer.left, true]];
		return outer.operatorToken.kind === ts.SyntaxKind.BarBarToken ? [[outer.left, false]] : [];
	}
	// What a `try` could not do stands for itself: `catch` after `verify(token)`.
	if (ts.isCatchClause(outer)) return [[outer.parent.tryBlock, false]];
	if (ts.isCaseOrDefaultClause(outer)) return [...inClause(outer), ...before(inner, outer.statements)];
	return ts.isBlock(outer) ? before(inner, outer.statements) : [];
}

/** `case '/admin':` is no expression of its own: the clause stands for the comparison. */
function inClause(clause: ts.CaseOrDefaultClause): Condition[] {
	if (!ts.isCaseClause(clause)) return [];
	const isTrue = clause.parent.parent.expression.kind === ts.SyntaxKind.TrueKeyword;
	return [[isTrue ? clause.expression : clause, true]];
}

/**
 * Statements above that leave the function in some cases. After `if (!isPublic && !user) redirect(...)` the path is public
 * or somebody is there, which says nothing about what the next check guards.
 */
function before(inner: ts.Node, statements: ts.NodeArray<ts.Statement>): Condition[] {
	const index = statements.indexOf(inner as ts.Statement);
	return statements.slice(0, Math.max(index, 0)).flatMap((statement): Condition[] => {
		if (!ts.isIfStatement(statement)) return [];
		const { expression, thenStatement, elseStatement } = statement;
		if (leaves(thenStatement))
			return alternatives(expression, true).every((one) => one.length < 2) ? [[expression, false]] : [];
		return elseStatement && leaves(elseStatement) ? [[expression, true]] : [];
	});
}

/** SvelteKit's `redirect` and `error` throw. */
const throwing = new Set(['redirect', 'error']);

/** Whether what follows a statement does not run. */
export function leaves(statement: ts.Statement): boolean {
	if (ts.isBlock(statement)) {
		const last = statement.statements.at(-1);
		return last !== undefined && leaves(last);
	}
	if (ts.isIfStatement(statement))
		return (
			leaves(statement.thenStatement) &&
			statement.elseStatement !== undefined &&
			leaves(statement.elseStatement)
		);
	if (ts.isExpressionStatement(statement)) {
		const call = bare(statement.expression);
		return ts.isCallExpression(call) && throwing.has(calleeName(call));
	}
	return (
		ts.isReturnStatement(statement) ||
		ts.isThrowStatement(statement) ||
		ts.isContinueStatement(statement) ||
		ts.isBreakStatement(statement)
	);
}
