import { type Identifier, Node, SyntaxKind, ts } from 'ts-morph';
import type { Source } from './source.ts';

/** Whether something besides an import has a name, in any scope: then a call by it may mean something else. */
export function isDeclaredAgain({ ast }: Source, name: string): boolean {
	// By the compiler's own nodes: the audit asks this of every file.
	const visit = (node: ts.Node): boolean => {
		const declares =
			ts.isVariableDeclaration(node) ||
			ts.isBindingElement(node) ||
			ts.isParameter(node) ||
			ts.isFunctionLike(node) ||
			ts.isClassLike(node) ||
			ts.isEnumDeclaration(node);
		if (declares && node.name && ts.isIdentifier(node.name) && node.name.text === name)
			return !ts.isMethodDeclaration(node) && !ts.isMethodSignature(node);
		return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
	};
	return visit(ast.compilerNode);
}

/** Identifiers that mean the same variable as far as their spelling goes. */
export const sameName = (use: Identifier): Identifier[] =>
	use
		.getSourceFile()
		.getDescendants()
		.filter((word) => Node.isIdentifier(word))
		.filter((word) => word.getText() === use.getText() && !isMember(word));

/** `x.name`, `{ name: ... }`, `import { name as ... }` and `export { ... as name }` spell the word without the variable. */
export function isMember(word: Identifier): boolean {
	const parent = word.getParent();
	if (Node.isPropertyAccessExpression(parent) || Node.isPropertyAssignment(parent))
		return parent.getNameNode() === word;
	if (Node.isImportSpecifier(parent))
		return parent.getAliasNode() !== undefined && parent.getNameNode() === word;
	return Node.isExportSpecifier(parent) && parent.getAliasNode() === word;
}

/** Whether a word is where its name comes into being. Imports do not count. */
export function isDeclared(word: Identifier): boolean {
	const parent = word.getParent();
	const declares =
		Node.isVariableDeclaration(parent) ||
		Node.isParameterDeclaration(parent) ||
		Node.isBindingElement(parent) ||
		Node.isFunctionDeclaration(parent) ||
		Node.isFunctionExpression(parent) ||
		Node.isClassDeclaration(parent) ||
		Node.isClassExpression(parent) ||
		Node.isEnumDeclaration(parent);
	return declares && parent.getNameNode() === word;
}

/** Whether an identifier of this spelling occurs anywhere in the file, in any scope and meaning. */
export const isTaken = (source: Source, name: string): boolean =>
	source.ast.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => id.getText() === name);

/** The first of the candidates that occurs nowhere in the file; then `name2`, `name3` ... of the last one. */
export function freeName(source: Source, ...candidates: [string, ...string[]]): string {
	const last = candidates.at(-1);
	for (const name of candidates) if (!isTaken(source, name)) return name;
	for (let n = 2; ; n++) if (!isTaken(source, `${last}${n}`)) return `${last}${n}`;
}
