import {
	type Expression,
	type FunctionDeclaration,
	Node,
	type SourceFile,
	type Statement,
	SyntaxKind,
} from 'ts-morph';
import { functionIn, type HostFunction, isHostFunction, type Written } from '../../syntax/functions.ts';
import { unclear } from '../../syntax/unclear.ts';
import type { Selected } from './selected.ts';

const directive = 'use server';

const kinds = [
	SyntaxKind.ArrowFunction,
	SyntaxKind.FunctionExpression,
	SyntaxKind.FunctionDeclaration,
	SyntaxKind.MethodDeclaration,
] as const;

/**
 * The server functions of a SolidStart module: those that say `'use server'` themselves, wherever they stand, and all
 * exports of a file that says so.
 */
export function serverFunctions(ast: SourceFile): Selected[] {
	const own = kinds
		.flatMap((kind): Node[] => ast.getDescendantsOfKind(kind))
		.filter((node) => isHostFunction(node))
		.sort((a, b) => a.getStart() - b.getStart())
		.filter((fn) => directivesOf(fn).includes(directive))
		.map((fn) => selected(nameOf(fn), { kind: 'function', fn }));
	if (!leading(ast.getStatements()).includes(directive)) return own;
	const exports = ast.getStatements().flatMap(exportsOf);
	const known = new Set(exports.map(({ written }) => (written.kind === 'function' ? written.fn : undefined)));
	return [...exports, ...own.filter(({ written }) => written.kind === 'function' && !known.has(written.fn))];
}

const selected = (name: string | undefined, written: Written): Selected => ({
	kind: 'function',
	name,
	type: 'server function',
	written,
});

/** The directives at the top of a function: `'use server'`. */
export function directivesOf(fn: HostFunction): string[] {
	const body = fn.getBody();
	return Node.isBlock(body) ? leading(body.getStatements()) : [];
}

function leading(statements: Statement[]): string[] {
	const found: string[] = [];
	for (const statement of statements) {
		const value = Node.isExpressionStatement(statement) ? statement.getExpression() : undefined;
		if (!Node.isStringLiteral(value)) break;
		found.push(value.getLiteralValue());
	}
	return found;
}

/** What a statement of a `'use server'` file makes callable. */
function exportsOf(statement: Statement): Selected[] {
	if (Node.isFunctionDeclaration(statement) && statement.hasExportKeyword())
		return statement.hasBody()
			? [selected(exportedName(statement), { kind: 'function', fn: statement })]
			: [];
	if (Node.isVariableStatement(statement) && statement.hasExportKeyword())
		return statement.getDeclarations().map((declaration) => {
			const name = declaration.getName();
			const value = declaration.getInitializer();
			return selected(
				name,
				value ? serverFunction(value, name) : unclear(`\`${name}\` has no value here`, declaration),
			);
		});
	if (Node.isExportAssignment(statement) && !statement.isExportEquals())
		return [selected('default', serverFunction(statement.getExpression(), 'default'))];
	if (Node.isExportDeclaration(statement) && !statement.isTypeOnly()) return inList(statement);
	return [];
}

/** `query(async () => ...)` of the router, or a function as it is; other calls may make anything of theirs. */
function serverFunction(value: Expression, name: string): Written {
	const found = functionIn(value, name);
	if (found.kind === 'unclear' || !found.wrapper) return found;
	const callee = found.wrapper.getExpression().getText();
	const router = value
		.getSourceFile()
		.getImportDeclarations()
		.filter((declaration) => declaration.getModuleSpecifierValue() === '@solidjs/router')
		.flatMap((declaration) => declaration.getNamedImports())
		.some(
			(item) =>
				['query', 'cache', 'action'].includes(item.getName()) &&
				(item.getAliasNode() ?? item.getNameNode()).getText() === callee,
		);
	return router ? found : unclear(`\`${name}\` is made by \`${callee}(...)\``, value);
}

function inList(statement: Statement): Selected[] {
	if (!Node.isExportDeclaration(statement)) return [];
	const ast = statement.getSourceFile();
	const elsewhere = unclear('exports server functions of another module', statement);
	if (statement.getModuleSpecifier()) return [selected(undefined, elsewhere)];
	return statement
		.getNamedExports()
		.filter((item) => !item.isTypeOnly())
		.map((item) => {
			const local = item.getName();
			const name = (item.getAliasNode() ?? item.getNameNode()).getText();
			const declared = ast.getFunction(local);
			if (declared?.hasBody()) return selected(name, { kind: 'function', fn: declared });
			const value = ast.getVariableDeclaration(local)?.getInitializer();
			return selected(
				name,
				value ? serverFunction(value, name) : unclear(`\`${local}\` is not written as a function here`, item),
			);
		});
}

const exportedName = (fn: FunctionDeclaration): string =>
	fn.hasDefaultKeyword() ? 'default' : (fn.getName() ?? 'default');

/**
 * The name by which people know a function: its own, or that of the variable or property which holds it. The reader of
 * routes (`src/host/routes/solid-start/server-functions.ts`) names it in the same way.
 */
function nameOf(fn: HostFunction): string | undefined {
	if (!Node.isArrowFunction(fn) && fn.getName()) return fn.getName();
	let node: Node | undefined = fn.getParent();
	while (
		Node.isCallExpression(node) ||
		Node.isParenthesizedExpression(node) ||
		Node.isSatisfiesExpression(node) ||
		Node.isAsExpression(node) ||
		Node.isTypeAssertion(node) ||
		Node.isNonNullExpression(node)
	)
		node = node.getParent();
	if (Node.isExportAssignment(node)) return 'default';
	if (!Node.isVariableDeclaration(node) && !Node.isPropertyAssignment(node)) return undefined;
	const name = node.getNameNode();
	return Node.isStringLiteral(name) ? name.getLiteralValue() : name.getText();
}
