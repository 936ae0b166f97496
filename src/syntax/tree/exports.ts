import { ts } from 'ts-morph';
import { isFunctionValue, unwrapped } from './nodes.ts';

/** What stands behind an exported name: a node of this file, or `elsewhere` (another module, a destructuring). */
export type Exported = ts.Expression | ts.FunctionDeclaration | ts.ClassDeclaration | 'elsewhere';

export interface Exports {
	/** Exported values by name, `default` among them. No types. */
	names: Map<string, Exported>;
	/** `export * from` may export any name besides. */
	star: boolean;
}

/** What a module exports, as far as its own text tells. Names of constants are followed within the file. */
export function exportsOf(source: ts.SourceFile): Exports {
	const locals = localsOf(source);
	const names = new Map<string, Exported>();
	let star = false;
	for (const statement of source.statements) {
		if (ts.isExportDeclaration(statement)) {
			if (statement.isTypeOnly) continue;
			if (!statement.exportClause) star = true;
			else for (const [name, value] of listed(statement, locals)) names.set(name, value);
		} else if (ts.isExportAssignment(statement)) {
			if (!statement.isExportEquals) names.set('default', follow(statement.expression, locals));
		} else if (isExported(statement)) {
			for (const [name, value] of declared(statement)) {
				const key = hasModifier(statement, ts.SyntaxKind.DefaultKeyword) ? 'default' : name;
				names.set(key, value === 'elsewhere' || !ts.isExpression(value) ? value : follow(value, locals));
			}
		}
	}
	return { names, star };
}

type Locals = Map<string, Exported>;

function* listed(statement: ts.ExportDeclaration, locals: Locals): Generator<[string, Exported]> {
	const clause = statement.exportClause;
	if (!clause) return;
	if (ts.isNamespaceExport(clause)) {
		yield [clause.name.text, 'elsewhere'];
		return;
	}
	for (const { name, propertyName, isTypeOnly } of clause.elements) {
		if (isTypeOnly) continue;
		const local = statement.moduleSpecifier ? undefined : locals.get((propertyName ?? name).text);
		const value = local ?? 'elsewhere';
		yield [name.text, value === 'elsewhere' || !ts.isExpression(value) ? value : follow(value, locals)];
	}
}

/** Values that the statements of the top level name. */
function localsOf(source: ts.SourceFile): Locals {
	const locals: Locals = new Map();
	for (const statement of source.statements)
		for (const [name, value] of declared(statement)) locals.set(name, value);
	return locals;
}

function* declared(statement: ts.Statement): Generator<[string, Exported]> {
	if (hasModifier(statement, ts.SyntaxKind.DeclareKeyword)) return;
	if (ts.isVariableStatement(statement)) {
		// `let` may hold something else by the time that it matters.
		const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
		for (const { name, initializer } of statement.declarationList.declarations) {
			if (!ts.isIdentifier(name)) for (const bound of boundNames(name)) yield [bound, 'elsewhere'];
			else yield [name.text, initializer && isSteady(initializer, isConst) ? initializer : 'elsewhere'];
		}
	} else if (ts.isFunctionDeclaration(statement)) {
		// Without a body it is one of several signatures.
		if (statement.body) yield [statement.name?.text ?? 'default', statement];
	} else if (ts.isClassDeclaration(statement)) {
		yield [statement.name?.text ?? 'default', statement];
	} else if (ts.isEnumDeclaration(statement) || ts.isImportEqualsDeclaration(statement)) {
		yield [statement.name.text, 'elsewhere'];
	}
}

/** A function in a `let` is reassigned by nobody; a plain value is what `let` is for. */
const isSteady = (initializer: ts.Expression, isConst: boolean): boolean =>
	isConst || isFunctionValue(unwrapped(initializer)) || ts.isCallExpression(unwrapped(initializer));

function boundNames(pattern: ts.BindingPattern): string[] {
	return pattern.elements.flatMap((element) => {
		if (ts.isOmittedExpression(element)) return [];
		return ts.isIdentifier(element.name) ? [element.name.text] : boundNames(element.name);
	});
}

/** The value behind names of the file; a ring of names ends somewhere. */
function follow(node: ts.Expression, locals: Locals): Exported {
	let value: ts.Expression = unwrapped(node);
	for (let steps = 0; ts.isIdentifier(value); steps++) {
		const next = locals.get(value.text);
		if (next === undefined || steps > 10) return value;
		if (next === 'elsewhere' || !ts.isExpression(next)) return next;
		value = unwrapped(next);
	}
	return value;
}

const isExported = (statement: ts.Statement): boolean => hasModifier(statement, ts.SyntaxKind.ExportKeyword);

function hasModifier(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
	return (
		ts.canHaveModifiers(statement) &&
		(statement.modifiers?.some((modifier) => modifier.kind === kind) ?? false)
	);
}
