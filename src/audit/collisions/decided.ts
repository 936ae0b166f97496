import { ts } from 'ts-morph';
import { bare, type FunctionNode, isFunction, within } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import { pathCheck } from '../findings/paths/index.ts';
import { alternatives } from '../findings/reading/conditions.ts';
import { either, type Truth, together } from './truth.ts';

/** What an expression without calls of functions comes to. */
type Read = (node: ts.Node, truthy: boolean) => Truth | undefined;

/**
 * What a function of the host that goes by the path says, statement by statement: `if (open.includes(path)) return true;
 * return false`. Undefined for another expression, and for a function that compares no path.
 */
export function decidedBy(node: ts.Node, truthy: boolean, read: Read): Truth | undefined {
	const call = bare(node);
	const called = ts.isCallExpression(call) ? behind(call.expression) : undefined;
	if (!isFunction(called) || !called.body || !ts.isBlock(called.body) || !comparesPath(called))
		return undefined;
	const result = ofStatements(called.body.statements, read) ?? 'no';
	return truthy || result === 'may' ? result : result === 'yes' ? 'no' : 'yes';
}

const comparesPath = (fn: FunctionNode): boolean => within(fn).some((part) => pathCheck(part) !== undefined);

/** The value that is returned; undefined where the statements come to an end without one. */
function ofStatements(statements: readonly ts.Statement[], read: Read): Truth | undefined {
	for (const statement of statements) {
		const result = ofStatement(statement, read);
		if (result) return result;
	}
	return undefined;
}

function ofStatement(statement: ts.Statement, read: Read): Truth | undefined {
	if (ts.isReturnStatement(statement))
		return statement.expression ? truthOf(statement.expression, read) : 'no';
	if (ts.isBlock(statement)) return ofStatements(statement.statements, read);
	// A comparison with the variable of a loop is one with all of its values.
	if (ts.isForOfStatement(statement)) return ofStatement(statement.statement, read);
	if (ts.isVariableStatement(statement) || ts.isExpressionStatement(statement)) return undefined;
	if (!ts.isIfStatement(statement)) return 'may';
	const holds = truthOf(statement.expression, read);
	const ways = [
		holds === 'no' ? undefined : statement.thenStatement,
		holds === 'yes' ? undefined : statement.elseStatement,
	];
	const results = ways.map((way) => way && ofStatement(way, read));
	return holds === 'may' && results.some(Boolean) ? 'may' : results.find(Boolean);
}

function truthOf(expression: ts.Expression, read: Read): Truth {
	const value = bare(expression);
	if (value.kind === ts.SyntaxKind.TrueKeyword) return 'yes';
	if (value.kind === ts.SyntaxKind.FalseKeyword) return 'no';
	return either(
		alternatives(value, true).map((one) =>
			together(one.map(({ node, truthy }) => read(node, truthy) ?? 'may')),
		),
	);
}
