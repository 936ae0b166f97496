import { Node, type SourceFile, type TypeNode } from 'ts-morph';
import { defaultExport } from '../../syntax/exports.ts';

/** A library that takes a configuration with a list of providers. */
interface Library {
	module: string;
	/** The function that is called with it, and the type that people give it. */
	call?: string;
	type: string;
}

export const libraries: readonly Library[] = [
	{ module: '@authgraft/runtime/sveltekit', call: 'SvelteKitAuth', type: 'SvelteKitAuthConfig' },
	{ module: '@authgraft/runtime/solid-start', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: '@auth/sveltekit', call: 'SvelteKitAuth', type: 'SvelteKitAuthConfig' },
	{ module: '@auth/solid-start', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: '@solid-mediakit/auth', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: '@solid-auth/base', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: 'start-authjs', call: 'StartAuthJS', type: 'StartAuthJSConfig' },
	{ module: '@auth/core', type: 'AuthConfig' },
	{ module: '@auth/core/types', type: 'AuthConfig' },
];

/** A value that a file may configure sign-in with. */
export interface DeclaredValue {
	/** The name, where it has one: whether that stays what it is, is for whoever looks behind it. */
	node: Node;
	/** As written: `SolidAuthConfig`, or the text of a JSDoc type. */
	type: string | undefined;
	exported: string | undefined;
}

/** The constants of a file, and its default export. */
export function valuesIn(ast: SourceFile): DeclaredValue[] {
	const values: DeclaredValue[] = ast.getVariableStatements().flatMap((statement) => {
		const doc = statement
			.getJsDocs()
			.map((one) => one.getText())
			.join('\n');
		return statement.getDeclarations().flatMap((declaration) => {
			const value = declaration.getInitializer();
			const node = declaration.getNameNode();
			if (!value || !Node.isIdentifier(node)) return [];
			const name = declaration.getName();
			const exported = statement.hasExportKeyword() || isInExportList(ast, name) ? name : undefined;
			return [{ node, type: typeOf(declaration.getTypeNode(), value) ?? jsDocType(doc), exported }];
		});
	});
	const assignment = defaultExport(ast);
	if (assignment?.kind === 'value')
		values.push({ node: assignment.node, type: typeOf(undefined, assignment.node), exported: 'default' });
	return values;
}

const isInExportList = (ast: SourceFile, name: string): boolean =>
	ast
		.getExportDeclarations()
		.some(
			(one) =>
				!one.hasModuleSpecifier() &&
				one.getNamedExports().some((item) => item.getNameNode().getText() === name),
		);

function typeOf(annotation: TypeNode | undefined, value: Node): string | undefined {
	if (annotation) return annotation.getText();
	let node = value;
	while (Node.isParenthesizedExpression(node)) node = node.getExpression();
	return Node.isSatisfiesExpression(node) || Node.isAsExpression(node)
		? node.getTypeNode()?.getText()
		: undefined;
}

const jsDocType = (doc: string): string | undefined =>
	/@(?:type|satisfies)\s*\{([^}]*)\}/.exec(doc)?.[1]?.trim();

/** The library whose type of a configuration this is: imported, or named in full as JSDoc does. */
export function libraryOfType(ast: SourceFile, type: string): string | undefined {
	const inline = /^import\((['"])(.+)\1\)\.(\w+)$/.exec(type);
	const found = libraries.find((library) => {
		if (inline) return inline[2] === library.module && inline[3] === library.type;
		return ast
			.getImportDeclarations()
			.filter((declaration) => declaration.getModuleSpecifierValue() === library.module)
			.some((declaration) =>
				declaration
					.getNamedImports()
					.some(
						(item) =>
							item.getName() === library.type &&
							(item.getAliasNode() ?? item.getNameNode()).getText() === type,
					),
			);
	});
	return found?.module;
}
