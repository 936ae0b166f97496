import { ts } from 'ts-morph';
import { bare, calleeName, type FunctionNode, isFunction, within } from '../../../syntax/tree/nodes.ts';
import { behind } from '../../../syntax/tree/scopes.ts';
import { alternatives } from '../reading/conditions.ts';
import { listTexts, textsOf } from '../reading/literals.ts';
import { made, type PathCheck } from './check.ts';
import { testsOfPattern } from './regular-expression.ts';
import { type PathSource, pathSource, patternOf } from './source.ts';

const onText = new Set(['startsWith', 'endsWith', 'includes', 'match', 'search', 'indexOf', 'matchAll']);
const onList = new Set(['includes', 'has', 'indexOf', 'get', 'test', 'exec']);
const walking = new Set(['some', 'every', 'find', 'findIndex', 'filter', 'findLast', 'any']);

/** Reads an expression inside of one, less deep. */
type Read = (expression: ts.Node) => PathCheck | undefined;

/** A call that compares the path: `path.startsWith(...)`, `list.includes(path)`, `isProtected(path)`. */
export function callCheck(call: ts.CallExpression, read: Read): PathCheck | undefined {
	const name = calleeName(call);
	const callee = bare(call.expression);
	const [argument] = call.arguments;
	if (ts.isPropertyAccessExpression(callee) && argument) {
		const own = onText.has(name) ? pathSource(callee.expression) : undefined;
		if (own) return onPath(call, own, name, argument);
		const list = onList.has(name) ? pathSource(argument) : undefined;
		if (list) return onListOf(call, list, callee.expression);
		if (walking.has(name)) return walked(call, argument, name, read);
	}
	return throughFunction(call, callee, read);
}

function onPath(
	call: ts.CallExpression,
	source: PathSource,
	name: string,
	argument: ts.Expression,
): PathCheck {
	const pattern = patternOf(behind(argument));
	if (pattern) return ofPattern(call, source, pattern);
	const how = name === 'startsWith' ? 'prefix' : name === 'endsWith' ? 'suffix' : 'part';
	return made(call, source, how, textsOf(argument));
}

function ofPattern(node: ts.Node, source: PathSource, pattern: { source: string; flags: string }): PathCheck {
	const check = made(node, source, 'part', undefined);
	const tests = testsOfPattern(pattern.source);
	const anyCase = source.anyCase || pattern.flags.includes('i');
	// `^\/(?!login)` is about all other paths.
	const matches = !pattern.source.includes('(?!');
	return { ...check, matches, tests: tests ?? [], anyCase, certain: source.certain && tests !== undefined };
}

function onListOf(call: ts.CallExpression, source: PathSource, list: ts.Expression): PathCheck {
	const pattern = patternOf(behind(list));
	return pattern ? ofPattern(call, source, pattern) : made(call, source, 'exact', listTexts(list));
}

/** `list.some((item) => path.startsWith(item))` */
function walked(
	call: ts.CallExpression,
	argument: ts.Expression,
	name: string,
	read: Read,
): PathCheck | undefined {
	const callback = behind(argument);
	if (!isFunction(callback)) return undefined;
	const inner = combined(call, resultsOf(callback), read);
	return inner && name === 'every' && inner.matches ? { ...inner, certain: false } : inner;
}

/** All comparisons of a path in some expressions, as one. */
function combined(node: ts.Node, results: readonly ts.Expression[], read: Read): PathCheck | undefined {
	const checks = results
		.flatMap((result) => alternatives(result, true))
		.flat()
		.flatMap(({ node: part, truthy }) => {
			const check = read(part);
			return check ? [{ ...check, matches: check.matches === truthy }] : [];
		});
	const [one] = checks;
	if (!one) return undefined;
	// Mixed ones match some paths and not others: what matches decides.
	const matching = checks.filter(({ matches }) => matches);
	const chosen = matching.length > 0 ? matching : checks;
	return {
		...one,
		node,
		matches: matching.length > 0,
		tests: chosen.some(({ tests }) => tests.length === 0) ? [] : chosen.flatMap(({ tests }) => tests),
		anyCase: chosen.every(({ anyCase }) => anyCase),
		certain: chosen.every(({ certain }) => certain),
		based: chosen.some(({ based }) => based),
	};
}

/** What a function returns, not the functions in it. */
function resultsOf(node: FunctionNode): ts.Expression[] {
	if (!node.body) return [];
	if (!ts.isBlock(node.body)) return [node.body];
	return within(node.body, (inner) => !isFunction(inner)).flatMap((inner) =>
		ts.isReturnStatement(inner) && inner.expression ? [inner.expression] : [],
	);
}

/** `isProtected(event.url.pathname)`: the function's comparisons, when they can be seen. */
function throughFunction(call: ts.CallExpression, callee: ts.Node, read: Read): PathCheck | undefined {
	const called = behind(callee);
	if (isFunction(called)) {
		const inner = combined(call, resultsOf(called), read);
		if (inner) return inner;
	}
	if (!ts.isIdentifier(callee) && !ts.isPropertyAccessExpression(callee)) return undefined;
	const argument = call.arguments.map((item) => pathSource(item)).find((source) => source !== undefined);
	if (
		!argument ||
		!/^(?:is|has|should|needs|requires?|match|matches|test)(?:[A-Z_]|$)/.test(calleeName(call))
	)
		return undefined;
	return made(call, { ...argument, certain: false }, 'part', undefined);
}
