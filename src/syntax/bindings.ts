import { Node, type SourceFile } from 'ts-morph';
import type { HostFunction } from './functions.ts';
import { isMember } from './tree/names.ts';

/** What a name at the top level of a file stands for: an import, a declaration or a part of a destructured one. */
export function topLevelBinding(ast: SourceFile, name: string): Node | undefined {
	for (const declaration of ast.getImportDeclarations()) {
		if (declaration.isTypeOnly()) continue;
		const names = [
			declaration.getDefaultImport(),
			declaration.getNamespaceImport(),
			...declaration
				.getNamedImports()
				.filter((item) => !item.isTypeOnly())
				.map((item) => item.getAliasNode() ?? item.getNameNode()),
		];
		const found = names.find((node) => node?.getText() === name);
		if (found) return found;
	}
	for (const declaration of ast.getVariableDeclarations()) {
		const bound = declaration.getNameNode();
		if (Node.isIdentifier(bound) && bound.getText() === name) return declaration;
		const element = bound
			.getDescendants()
			.find((node) => Node.isBindingElement(node) && node.getName() === name);
		if (element) return element;
	}
	return ast.getFunction(name) ?? ast.getClass(name) ?? ast.getEnum(name);
}

/** The given nodes, and the top-level declarations that they name, themselves or through others. */
export function reachable(from: Node[]): Node[] {
	const seen = new Set<Node>();
	const visit = (node: Node): void => {
		if (seen.has(node)) return;
		seen.add(node);
		for (const word of [node, ...node.getDescendants()]) {
			if (!Node.isIdentifier(word) || isMember(word.compilerNode)) continue;
			const binding = topLevelBinding(word.getSourceFile(), word.getText());
			if (binding && !Node.isIdentifier(binding)) visit(binding);
		}
	};
	from.forEach(visit);
	return [...seen];
}

/** What binds a name in a load, parameters included; bodies of functions inside it do not count. */
export function bindingsOf(load: HostFunction, name: string): Node[] {
	const found: Node[] = [];
	load.forEachDescendant((node, traversal) => {
		const binds =
			Node.isVariableDeclaration(node) ||
			Node.isBindingElement(node) ||
			Node.isParameterDeclaration(node) ||
			Node.isFunctionDeclaration(node) ||
			Node.isClassDeclaration(node);
		if (binds && node.getNameNode()?.getText() === name) found.push(node);
		if (isOtherScope(node)) traversal.skip();
	});
	return found;
}

export const isOtherScope = (node: Node): boolean =>
	Node.isFunctionLikeDeclaration(node) ||
	Node.isFunctionExpression(node) ||
	Node.isArrowFunction(node) ||
	Node.isClassDeclaration(node) ||
	Node.isClassExpression(node);
