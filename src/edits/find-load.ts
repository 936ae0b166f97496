import {
	type ArrowFunction,
	type CallExpression,
	type ExportDeclaration,
	type FunctionDeclaration,
	type FunctionExpression,
	Node,
	type SourceFile,
	type Statement,
	SyntaxKind,
	type VariableDeclaration,
	type VariableStatement,
} from 'ts-morph';
import { unwrap } from './source.ts';

export type LoadFunction = ArrowFunction | FunctionExpression | FunctionDeclaration;

/** How a layout file comes by its `load`. */
export type FoundLoad =
	| { kind: 'none' }
	/** @property wrapper the call that is handed the function: `loadFlash(async (event) => ...)`. */
	| { kind: 'load'; load: LoadFunction; wrapper?: CallExpression }
	| { kind: 'other'; reason: string; node: Node };

/** Looks at the top level of the file only; SvelteKit takes nothing else. */
export function findLoad(ast: SourceFile): FoundLoad {
	const exported = ast.getExportDeclarations();
	const named = exported.find(exportsLoad);
	if (named) return other('`load` comes from an export list or another module', named);
	for (const statement of ast.getStatements()) {
		const found = inStatement(ast, statement);
		if (found) return found;
	}
	const exportAll = exported.find(
		(declaration) =>
			!declaration.isTypeOnly() && declaration.isNamespaceExport() && !declaration.getNamespaceExport(),
	);
	// An own `load` wins over one that `export *` brings, so the star matters only without one.
	return exportAll
		? other('`export *` may export a `load` that cannot be seen here', exportAll)
		: { kind: 'none' };
}

const other = (reason: string, node: Node): FoundLoad => ({ kind: 'other', reason, node });

function exportsLoad(declaration: ExportDeclaration): boolean {
	if (declaration.isTypeOnly()) return false;
	if (declaration.getNamespaceExport()?.getName() === 'load') return true;
	return declaration
		.getNamedExports()
		.some((item) => !item.isTypeOnly() && (item.getAliasNode() ?? item.getNameNode()).getText() === 'load');
}

function inStatement(ast: SourceFile, statement: Statement): FoundLoad | undefined {
	if (Node.isVariableStatement(statement)) return inVariables(ast, statement);
	if (Node.isImportDeclaration(statement)) {
		const names = [
			statement.getDefaultImport(),
			statement.getNamespaceImport(),
			...statement.getNamedImports().map((item) => item.getAliasNode() ?? item.getNameNode()),
		];
		const taken = names.find((name) => name?.getText() === 'load');
		return taken && other('imports a `load` that it does not export', taken);
	}
	const named =
		Node.isFunctionDeclaration(statement) ||
		Node.isClassDeclaration(statement) ||
		Node.isEnumDeclaration(statement) ||
		Node.isModuleDeclaration(statement);
	if (!named || statement.getName() !== 'load') return undefined;
	if (!statement.hasExportKeyword() || statement.hasDefaultKeyword())
		return other('has a `load` that it does not export under this name', statement);
	if (!Node.isFunctionDeclaration(statement)) return other('`load` is not a function here', statement);
	if (!statement.hasBody()) return other('`load` has overloads, or no body', statement);
	return reassigned(ast) ?? { kind: 'load', load: statement };
}

function inVariables(ast: SourceFile, statement: VariableStatement): FoundLoad | undefined {
	for (const declaration of statement.getDeclarations()) {
		const name = declaration.getNameNode();
		if (!Node.isIdentifier(name)) {
			const elements = name.getDescendantsOfKind(SyntaxKind.BindingElement);
			if (elements.some((element) => element.getName() === 'load'))
				return other('takes `load` out of a destructured value', name);
		} else if (name.getText() === 'load') {
			if (!statement.hasExportKeyword())
				return other('has a `load` that it does not export under this name', declaration);
			return reassigned(ast) ?? inInitializer(declaration);
		}
	}
	return undefined;
}

function inInitializer(declaration: VariableDeclaration): FoundLoad {
	const initializer = declaration.getInitializer();
	const value = initializer && unwrap(initializer);
	if (isFunction(value)) return { kind: 'load', load: value };
	if (!Node.isCallExpression(value)) return other('`load` is not written as a function here', declaration);
	const [inner, second] = functionArguments(value);
	if (!inner) return other('`load` is not written as a function here', declaration);
	if (second) return other('hands several functions to what makes its `load`', declaration);
	return {
		kind: 'load',
		load: inner,
		wrapper: inner.getFirstAncestorByKindOrThrow(SyntaxKind.CallExpression),
	};
}

/** Functions written as arguments of a call, or of a call among its arguments. */
function functionArguments(call: CallExpression): LoadFunction[] {
	return call.getArguments().flatMap((argument) => {
		const value = unwrap(argument);
		if (isFunction(value)) return [value];
		return Node.isCallExpression(value) ? functionArguments(value) : [];
	});
}

const isFunction = (value: Node | undefined): value is ArrowFunction | FunctionExpression =>
	Node.isArrowFunction(value) || Node.isFunctionExpression(value);

/** An assignment to `load` anywhere: then what is written at its declaration may not be what SvelteKit calls. */
function reassigned(ast: SourceFile): FoundLoad | undefined {
	const assignment = assignmentsTo(ast, 'load')[0];
	return assignment && other('assigns another value to `load`', assignment);
}

/** Assignments to a name, in any scope: `name = x`, `name ??= x`, `({ name } = x)`. */
export function assignmentsTo(within: Node, name: string): Node[] {
	return within.getDescendantsOfKind(SyntaxKind.BinaryExpression).filter((expression) => {
		const operator = expression.getOperatorToken().getKind();
		if (operator < SyntaxKind.FirstAssignment || operator > SyntaxKind.LastAssignment) return false;
		const target = unwrap(expression.getLeft());
		if (Node.isIdentifier(target)) return target.getText() === name;
		if (!Node.isObjectLiteralExpression(target) && !Node.isArrayLiteralExpression(target)) return false;
		return target.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => id.getText() === name);
	});
}
