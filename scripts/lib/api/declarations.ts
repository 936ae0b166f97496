import { posix } from 'node:path';
import ts from 'typescript';
import type { Package } from './package.ts';

const known = new WeakMap<ts.SourceFile, readonly ts.Statement[]>();

/** What TypeScript writes into the declaration file of a source: inferred types are spelled out, bodies are gone. */
export function declarationsOf({ program }: Package, source: ts.SourceFile): readonly ts.Statement[] {
	const before = known.get(source);
	if (before) return before;
	let text = source.isDeclarationFile ? source.text : undefined;
	if (text === undefined)
		program.emit(
			source,
			(_, written) => {
				text = written;
			},
			undefined,
			true,
		);
	if (text === undefined) throw new Error(`TypeScript writes no declarations for ${source.fileName}`);
	const { statements } = ts.createSourceFile(source.fileName, text, ts.ScriptTarget.Latest, true);
	known.set(source, statements);
	return statements;
}

/** The declarations of a symbol, as {@link declarationsOf} has them; more than one when a name is a type and a value. */
export function declarationsOfSymbol(pkg: Package, symbol: ts.Symbol): ts.Statement[] {
	return (symbol.declarations ?? []).flatMap((node, index, all) => {
		const source = node.getSourceFile();
		if (all.findIndex((other) => other.getSourceFile() === source) !== index) return [];
		const name = ts.getNameOfDeclaration(node as ts.Declaration);
		if (!name || !ts.isIdentifier(name)) return [];
		const found = declarationsOf(pkg, source).filter((statement) => declares(statement, name.text));
		if (found.length === 0) throw new Error(`The declarations of ${source.fileName} have no ${name.text}`);
		return found;
	});
}

function declares(statement: ts.Statement, name: string): boolean {
	if (ts.isVariableStatement(statement))
		return statement.declarationList.declarations.some((node) => node.name.getText() === name);
	if (ts.isModuleDeclaration(statement) || ts.isExportAssignment(statement)) return false;
	const declared = ts.getNameOfDeclaration(statement as unknown as ts.Declaration);
	return declared !== undefined && ts.isIdentifier(declared) && declared.text === name;
}

/** The symbols that the declarations of another one name. */
export function namesIn(pkg: Package, symbol: ts.Symbol): Set<ts.Symbol> {
	const found = new Set<ts.Symbol>();
	const source = symbol.declarations?.[0]?.getSourceFile();
	if (!source) return found;
	const { checker } = pkg;
	const add = (named: ts.Symbol | undefined) => {
		if (!named) return;
		const isAlias = (named.flags & ts.SymbolFlags.Alias) !== 0;
		found.add(isAlias ? checker.getAliasedSymbol(named) : checker.getExportSymbolOfSymbol(named));
	};
	const visit = (node: ts.Node): void => {
		if (ts.isTypeReferenceNode(node)) add(inScope(pkg, source, node.typeName));
		if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression))
			add(inScope(pkg, source, node.expression));
		if (ts.isTypeQueryNode(node)) add(inScope(pkg, source, node.exprName));
		if (ts.isComputedPropertyName(node) && ts.isIdentifier(node.expression))
			add(inScope(pkg, source, node.expression));
		if (ts.isImportTypeNode(node)) add(imported(pkg, source, node));
		ts.forEachChild(node, visit);
	};
	declarationsOfSymbol(pkg, symbol).forEach(visit);
	return found;
}

const scopes = new WeakMap<ts.SourceFile, Map<string, ts.Symbol>>();

function inScope({ checker }: Package, source: ts.SourceFile, name: ts.EntityName): ts.Symbol | undefined {
	if (!ts.isIdentifier(name)) return undefined;
	const { Type, Value, Alias } = ts.SymbolFlags;
	const scope =
		scopes.get(source) ??
		new Map(checker.getSymbolsInScope(source, Type | Value | Alias).map((symbol) => [symbol.name, symbol]));
	scopes.set(source, scope);
	return scope.get(name.text);
}

/** `import('./other.js').Name`, which TypeScript writes for a type that the source does not import. */
function imported(pkg: Package, source: ts.SourceFile, node: ts.ImportTypeNode): ts.Symbol | undefined {
	const { argument, qualifier } = node;
	if (!ts.isLiteralTypeNode(argument) || !qualifier || !ts.isIdentifier(qualifier)) return undefined;
	const file = sourceOf(pkg, source, argument.literal);
	const module = file && pkg.checker.getSymbolAtLocation(file);
	return module && pkg.checker.tryGetMemberInModuleExports(qualifier.text, module);
}

/** The source of ours that a declaration imports, or undefined for a package. */
export function sourceOf(
	{ program }: Package,
	from: ts.SourceFile,
	specifier: ts.Node | undefined,
): ts.SourceFile | undefined {
	if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return undefined;
	const path = posix.join(posix.dirname(from.fileName), specifier.text);
	return (
		program.getSourceFile(path.replace(/\.js$/, '.ts')) ??
		program.getSourceFile(`${path}.ts`) ??
		program.getSourceFile(`${path}.d.ts`)
	);
}
