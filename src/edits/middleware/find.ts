import { type CallExpression, Node, type SourceFile } from 'ts-morph';
import { defaultExport } from '../../syntax/exports.ts';
import { callsTo } from '../../syntax/imports.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import type { Refusal } from '../splice/edit.ts';
import { refuse } from '../splice/transform.ts';

export const middlewareModule = '@solidjs/start/middleware';

/** The `createMiddleware(...)` that a SolidStart middleware file exports as its default, through a constant too. */
export function findCreate(ast: SourceFile, snippet: string): CallExpression | Refusal {
	const exported = defaultExport(ast);
	if (!exported) return refuse('has no `export default createMiddleware(...)`', snippet);
	if (exported.kind === 'elsewhere') {
		const reason = `takes its default export from \`${exported.module}\``;
		return refuse(reason, snippet, exported.node);
	}
	const value = throughConstant(exported.node);
	const call = callsTo(ast, middlewareModule, 'createMiddleware').find((item) => item === value);
	if (call) return call;
	const found = describe(value);
	if (found === undefined) return refuse('has no `export default createMiddleware(...)`', snippet);
	return refuse(`exports ${found}, not createMiddleware(...)`, snippet, exported.node);
}

/** A call is edited in place, so it does not matter who else uses the constant. */
function throughConstant(node: Node): Node {
	const value = unwrap(node);
	if (!Node.isIdentifier(value)) return value;
	const declaration = value.getSourceFile().getVariableDeclaration(value.getText());
	const initializer = declaration?.getInitializer();
	const isConst = declaration?.getVariableStatement()?.getDeclarationKind() === 'const';
	// One step only: two constants can name each other.
	return isConst && initializer ? unwrap(initializer) : value;
}

/** For people: what stands there, and where it is from. */
function describe(value: Node): string | undefined {
	if (Node.isConditionalExpression(value)) return 'a conditional';
	if (Node.isIdentifier(value)) return `\`${value.getText()}\``;
	if (!Node.isCallExpression(value)) return undefined;
	const callee = value.getExpression().getText();
	const module = value
		.getSourceFile()
		.getImportDeclarations()
		.find((declaration) =>
			declaration
				.getNamedImports()
				.some((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === callee),
		)
		?.getModuleSpecifierValue();
	return `what \`${callee}\`${module === undefined ? '' : ` of ${module}`} makes`;
}
