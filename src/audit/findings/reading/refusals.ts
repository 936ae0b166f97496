import { ts } from 'ts-morph';
import { callsOf } from '../../../syntax/tree/calls.ts';
import { bare, calleeName, isFunction, within } from '../../../syntax/tree/nodes.ts';
import { behind, bindingOf } from '../../../syntax/tree/scopes.ts';

/** A place where a function ends a request. */
export interface Refusing {
	node: ts.CallExpression | ts.NewExpression;
	/** It throws rather than returns: `redirect` and `error` of SvelteKit, or a `throw` in front. */
	throws: boolean;
	/** It goes by a name that says so, and is not seen itself: `requireAuth(event)`. */
	guessed: boolean;
	/** Undefined where it is computed, or not said. */
	status: number | undefined;
}

/** What a person without rights gets. Not 429, 413, 503: those are no question of rights. */
export const turnsAway = ({ status }: Refusing): boolean =>
	status === undefined ||
	(status >= 300 && status < 309 && status !== 304) ||
	[401, 403, 404].includes(status);

/** All places in some nodes where a request is answered with something else, or thrown out. */
export const refusalsIn = (scope: readonly ts.Node[]): Refusing[] =>
	scope.flatMap((root) => within(root)).flatMap((node) => refusal(node) ?? []);

const answers = /^(?:Response\.json|Response\.redirect|json|text|redirect|error|sendRedirect)$/;

function refusal(node: ts.Node): Refusing | undefined {
	if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
	const callee = bare(node.expression);
	const name = callee.getText();
	const throws = isThrown(node) || (ts.isCallExpression(node) && throwsItself(node, name));
	if (ts.isNewExpression(node) ? name === 'Response' : answers.test(name)) {
		const status = statusOf(node, name);
		return status === 'fine' ? undefined : { node, throws, guessed: false, status };
	}
	const isGuard = /^(?:require|ensure|enforce|assert)[A-Z]/.test(name) && ts.isIdentifier(callee);
	if (!isGuard || ts.isNewExpression(node) || isFunction(behind(callee))) return undefined;
	const isAboutPeople = /auth|user|session|login|admin|role|signed|permission/i.test(name);
	return isAboutPeople ? { node, throws: false, guessed: true, status: undefined } : undefined;
}

/** `fine`: an answer that refuses nothing. */
function statusOf(node: ts.CallExpression | ts.NewExpression, name: string): number | undefined | 'fine' {
	const [first, second] = node.arguments ?? [];
	if (name === 'redirect' || name === 'error') return first && numberOf(first);
	if (name === 'sendRedirect') return 302;
	if (name === 'Response.redirect') return (second && numberOf(second)) ?? 302;
	const options = second && behind(second);
	if (!options || !ts.isObjectLiteralExpression(options)) return 'fine';
	const status = options.properties.find((property) => property.name?.getText() === 'status');
	if (!status) return 'fine';
	const value = ts.isPropertyAssignment(status) ? status.initializer : status.name;
	const numbers = value ? [numberOf(value), ...numbersHandedTo(value)] : [];
	return numbers.find((number) => number !== undefined && number >= 300) ?? 'fine';
}

/** `refuse(401, 'Sign in')` of a function of the file that makes the answer. */
function numbersHandedTo(value: ts.Node): (number | undefined)[] {
	const name = bare(value);
	const binding = ts.isIdentifier(name) ? bindingOf(name.text, name) : undefined;
	if (binding?.kind !== 'parameter' || !isFunction(binding.of)) return [];
	const { index } = binding;
	const handed = callsOf(binding.of)
		.flatMap((call) => call.arguments[index] ?? [])
		.map(numberOf);
	// The one that says most about who asks, of those that are handed.
	return handed.toSorted((a = 0, b = 0) => Number(b === 401 || b === 403) - Number(a === 401 || a === 403));
}

function numberOf(expression: ts.Node): number | undefined {
	const value = behind(expression);
	return ts.isNumericLiteral(value) ? Number(value.text) : undefined;
}

/** Whether the call is SvelteKit's, whose `redirect` and `error` throw. */
function throwsItself(call: ts.CallExpression, name: string): boolean {
	if (!ts.isIdentifier(call.expression)) return false;
	const binding = bindingOf(call.expression.text, call);
	return binding?.kind === 'import' && binding.module === '@sveltejs/kit' && binding.name === name;
}

function isThrown(node: ts.Node): boolean {
	let outer = node.parent;
	while (ts.isParenthesizedExpression(outer) || ts.isAwaitExpression(outer)) outer = outer.parent;
	return ts.isThrowStatement(outer);
}

/** Whether something that is thrown at a node is caught in the same function, and not thrown on. */
export function isCaught(node: ts.Node): boolean {
	for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
		if (isFunction(outer)) return false;
		if (!ts.isTryStatement(outer) || inner !== outer.tryBlock || !outer.catchClause) continue;
		const again = within(outer.catchClause.block, (part) => !isFunction(part)).some(
			(part) =>
				ts.isThrowStatement(part) || (ts.isCallExpression(part) && throwsItself(part, calleeName(part))),
		);
		if (!again) return true;
	}
	return false;
}
