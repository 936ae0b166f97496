import { Node } from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import type { Source } from '../../syntax/source.ts';
import type { Selected } from '../functions/selected.ts';
import { GuardNames, guardsOf, isOtherFunction, returnedGuard } from './call.ts';
import { ownGuard } from './own.ts';
import type { GuardPlace } from './request.ts';
import { select } from './select.ts';

/** What keeps strangers out of a function. Lines are 1-based. */
export type GuardState =
	/** The runtime's guard. `condition`: what it asks for besides, as it is written. */
	| { kind: 'guarded'; line: number; condition?: string }
	/** The runtime's guard in a place, or a form, in which it does not hold. */
	| { kind: 'weak'; line: number; reason: string }
	/** A check that somebody wrote by hand. */
	| { kind: 'own'; line: number }
	| { kind: 'none' }
	/** The function is not written here as one that can be seen. */
	| { kind: 'unseen'; line: number; reason: string };

export interface FunctionGuard {
	kind: Selected['kind'];
	/** `load`, the action's, the method's, the export's name; undefined for a function without one. */
	name: string | undefined;
	/** SvelteKit: what makes the remote function, `query.batch`. SolidStart: `server function`. */
	type?: string;
	/** Of the function. */
	line: number;
	guard: GuardState;
}

/** Tells of each function that is asked for whether it carries the runtime's guard, or one of the host's own. */
export function functionGuards(source: Source, place: GuardPlace): FunctionGuard[] {
	const names = new GuardNames(source, place);
	return select(source, place).map(({ kind, name, type, written }) => {
		const node = written.kind === 'function' ? written.fn : written.node;
		const line = node.getStartLineNumber();
		const guard: GuardState =
			written.kind === 'function'
				? stateOf(names, written.fn, kind === 'load')
				: { kind: 'unseen', line, reason: written.reason };
		return { kind, name, ...(type ? { type } : {}), line, guard };
	});
}

function stateOf(names: GuardNames, fn: HostFunction, isLoad: boolean): GuardState {
	const body = fn.getBody();
	const whole = returnedGuard(names, body);
	if (whole?.awaited)
		return { kind: 'guarded', line: whole.call.getStartLineNumber(), ...conditionOf(whole.call) };
	const standing = guardsOf(names, fn, isLoad).filter(({ awaited }) => awaited);
	const [first] = standing;
	if (first) {
		const strictest = standing.find(({ call }) => 'condition' in conditionOf(call)) ?? first;
		const line = strictest.call.getStartLineNumber();
		return { kind: 'guarded', line, ...conditionOf(strictest.call) };
	}
	const own = ownGuard(fn);
	const weak = weakGuard(names, fn, isLoad);
	// A call of our guard that nobody awaits looks like a check of the host's own.
	if (weak && (!own || weak.line === own.getStartLineNumber())) return weak;
	return own ? { kind: 'own', line: own.getStartLineNumber() } : { kind: 'none' };
}

/** What a call of the guard asks for besides being signed in: `allow` among its options. */
export function conditionOf(call: Node): { condition?: string } {
	const options = Node.isCallExpression(call) ? call.getArguments().at(-1) : undefined;
	const allow = Node.isObjectLiteralExpression(options) ? options.getProperty('allow') : undefined;
	if (!allow) return {};
	const value = Node.isPropertyAssignment(allow) ? allow.getInitializer() : allow;
	return { condition: (value ?? allow).getText() };
}

/** A call of the guard that does not keep anybody out. */
function weakGuard(
	names: GuardNames,
	fn: HostFunction,
	isLoad: boolean,
): Extract<GuardState, { kind: 'weak' }> | undefined {
	if (!names.known) return undefined;
	const found = fn.getBody()?.forEachDescendant((node, traversal) => {
		if (isOtherFunction(node)) traversal.skip();
		return Node.isCallExpression(node) && names.in(node) ? node : undefined;
	});
	if (!found) return undefined;
	const line = found.getStartLineNumber();
	if (!Node.isAwaitExpression(outOfParentheses(found)))
		return { kind: 'weak', line, reason: 'is not awaited, so the function goes on without waiting for it' };
	const reason = isLoad
		? 'stands in a branch, or behind a `return`'
		: 'is not the first statement, so something is done before it';
	return { kind: 'weak', line, reason };
}

function outOfParentheses(node: Node): Node | undefined {
	let parent = node.getParent();
	while (Node.isParenthesizedExpression(parent)) parent = parent.getParent();
	return parent;
}
