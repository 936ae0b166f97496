import { ts } from 'ts-morph';
import { within } from './nodes.ts';

/** `x.name`, `{ name: ... }`, `import { name as ... }` and `export { ... as name }` spell the word without the variable. */
export function isMember(word: ts.Identifier): boolean {
	const { parent } = word;
	if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) return parent.propertyName === word;
	if (ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === word;
	if (ts.isQualifiedName(parent)) return parent.right === word;
	const names =
		ts.isPropertyAccessExpression(parent) ||
		ts.isPropertyAssignment(parent) ||
		ts.isPropertySignature(parent) ||
		ts.isMethodSignature(parent) ||
		ts.isPropertyDeclaration(parent) ||
		ts.isMethodDeclaration(parent) ||
		ts.isAccessor(parent);
	return names && parent.name === word;
}

/** Whether a word is where its name comes into being. Imports do not count. */
export function isDeclared(word: ts.Identifier): boolean {
	const { parent } = word;
	const declares =
		ts.isVariableDeclaration(parent) ||
		ts.isBindingElement(parent) ||
		ts.isParameter(parent) ||
		ts.isFunctionDeclaration(parent) ||
		ts.isFunctionExpression(parent) ||
		ts.isClassLike(parent) ||
		ts.isEnumDeclaration(parent);
	return declares && parent.name === word;
}

/** Whether the variable of a name is spoken of somewhere below a node. */
export const mentions = (root: ts.Node, name: string): boolean =>
	within(root).some((word) => ts.isIdentifier(word) && word.text === name && !isMember(word));

/** Whether something besides an import has a name, in any scope: then a use of it may mean something else. */
export const declares = (root: ts.Node, name: string): boolean =>
	within(root).some((word) => ts.isIdentifier(word) && word.text === name && isDeclared(word));
