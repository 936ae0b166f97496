import { ts } from 'ts-morph';
import { importedNames } from '../../syntax/tree/imported.ts';
import { unwrapped } from '../../syntax/tree/nodes.ts';

/**
 * What a module exports the auth handle as: `handle`, `authHandle`, or `auth.handle` where it exports all that
 * `SvelteKitAuth()` gives. Empty where that cannot be seen.
 */
export function handlesOf(source: ts.SourceFile): string[] {
	const makers = importedNames(source)
		.filter(({ name, isType }) => name === 'SvelteKitAuth' && !isType)
		.map(({ local }) => local);
	const locals = source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
		declarationList.declarations.flatMap(({ name, initializer }) => {
			const value = initializer && unwrapped(initializer);
			if (!value || !ts.isCallExpression(value) || !makers.includes(value.expression.getText(source)))
				return [];
			if (ts.isIdentifier(name)) return [{ local: name.text, member: '.handle' }];
			if (!ts.isObjectBindingPattern(name)) return [];
			return name.elements
				.filter((element) => (element.propertyName ?? element.name).getText(source) === 'handle')
				.map((element) => ({ local: element.name.getText(source), member: '' }));
		}),
	);
	return locals.flatMap(({ local, member }) => exportsAs(source, local).map((name) => name + member));
}

/** The names under which a file exports a variable of its own. */
function exportsAs(source: ts.SourceFile, local: string): string[] {
	const listed = source.statements.filter(ts.isExportDeclaration).flatMap((statement) => {
		const { exportClause, moduleSpecifier } = statement;
		if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
		return exportClause.elements
			.filter(({ name, propertyName }) => (propertyName ?? name).text === local)
			.map(({ name }) => name.text);
	});
	const isDeclared = source.statements
		.filter(ts.isVariableStatement)
		.some(
			(statement) =>
				statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) &&
				statement.declarationList.declarations.some(({ name }) => namesIn(name).includes(local)),
		);
	return [...(isDeclared ? [local] : []), ...listed];
}

const namesIn = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
