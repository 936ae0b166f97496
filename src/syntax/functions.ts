import {
	type ArrowFunction,
	type CallExpression,
	type FunctionDeclaration,
	type FunctionExpression,
	type MethodDeclaration,
	Node,
	type SourceFile,
	SyntaxKind,
} from 'ts-morph';
import { findExport } from './exports.ts';
import { type Unclear, unclear } from './unclear.ts';
import { unwrap } from './unwrap.ts';

export type HostFunction = ArrowFunction | FunctionExpression | FunctionDeclaration | MethodDeclaration;

/** A function as it is written, or why it cannot be seen. */
export type Written =
	/** @property wrapper the call that is handed the function: `loadFlash(async (event) => ...)`. */
	{ kind: 'function'; fn: HostFunction; wrapper?: CallExpression } | Unclear;

/** How a file comes by its `load`: a function, none, or one that cannot be seen. */
export function findLoad(ast: SourceFile): { kind: 'none' } | Written {
	const found = findExport(ast, 'load');
	return found.kind === 'value' ? functionIn(found.value, 'load') : found;
}

/** The one function that a value is, or that is handed to the call which makes it. */
export function functionIn(value: Node, name: string): Written {
	const inner = unwrap(value);
	if (isFunctionValue(inner)) return { kind: 'function', fn: inner };
	if (!Node.isCallExpression(inner)) return unclear(`\`${name}\` is not written as a function here`, value);
	const [first, second] = functionArguments(inner);
	if (!first) return unclear(`\`${name}\` is not written as a function here`, value);
	if (second) return unclear(`hands several functions to what makes its \`${name}\``, value);
	return {
		kind: 'function',
		fn: first,
		wrapper: first.getFirstAncestorByKindOrThrow(SyntaxKind.CallExpression),
	};
}

/** Functions written as arguments of a call, or of a call among its arguments. */
function functionArguments(call: CallExpression): (ArrowFunction | FunctionExpression)[] {
	return call.getArguments().flatMap((argument) => {
		const value = unwrap(argument);
		if (isFunctionValue(value)) return [value];
		return Node.isCallExpression(value) ? functionArguments(value) : [];
	});
}

export const isFunctionValue = (value: Node | undefined): value is ArrowFunction | FunctionExpression =>
	Node.isArrowFunction(value) || Node.isFunctionExpression(value);

export const isHostFunction = (node: Node): node is HostFunction =>
	isFunctionValue(node) || Node.isFunctionDeclaration(node) || Node.isMethodDeclaration(node);
