import { ts } from 'ts-morph';
import { type FunctionNode, within } from './nodes.ts';

const callsByFile = new WeakMap<ts.SourceFile, Map<string, ts.CallExpression[]>>();

/** The calls of a function by its name, in its own file. */
export function callsOf(node: FunctionNode): ts.CallExpression[] {
	const { parent } = node;
	const name = ts.isVariableDeclaration(parent) ? parent.name : node.name;
	if (!name || !ts.isIdentifier(name)) return [];
	const ast = node.getSourceFile();
	const calls = callsByFile.get(ast) ?? callsIn(ast);
	callsByFile.set(ast, calls);
	return calls.get(name.text) ?? [];
}

function callsIn(ast: ts.SourceFile): Map<string, ts.CallExpression[]> {
	const calls = new Map<string, ts.CallExpression[]>();
	for (const node of within(ast)) {
		if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) continue;
		const { text } = node.expression;
		calls.set(text, [...(calls.get(text) ?? []), node]);
	}
	return calls;
}
