import { ts } from 'ts-morph';

/** What of TypeScript stands in a script: the offset of the first of it, and which. */
export interface TypeSyntax {
	start: number;
	message: string;
}

/** Nodes that JavaScript does not have. The words are those that TypeScript has for them. */
const kinds = new Map<ts.SyntaxKind, string>([
	[ts.SyntaxKind.EnumDeclaration, "'enum' declarations"],
	[ts.SyntaxKind.ImportEqualsDeclaration, "'import ... ='"],
	[ts.SyntaxKind.IndexSignature, 'Index signatures'],
	[ts.SyntaxKind.InterfaceDeclaration, "'interface' declarations"],
	[ts.SyntaxKind.NamespaceExportDeclaration, "'export as namespace'"],
	[ts.SyntaxKind.NonNullExpression, 'Non-null assertions'],
	[ts.SyntaxKind.TypeAliasDeclaration, 'Type aliases'],
	[ts.SyntaxKind.TypeAssertionExpression, 'Type assertion expressions'],
]);

/** Modifiers that JavaScript has too; `const` it has elsewhere. */
const modifiers = new Set<ts.SyntaxKind>([
	...[ts.SyntaxKind.AccessorKeyword, ts.SyntaxKind.AsyncKeyword, ts.SyntaxKind.DefaultKeyword],
	...[ts.SyntaxKind.ExportKeyword, ts.SyntaxKind.StaticKeyword],
]);

/**
 * What no runtime takes for JavaScript although TypeScript's parser lets it pass there, like the type in `let a: string`. TypeScript
 * itself says that only with a whole program around the file.
 */
export function typeSyntax(source: ts.SourceFile): TypeSyntax | undefined {
	let first: TypeSyntax | undefined;
	const note = (node: ts.Node, message: string): void => {
		const start = node.getStart(source);
		if (!first || start < first.start) first = { start, message };
	};
	const visit = (node: ts.Node): void => {
		const parts = [...typedParts(node)];
		for (const [at, what] of parts) note(at, `${what} can only be used in TypeScript files`);
		const decorator = decoratorIn(node);
		if (decorator && !ts.canHaveDecorators(node)) note(decorator, 'Decorators are not valid here');
		// What is in one of these may be more of them, and says nothing new.
		if (parts.length === 0) ts.forEachChild(node, visit);
	};
	visit(source);
	return first;
}

/** Fields that different kinds of nodes have. */
interface Fields {
	body?: ts.Node;
	isTypeOnly?: boolean;
	modifiers?: ts.NodeArray<ts.ModifierLike>;
	type?: ts.Node;
	typeArguments?: ts.NodeArray<ts.Node>;
	typeParameters?: ts.NodeArray<ts.Node>;
}

function* typedParts(node: ts.Node): Generator<[at: ts.Node, what: string]> {
	const { body, isTypeOnly, modifiers: all = [], type, typeArguments, typeParameters } = node as Fields;
	const kind = kinds.get(node.kind);
	if (kind) yield [node, kind];
	if (ts.isModuleDeclaration(node)) yield [node, `'${moduleKeyword(node)}' declarations`];
	if (isTypeOnly) yield [node, `'${typeOnlyWords(node)}' declarations`];
	if (ts.isExportAssignment(node) && node.isExportEquals) yield [node, "'export ='"];
	if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword)
		yield [node, "'implements' clauses"];
	if (isFunction(node) && !body) yield [node, 'Signature declarations'];
	for (const modifier of all)
		if (!ts.isDecorator(modifier) && !modifiers.has(modifier.kind))
			yield [
				modifier,
				ts.isParameter(node) ? 'Parameter modifiers' : `The '${ts.tokenToString(modifier.kind)}' modifier`,
			];
	const mark = optionalMark(node);
	if (mark) yield [mark, "The '?' modifier"];
	if (type) yield [type, whatOfType(node)];
	if (typeParameters?.[0]) yield [typeParameters[0], 'Type parameter declarations'];
	if (typeArguments?.[0]) yield [typeArguments[0], 'Type arguments'];
}

const moduleKeyword = ({ flags }: ts.ModuleDeclaration): string =>
	flags & ts.NodeFlags.Namespace ? 'namespace' : 'module';

function typeOnlyWords(node: ts.Node): string {
	if (ts.isImportSpecifier(node)) return 'import...type';
	if (ts.isExportSpecifier(node)) return 'export...type';
	return ts.isExportDeclaration(node) ? 'export type' : 'import type';
}

function whatOfType(node: ts.Node): string {
	if (ts.isAsExpression(node)) return 'Type assertion expressions';
	return ts.isSatisfiesExpression(node) ? 'Type satisfaction expressions' : 'Type annotations';
}

const isFunction = (node: ts.Node): boolean =>
	ts.isFunctionDeclaration(node) ||
	ts.isMethodDeclaration(node) ||
	ts.isConstructorDeclaration(node) ||
	ts.isAccessor(node);

const optionalMark = (node: ts.Node): ts.Node | undefined =>
	ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node)
		? node.questionToken
		: undefined;

const decoratorIn = (node: ts.Node): ts.Node | undefined =>
	(node as Fields).modifiers?.find((modifier) => ts.isDecorator(modifier));
