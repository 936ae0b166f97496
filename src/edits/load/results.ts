import { Node, type ObjectLiteralExpression, type ReturnStatement, SyntaxKind, ts } from 'ts-morph';
import { bindingsOf, isOtherScope } from '../../syntax/bindings.ts';
import type { HostFunction } from '../../syntax/functions.ts';
import { importedAs } from '../../syntax/imports.ts';
import { nameOf, propertyNamed } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';

/** One result that a `load` can have, as an object literal. */
export interface Result {
	/** What stands behind `return`: the literal, or the name of a constant that holds it. */
	node: Node;
	literal: ObjectLiteralExpression;
}

/** Every result of a load, in the order of the file; or the first one that is no visible object. */
export function resultsOf(source: Source, load: HostFunction): Result[] | Unclear {
	const body = load.getBody();
	if (!body) return unclear('`load` has no body', load);
	if (!Node.isArrowFunction(load) && load.isGenerator()) return unclear('is a generator', load);
	if (!Node.isBlock(body)) return resultsIn(source, load, body, body);
	const results: Result[] = [];
	for (const statement of ownReturns(body)) {
		const value = statement.getExpression();
		if (!value) return noObject(statement);
		const found = resultsIn(source, load, value, statement);
		if ('reason' in found) return found;
		results.push(...found);
	}
	return results.length > 0 ? results : unclear('`load` returns nothing', load);
}

const noObject = (node: Node): Unclear =>
	unclear('`load` returns something other than an object literal', node);

function resultsIn(source: Source, load: HostFunction, value: Node, place: Node): Result[] | Unclear {
	if (Node.isParenthesizedExpression(value) || Node.isNonNullExpression(value))
		return resultsIn(source, load, value.getExpression(), place);
	if (Node.isAsExpression(value) || Node.isSatisfiesExpression(value)) {
		if (value.getTypeNode()?.getText() === 'const')
			return resultsIn(source, load, value.getExpression(), place);
		return unclear('`load` gives what it returns a type that may hold no `session`', place);
	}
	if (Node.isObjectLiteralExpression(value)) return [{ node: value, literal: value }];
	if (Node.isConditionalExpression(value)) {
		const yes = resultsIn(source, load, value.getWhenTrue(), place);
		if ('reason' in yes) return yes;
		const no = resultsIn(source, load, value.getWhenFalse(), place);
		return 'reason' in no ? no : [...yes, ...no];
	}
	if (neverReturns(source, value)) return [];
	const literal = Node.isIdentifier(value) ? constantObject(load, value) : undefined;
	return literal ? [{ node: value, literal }] : noObject(place);
}

/** `redirect(...)` and `error(...)` of SvelteKit throw: `return redirect(...)` has no result. */
function neverReturns(source: Source, value: Node): boolean {
	if (!Node.isCallExpression(value)) return false;
	const callee = value.getExpression().getText();
	return ['redirect', 'error'].some((name) => importedAs(source, '@sveltejs/kit', name) === callee);
}

/**
 * The object literal that a constant of the load itself is initialised with. Undefined where the name could stand for
 * anything else, or where a written type could hold no session.
 */
function constantObject(load: HostFunction, use: Node): ObjectLiteralExpression | undefined {
	const [binding, second] = bindingsOf(load, use.getText());
	if (!binding || second || !Node.isVariableDeclaration(binding)) return undefined;
	const statement = binding.getVariableStatement();
	if (statement?.getDeclarationKind() !== 'const' || binding.getTypeNode()) return undefined;
	if (ts.getJSDocType(binding.compilerNode)) return undefined;
	// Outside the block of the constant, the name means something else.
	const block = binding.getFirstAncestorByKind(SyntaxKind.Block);
	if (!use.getAncestors().some((ancestor) => ancestor === block)) return undefined;
	const value = binding.getInitializer();
	return Node.isObjectLiteralExpression(value) ? value : undefined;
}

/** Return statements of this function, not of functions inside it. */
function ownReturns(body: Node): ReturnStatement[] {
	const found: ReturnStatement[] = [];
	body.forEachDescendant((node, traversal) => {
		if (isOtherScope(node)) traversal.skip();
		else if (Node.isReturnStatement(node)) found.push(node);
	});
	return found;
}

/** Whether a statement list ends in a return or throw on every path. When in doubt it does not. */
export function alwaysEnds(source: Source, node: Node | undefined): boolean {
	if (Node.isReturnStatement(node) || Node.isThrowStatement(node)) return true;
	if (Node.isExpressionStatement(node)) return neverReturns(source, node.getExpression());
	if (Node.isBlock(node)) return node.getStatements().some((statement) => alwaysEnds(source, statement));
	if (Node.isIfStatement(node))
		return alwaysEnds(source, node.getThenStatement()) && alwaysEnds(source, node.getElseStatement());
	if (Node.isTryStatement(node)) {
		const caught = node.getCatchClause()?.getBlock();
		return (
			alwaysEnds(source, node.getFinallyBlock()) ||
			(alwaysEnds(source, node.getTryBlock()) && (!caught || alwaysEnds(source, caught)))
		);
	}
	if (Node.isSwitchStatement(node)) {
		const clauses = node.getClauses();
		const last = clauses.at(-1)?.getStatements() ?? [];
		const leaves = node.getDescendantsOfKind(SyntaxKind.BreakStatement).length > 0;
		return (
			!leaves &&
			clauses.some((clause) => Node.isDefaultClause(clause)) &&
			last.some((statement) => alwaysEnds(source, statement))
		);
	}
	return false;
}

/** Whether some property may have this name although none is written so: `...rest`, `[key]: value`. */
export function hidesProperty(
	object: ObjectLiteralExpression,
	load: HostFunction,
	name: string,
): Node | undefined {
	return object.getProperties().find((property) => {
		if (Node.isSpreadAssignment(property)) return mayHold(property.getExpression(), load, name);
		return nameOf(property) === undefined;
	});
}

function mayHold(value: Node, load: HostFunction, name: string): boolean {
	if (Node.isParenthesizedExpression(value)) return mayHold(value.getExpression(), load, name);
	if (Node.isConditionalExpression(value))
		return mayHold(value.getWhenTrue(), load, name) || mayHold(value.getWhenFalse(), load, name);
	if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&')
		return mayHold(value.getRight(), load, name);
	const object = Node.isIdentifier(value) ? constantObject(load, value) : value;
	if (!Node.isObjectLiteralExpression(object)) return true;
	return propertyNamed(object, name) !== undefined || hidesProperty(object, load, name) !== undefined;
}
