import { type CallExpression, Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph';
import { isHostFunction } from '../../syntax/functions.ts';
import { callsTo } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { changeOf, maxDepth, meaningBehind } from '../../syntax/values.ts';
import { libraryOfType, valuesIn } from '../auth-config/values.ts';

/** Where options of ours go. */
export type ConfigPlace =
	/** Into the configuration: one object, or one for each answer of a function. */
	| { kind: 'objects'; objects: ObjectLiteralExpression[] }
	/** Beside it, in the call: its type knows no options of ours. */
	| { kind: 'call'; call: CallExpression; argument: Node }
	/** It is written in another file. */
	| { kind: 'elsewhere'; module: string; name: string }
	/** Into the call in another file: its type knows no options of ours. */
	| { kind: 'typed-as-core' }
	| { kind: 'none' }
	| Unclear;

/** Asks a file for the configuration that it hands to a function, or exports under a name. */
export function findConfigs(
	source: Source,
	{ module, call, name }: { module: string; call: string; name?: string | undefined },
): ConfigPlace {
	const { ast } = source;
	if (name !== undefined) {
		const value = valuesIn(ast).find(({ exported }) => exported === name);
		return value ? behind(source, value.node, undefined) : handedOn(source, name);
	}
	const [only, second] = callsTo(ast, module, call);
	if (!only) return { kind: 'none' };
	if (second) return unclear(`calls ${call}() more than once`, second);
	const [argument] = only.getArguments();
	if (!argument || Node.isSpreadElement(argument)) return unclear(`calls ${call}() without options`, only);
	return behind(source, argument, only);
}

/** `export { authConfig } from './config'`, and `export * from './config'` where that is the only one. */
export function handedOn(
	{ ast }: Source,
	name: string,
): { kind: 'elsewhere'; module: string; name: string } | { kind: 'none' } {
	const exports = ast.getExportDeclarations().filter((one) => !one.isTypeOnly() && one.hasModuleSpecifier());
	for (const one of exports)
		for (const item of one.getNamedExports())
			if ((item.getAliasNode() ?? item.getNameNode()).getText() === name)
				return { kind: 'elsewhere', module: one.getModuleSpecifierValue() ?? '', name: item.getName() };
	const [all, second] = exports.filter((one) => one.isNamespaceExport() && !one.getNamespaceExport());
	const module = second ? undefined : all?.getModuleSpecifierValue();
	return module === undefined ? { kind: 'none' } : { kind: 'elsewhere', module, name };
}

/** @param call that is handed it, where it stands in the file */
function behind(source: Source, expression: Node, call: CallExpression | undefined, depth = 0): ConfigPlace {
	const value = meaningBehind(expression);
	if (value.kind === 'unclear') return value;
	if (value.kind === 'imported') return { kind: 'elsewhere', module: value.module, name: value.name };
	for (const use of value.through) {
		const change = changeOf(use, 'basePath');
		if (change) return unclear(`changes \`${use.getText()}\` behind its declaration`, change);
	}
	const { node } = value;
	if (Node.isObjectLiteralExpression(node)) {
		if (!isTypedAsCore(source, [expression, ...value.through, node]))
			return { kind: 'objects', objects: [node] };
		return call
			? { kind: 'call', call, argument: call.getArguments()[0] as Node }
			: { kind: 'typed-as-core' };
	}
	if (depth > maxDepth) return unclear('has a configuration that names itself', expression);
	const answers = Node.isConditionalExpression(node)
		? [node.getWhenTrue(), node.getWhenFalse()]
		: answersOf(node);
	if (answers.length === 0)
		return unclear('has a configuration of sign-in that is not written there as an object', expression);
	const objects: ObjectLiteralExpression[] = [];
	for (const answer of answers) {
		const found = behind(source, answer, undefined, depth + 1);
		if (found.kind === 'unclear') return found;
		if (found.kind !== 'objects')
			return unclear('answers with a configuration that is not written there as an object', answer);
		objects.push(...found.objects.filter((object) => !objects.includes(object)));
	}
	return { kind: 'objects', objects };
}

/** Everything that a function answers with. */
function answersOf(node: Node): Node[] {
	if (Node.isArrowFunction(node) && !Node.isBlock(node.getBody())) return [node.getBody()];
	if (!isHostFunction(node)) return [];
	const isFunction = (one: Node) => Node.isFunctionLikeDeclaration(one) || Node.isFunctionExpression(one);
	return node
		.getDescendantsOfKind(SyntaxKind.ReturnStatement)
		.filter((found) => found.getFirstAncestor(isFunction) === node)
		.map((found) => found.getExpression() ?? found);
}

/** `const config: AuthConfig`, `{ ... } satisfies AuthConfig` */
function isTypedAsCore(source: Source, nodes: readonly Node[]): boolean {
	const declared = valuesIn(source.ast).filter(({ node }) =>
		nodes.some((one) => one.getText() === node.getText() && Node.isIdentifier(one)),
	);
	const types = declared.map(({ type }) => type);
	for (const node of nodes) {
		for (let parent = node.getParent(); parent; parent = parent.getParent()) {
			if (!Node.isSatisfiesExpression(parent) && !Node.isAsExpression(parent)) break;
			types.push(parent.getTypeNode()?.getText());
		}
		if (Node.isSatisfiesExpression(node) || Node.isAsExpression(node))
			types.push(node.getTypeNode()?.getText());
	}
	return types.some((type) => {
		const library = type === undefined ? undefined : libraryOfType(source.ast, type);
		return library === '@auth/core' || library === '@auth/core/types';
	});
}
