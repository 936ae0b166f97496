import { Node, SyntaxKind, type VariableDeclaration } from 'ts-morph';
import { editableBehind } from '../../syntax/constants.ts';
import { defaultExport, inExportList } from '../../syntax/exports.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { unwrap } from '../../syntax/unwrap.ts';

/** What drizzle.config says; undefined for what is not written there. */
export interface DrizzleConfig {
	dialect: string | undefined;
	/** A file, a folder or a pattern, relative to the config. */
	schema: string | undefined;
}

/** Reads a drizzle.config. */
export function readDrizzleConfig(path: string, content: string): DrizzleConfig {
	const nothing = { dialect: undefined, schema: undefined };
	const source = parse(path, content);
	if (syntaxError(source)) return nothing;
	const exported = defaultExport(source.ast);
	if (exported?.kind !== 'value') return nothing;
	const value = editableBehind(exported.node);
	const [argument] = Node.isCallExpression(value) ? value.getArguments() : [value];
	const object = argument && editableBehind(argument);
	if (!Node.isObjectLiteralExpression(object)) return nothing;
	const text = (key: string): string | undefined => {
		const found = findProperty(object, key);
		const expression = found.kind === 'found' ? expressionOf(found.property) : undefined;
		const literal = expression && editableBehind(expression);
		return Node.isStringLiteral(literal) || Node.isNoSubstitutionTemplateLiteral(literal)
			? literal.getLiteralText()
			: undefined;
	};
	return { dialect: text('dialect'), schema: text('schema') };
}

/** A constant of the host's that holds its database. */
export interface HostClient {
	/** The export; `default` for a default export. */
	name: string;
	/** Where what makes it comes from: `drizzle-orm/libsql`, `@prisma/client`. */
	module: string;
}

/**
 * The exported constants of a module that hold what a library makes, as the module itself makes it: `drizzle(...)`,
 * `new PrismaClient()`. What a function makes is made anew, and is none.
 * @param modules which modules the maker may come from; any for a generated client.
 */
export function clientsIn(
	path: string,
	content: string,
	{ maker, modules }: { maker: string; modules: RegExp },
): HostClient[] {
	const source = parse(path, content);
	if (syntaxError(source)) return [];
	const { ast } = source;
	const makers = ast.getImportDeclarations().flatMap((declaration) => {
		const module = declaration.getModuleSpecifierValue();
		if (!modules.test(module) || declaration.isTypeOnly()) return [];
		return declaration
			.getNamedImports()
			.filter((item) => item.getName() === maker)
			.map((item) => ({ local: (item.getAliasNode() ?? item.getNameNode()).getText(), module }));
	});
	if (makers.length === 0) return [];
	return ast.getVariableDeclarations().flatMap((declaration): HostClient[] => {
		const made = makers.find(({ local }) => isMadeBy(declaration, local));
		const name = made && exportOf(declaration);
		return made && name !== undefined ? [{ name, module: made.module }] : [];
	});
}

function isMadeBy(declaration: VariableDeclaration, local: string): boolean {
	const value = declaration.getInitializer();
	if (!value) return false;
	const inner = unwrap(value);
	return [inner, ...inner.getDescendants()].some(
		(node) =>
			(Node.isCallExpression(node) || Node.isNewExpression(node)) &&
			node.getExpression().getText() === local &&
			// In a function it is made when somebody calls that.
			node.getFirstAncestor((one) => Node.isFunctionLikeDeclaration(one) || one === declaration) ===
				declaration,
	);
}

/** The name under which a module exports a constant of its own. */
function exportOf(declaration: VariableDeclaration): string | undefined {
	const name = declaration.getName();
	const ast = declaration.getSourceFile();
	if (declaration.getVariableStatement()?.hasExportKeyword()) return name;
	const listed = ast
		.getDescendantsOfKind(SyntaxKind.ExportSpecifier)
		.find((item) => item.getNameNode().getText() === name && inExportList(ast, item.getName()));
	if (listed) return (listed.getAliasNode() ?? listed.getNameNode()).getText();
	const exported = defaultExport(ast);
	return exported?.kind === 'value' && exported.node.getText() === name ? 'default' : undefined;
}
