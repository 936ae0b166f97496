import ts from 'typescript';
import type { Package } from './package.ts';

/**
 * Makes a check whether a function of the package throws: itself, or by a call of another function of the package. What
 * a `catch` is there for does not count, nor what a function inside throws: that one has its own callers.
 */
export function createThrows({ checker, folder }: Package): (node: ts.FunctionDeclaration) => boolean {
	const known = new Map<ts.FunctionDeclaration, boolean>();

	function throws(node: ts.FunctionDeclaration): boolean {
		const before = known.get(node);
		if (before !== undefined) return before;
		// Functions that call each other throw when one of them does so itself.
		known.set(node, false);
		const answer = node.body !== undefined && visit(node.body);
		known.set(node, answer);
		return answer;
	}

	function visit(node: ts.Node): boolean {
		if (ts.isThrowStatement(node)) return true;
		if (ts.isFunctionLike(node)) return false;
		if (ts.isTryStatement(node) && node.catchClause)
			return visit(node.catchClause) || (node.finallyBlock !== undefined && visit(node.finallyBlock));
		if (ts.isCallExpression(node) && callsThrowing(node)) return true;
		return ts.forEachChild(node, visit) ?? false;
	}

	function callsThrowing({ expression }: ts.CallExpression): boolean {
		const named = ts.isIdentifier(expression) ? checker.getSymbolAtLocation(expression) : undefined;
		const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
		const called = symbol?.valueDeclaration;
		if (!called || !ts.isFunctionDeclaration(called)) return false;
		return called.getSourceFile().fileName.startsWith(folder) && throws(called);
	}

	return throws;
}
