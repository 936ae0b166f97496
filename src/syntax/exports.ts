import {
	type ExportDeclaration,
	type FunctionDeclaration,
	Node,
	type SourceFile,
	type Statement,
	SyntaxKind,
	type VariableStatement,
} from 'ts-morph';
import { assignmentsTo } from './assignments.ts';
import { type Unclear, unclear } from './unclear.ts';

/** What a module exports as `name`: an expression, or the module that it is handed on from. */
export type Exported = { kind: 'value'; node: Node } | { kind: 'elsewhere'; node: Node; module: string };

/** The default export, written as such or in an export list. */
export function defaultExport(ast: SourceFile): Exported | undefined {
	const assignment = ast.getExportAssignment((item) => !item.isExportEquals());
	return assignment ? { kind: 'value', node: assignment.getExpression() } : inExportList(ast, 'default');
}

/** The member of an export list under its outer name; its node is the local name. */
export function inExportList(ast: SourceFile, name: string): Exported | undefined {
	for (const declaration of ast.getExportDeclarations()) {
		const specifier = declaration
			.getNamedExports()
			.find((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === name);
		if (!specifier || declaration.isTypeOnly()) continue;
		const node = specifier.getNameNode();
		const module = declaration.getModuleSpecifierValue();
		return module === undefined ? { kind: 'value', node } : { kind: 'elsewhere', node, module };
	}
	return undefined;
}

/** What a file exports under a name. */
export type FoundExport =
	| { kind: 'none' }
	| { kind: 'function'; fn: FunctionDeclaration }
	| { kind: 'value'; value: Node }
	/** @property local the file has the name, and does not export it. */
	| (Unclear & { local?: true; star?: true });

/** Looks at the top level of the file only; the frameworks take nothing else. */
export function findExport(ast: SourceFile, name: string): FoundExport {
	const exported = ast.getExportDeclarations();
	const listed = exported.find((declaration) => exportsName(declaration, name));
	if (listed) return unclear(`\`${name}\` comes from an export list or another module`, listed);
	for (const statement of ast.getStatements()) {
		const found = inStatement(ast, statement, name);
		if (found) return found;
	}
	const star = exported.find(
		(declaration) =>
			!declaration.isTypeOnly() && declaration.isNamespaceExport() && !declaration.getNamespaceExport(),
	);
	// An own export wins over one that `export *` brings, so the star matters only without one.
	return star
		? { ...unclear(`\`export *\` may export a \`${name}\` that cannot be seen here`, star), star: true }
		: { kind: 'none' };
}

function exportsName(declaration: ExportDeclaration, name: string): boolean {
	if (declaration.isTypeOnly()) return false;
	if (declaration.getNamespaceExport()?.getName() === name) return true;
	return declaration
		.getNamedExports()
		.some((item) => !item.isTypeOnly() && (item.getAliasNode() ?? item.getNameNode()).getText() === name);
}

function inStatement(ast: SourceFile, statement: Statement, name: string): FoundExport | undefined {
	if (Node.isVariableStatement(statement)) return inVariables(ast, statement, name);
	if (Node.isImportDeclaration(statement)) {
		const names = [
			statement.getDefaultImport(),
			statement.getNamespaceImport(),
			...statement.getNamedImports().map((item) => item.getAliasNode() ?? item.getNameNode()),
		];
		const taken = names.find((node) => node?.getText() === name);
		return taken && { ...unclear(`imports a \`${name}\` that it does not export`, taken), local: true };
	}
	const named =
		Node.isFunctionDeclaration(statement) ||
		Node.isClassDeclaration(statement) ||
		Node.isEnumDeclaration(statement) ||
		Node.isModuleDeclaration(statement);
	if (!named || statement.getName() !== name) return undefined;
	if (!statement.hasExportKeyword() || statement.hasDefaultKeyword()) return notExported(name, statement);
	if (!Node.isFunctionDeclaration(statement)) return unclear(`\`${name}\` is not a function here`, statement);
	if (!statement.hasBody()) return unclear(`\`${name}\` has overloads, or no body`, statement);
	return reassigned(ast, name) ?? { kind: 'function', fn: statement };
}

const notExported = (name: string, node: Node): FoundExport => ({
	...unclear(`has a \`${name}\` that it does not export under this name`, node),
	local: true,
});

function inVariables(ast: SourceFile, statement: VariableStatement, name: string): FoundExport | undefined {
	for (const declaration of statement.getDeclarations()) {
		const bound = declaration.getNameNode();
		if (!Node.isIdentifier(bound)) {
			const elements = bound.getDescendantsOfKind(SyntaxKind.BindingElement);
			if (elements.some((element) => element.getName() === name))
				return unclear(`takes \`${name}\` out of a destructured value`, bound);
		} else if (bound.getText() === name) {
			if (!statement.hasExportKeyword()) return notExported(name, declaration);
			const value = declaration.getInitializer();
			if (!value) return unclear(`\`${name}\` is not written as a function here`, declaration);
			return reassigned(ast, name) ?? { kind: 'value', value };
		}
	}
	return undefined;
}

/** An assignment to the name anywhere: then what is written at its declaration may not be what is called. */
function reassigned(ast: SourceFile, name: string): Unclear | undefined {
	const assignment = assignmentsTo(ast, name)[0];
	return assignment && unclear(`assigns another value to \`${name}\``, assignment);
}
