import {
	type ArrowFunction,
	type CallExpression,
	type ExportDeclaration,
	type FunctionDeclaration,
	type FunctionExpression,
	type MethodDeclaration,
	Node,
	type SourceFile,
	type Statement,
	SyntaxKind,
	type VariableStatement,
} from 'ts-morph';
import { unwrap } from './source.ts';

export type HostFunction = ArrowFunction | FunctionExpression | FunctionDeclaration | MethodDeclaration;

/** A function as it is written, or why it cannot be seen. */
export type Written =
	/** @property wrapper the call that is handed the function: `loadFlash(async (event) => ...)`. */
	{ kind: 'function'; fn: HostFunction; wrapper?: CallExpression } | Unseen;

export interface Unseen {
	kind: 'other';
	reason: string;
	node: Node;
}

/** A function that was asked for. */
export interface Selected {
	kind: 'load' | 'action' | 'endpoint' | 'function';
	/** Undefined for a function without a name. */
	name: string | undefined;
	written: Written;
	/** SvelteKit: what makes the remote function: `query.batch`. SolidStart: `server function`. */
	type?: string;
}

/** What a file exports under a name. */
export type FoundExport =
	| { kind: 'none' }
	| { kind: 'function'; fn: FunctionDeclaration }
	| { kind: 'value'; value: Node }
	/** @property local the file has the name, and does not export it. */
	| (Unseen & { local?: true; star?: true });

export const unseen = (reason: string, node: Node): Unseen => ({ kind: 'other', reason, node });

/** Looks at the top level of the file only; the frameworks take nothing else. */
export function findExport(ast: SourceFile, name: string): FoundExport {
	const exported = ast.getExportDeclarations();
	const listed = exported.find((declaration) => exportsName(declaration, name));
	if (listed) return unseen(`\`${name}\` comes from an export list or another module`, listed);
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
		? { ...unseen(`\`export *\` may export a \`${name}\` that cannot be seen here`, star), star: true }
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
		return taken && { ...unseen(`imports a \`${name}\` that it does not export`, taken), local: true };
	}
	const named =
		Node.isFunctionDeclaration(statement) ||
		Node.isClassDeclaration(statement) ||
		Node.isEnumDeclaration(statement) ||
		Node.isModuleDeclaration(statement);
	if (!named || statement.getName() !== name) return undefined;
	if (!statement.hasExportKeyword() || statement.hasDefaultKeyword()) return notExported(name, statement);
	if (!Node.isFunctionDeclaration(statement)) return unseen(`\`${name}\` is not a function here`, statement);
	if (!statement.hasBody()) return unseen(`\`${name}\` has overloads, or no body`, statement);
	return reassigned(ast, name) ?? { kind: 'function', fn: statement };
}

const notExported = (name: string, node: Node): FoundExport => ({
	...unseen(`has a \`${name}\` that it does not export under this name`, node),
	local: true,
});

function inVariables(ast: SourceFile, statement: VariableStatement, name: string): FoundExport | undefined {
	for (const declaration of statement.getDeclarations()) {
		const bound = declaration.getNameNode();
		if (!Node.isIdentifier(bound)) {
			const elements = bound.getDescendantsOfKind(SyntaxKind.BindingElement);
			if (elements.some((element) => element.getName() === name))
				return unseen(`takes \`${name}\` out of a destructured value`, bound);
		} else if (bound.getText() === name) {
			if (!statement.hasExportKeyword()) return notExported(name, declaration);
			const value = declaration.getInitializer();
			if (!value) return unseen(`\`${name}\` is not written as a function here`, declaration);
			return reassigned(ast, name) ?? { kind: 'value', value };
		}
	}
	return undefined;
}

/** How a file comes by its `load`: a function, none, or one that cannot be seen. */
export function findLoad(ast: SourceFile): { kind: 'none' } | Written {
	const found = findExport(ast, 'load');
	return found.kind === 'value' ? functionIn(found.value, 'load') : found;
}

/** An assignment to the name anywhere: then what is written at its declaration may not be what is called. */
function reassigned(ast: SourceFile, name: string): Unseen | undefined {
	const assignment = assignmentsTo(ast, name)[0];
	return assignment && unseen(`assigns another value to \`${name}\``, assignment);
}

/** The one function that a value is, or that is handed to the call which makes it. */
export function functionIn(value: Node, name: string): Written {
	const inner = unwrap(value);
	if (isFunction(inner)) return { kind: 'function', fn: inner };
	if (!Node.isCallExpression(inner)) return unseen(`\`${name}\` is not written as a function here`, value);
	const [first, second] = functionArguments(inner);
	if (!first) return unseen(`\`${name}\` is not written as a function here`, value);
	if (second) return unseen(`hands several functions to what makes its \`${name}\``, value);
	return {
		kind: 'function',
		fn: first,
		wrapper: first.getFirstAncestorByKindOrThrow(SyntaxKind.CallExpression),
	};
}

/** Functions written as arguments of a call, or of a call among its arguments. */
function functionArguments(call: CallExpression): (ArrowFunction | FunctionExpression)[] {
	return call.getArguments().flatMap((argument) => {
		const value = unwrap(argument);
		if (isFunction(value)) return [value];
		return Node.isCallExpression(value) ? functionArguments(value) : [];
	});
}

export const isFunction = (value: Node | undefined): value is ArrowFunction | FunctionExpression =>
	Node.isArrowFunction(value) || Node.isFunctionExpression(value);

export const isHostFunction = (node: Node): node is HostFunction =>
	isFunction(node) || Node.isFunctionDeclaration(node) || Node.isMethodDeclaration(node);

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
