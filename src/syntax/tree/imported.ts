import { ts } from 'ts-morph';
import { isText } from './nodes.ts';

/** A name that an import brings into a file. */
export interface Imported {
	module: string;
	/** The exported one, `default`, or `*`. */
	name: string;
	local: string;
	/** `import type`, or `type` before the name. */
	isType: boolean;
}

/** The names that a statement imports, if it does. */
export function* importedBy(statement: ts.Statement): Generator<Imported> {
	if (!ts.isImportDeclaration(statement) || !isText(statement.moduleSpecifier)) return;
	const clause = statement.importClause;
	if (!clause) return;
	const module = statement.moduleSpecifier.text;
	const isType = clause.isTypeOnly;
	if (clause.name) yield { module, name: 'default', local: clause.name.text, isType };
	const bindings = clause.namedBindings;
	if (bindings && ts.isNamespaceImport(bindings))
		yield { module, name: '*', local: bindings.name.text, isType };
	else
		for (const { name, propertyName, isTypeOnly } of bindings?.elements ?? [])
			yield {
				module,
				name: (propertyName ?? name).text,
				local: name.text,
				isType: isType || isTypeOnly,
			};
}

/** All names that a file imports. */
export const importedNames = ({ statements }: ts.SourceFile): Imported[] =>
	statements.flatMap((statement) => [...importedBy(statement)]);
