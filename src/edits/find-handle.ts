import { type CallExpression, Node, type SourceFile, SyntaxKind, type VariableDeclaration } from 'ts-morph';
import { unwrap } from './source.ts';

/** Where SvelteKit 2 and 3 both keep `sequence`. */
export const hooksModule = '@sveltejs/kit/hooks';

/** How a hooks file comes by its `handle`. */
export type FoundHandle =
	| { kind: 'none' }
	| { kind: 'sequence'; call: CallExpression }
	| { kind: 'function'; statement: Node; exportKeyword: Node; name: Node }
	| { kind: 'other'; reason: string; node: Node };

/** Looks at the top level of the file only; SvelteKit takes nothing else. */
export function findHandle(ast: SourceFile): FoundHandle {
	for (const statement of ast.getStatements()) {
		if (Node.isExportDeclaration(statement)) {
			const named = statement
				.getNamedExports()
				.find((item) => (item.getAliasNode()?.getText() ?? item.getName()) === 'handle');
			if (named) return { kind: 'other', reason: 'exports `handle` through an export list', node: statement };
			if (statement.isNamespaceExport() && !statement.getNamespaceExport()) {
				return {
					kind: 'other',
					reason: '`export *` may export a `handle` that cannot be seen here',
					node: statement,
				};
			}
		}
		if (Node.isFunctionDeclaration(statement) && statement.isExported() && statement.getName() === 'handle') {
			return functionHandle(statement, statement.getNameNodeOrThrow());
		}
		if (Node.isVariableStatement(statement) && statement.isExported()) {
			const names = statement.getDeclarations().map((declaration) => declaration.getNameNode());
			const bound = names.find((name) => bindsHandle(name));
			if (bound) return variableHandle(statement.getDeclarations(), bound);
		}
	}
	return { kind: 'none' };
}

const bindsHandle = (name: Node): boolean =>
	Node.isIdentifier(name)
		? name.getText() === 'handle'
		: name.getDescendantsOfKind(SyntaxKind.BindingElement).some((element) => element.getName() === 'handle');

function variableHandle(declarations: VariableDeclaration[], bound: Node): FoundHandle {
	const [declaration] = declarations;
	const statement = declaration?.getVariableStatement();
	if (!declaration || !statement)
		return { kind: 'other', reason: 'declares `handle` in an unknown form', node: bound };
	if (!Node.isIdentifier(bound))
		return { kind: 'other', reason: 'takes `handle` out of a destructured value', node: bound };
	if (declarations.length > 1)
		return { kind: 'other', reason: 'declares `handle` together with other names', node: bound };
	if (statement.getDeclarationKind() !== 'const') {
		return {
			kind: 'other',
			reason: 'declares `handle` with let or var, so it may be replaced at run time',
			node: bound,
		};
	}
	const value = unwrap(declaration.getInitializerOrThrow());
	if (Node.isArrowFunction(value) || Node.isFunctionExpression(value))
		return functionHandle(statement, bound);
	if (isSequenceCall(value)) return { kind: 'sequence', call: value };
	return {
		kind: 'other',
		reason: `\`handle\` is ${describe(value)}, not a function or sequence(...)`,
		node: bound,
	};
}

function functionHandle(statement: Node, name: Node): FoundHandle {
	const exportKeyword = statement.getFirstDescendantByKindOrThrow(SyntaxKind.ExportKeyword);
	return { kind: 'function', statement, exportKeyword, name };
}

function isSequenceCall(value: Node): value is CallExpression {
	if (!Node.isCallExpression(value)) return false;
	const callee = value.getExpression();
	return value
		.getSourceFile()
		.getImportDeclarations()
		.some(
			(declaration) =>
				declaration.getModuleSpecifierValue() === hooksModule &&
				declaration
					.getNamedImports()
					.some(
						(item) =>
							item.getName() === 'sequence' &&
							(item.getAliasNode()?.getText() ?? 'sequence') === callee.getText(),
					),
		);
}

function describe(value: Node): string {
	if (Node.isIdentifier(value)) return `the variable \`${value.getText()}\``;
	if (Node.isCallExpression(value)) return `the result of \`${value.getExpression().getText()}(...)\``;
	if (Node.isConditionalExpression(value)) return 'a conditional';
	return `a ${value.getKindName()}`;
}

/** `x.handle`, `{ handle: ... }` and `import { handle as y }` spell the word without meaning the hook. */
export function isForeignName(id: Node): boolean {
	const parent = id.getParent();
	if (Node.isPropertyAccessExpression(parent)) return parent.getNameNode() === id;
	if (Node.isPropertyAssignment(parent)) return parent.getNameNode() === id;
	if (Node.isImportSpecifier(parent))
		return parent.getNameNode() === id && parent.getAliasNode() !== undefined;
	return false;
}

/** The assignment to `locals.auth` in a file, if there is one: another library's, under the name that we use. */
export function assignsLocalsAuth(ast: SourceFile): Node | undefined {
	return ast.getDescendantsOfKind(SyntaxKind.BinaryExpression).find((expression) => {
		const left = expression.getLeft();
		const operator = expression.getOperatorToken().getText();
		return /^(?:\?\?|\|\||&&)?=$/.test(operator) && /(?:^|\.)locals\.auth$/.test(left.getText());
	});
}
