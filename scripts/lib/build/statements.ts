import { ts } from 'ts-morph';

/** The names that a statement of a script's outermost level declares. */
export function declaredBy(node: ts.Statement): string[] {
	if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name ? [node.name.text] : [];
	if (!ts.isVariableStatement(node)) return [];
	return node.declarationList.declarations.flatMap(({ name }) => boundBy(name));
}

const boundBy = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundBy(element.name)));
