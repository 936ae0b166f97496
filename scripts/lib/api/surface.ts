import ts from 'typescript';
import { declarationsOf, namesIn, sourceOf } from './declarations.ts';
import { byName, type Entry, type Package } from './package.ts';

/** Something that an entry exports. */
export interface Export {
	name: string;
	/** What it is, behind all re-exports. */
	symbol: ts.Symbol;
	/** The package that it comes from, as it is imported, or null for our own. */
	from: string | null;
	/** Whether only types see it: `export type`, or nothing but a type. */
	isType: boolean;
}

/** Everything that somebody who imports the package can see. */
export interface Surface {
	entries: { entry: Entry; exports: Export[] }[];
	/** Types of ours that exports name, and that no entry exports, by file and name. */
	unnamed: ts.Symbol[];
}

/** Collects what the entries export, and the types of ours that those name. */
export function surfaceOf(pkg: Package): Surface {
	const entries = pkg.entries.map((entry) => ({ entry, exports: exportsOf(pkg, entry) }));
	const exported = new Set(entries.flatMap(({ exports }) => exports.map(({ symbol }) => symbol)));
	const seen = new Set(exported);
	// The set grows while it is walked: a type that is named names others.
	for (const symbol of seen) {
		if (!isOwn(pkg, symbol)) continue;
		for (const named of namesIn(pkg, symbol)) if (isOwn(pkg, named)) seen.add(named);
	}
	const unnamed = [...seen].filter(
		(symbol) => !exported.has(symbol) && isOwn(pkg, symbol) && !isOfSvelte(symbol),
	);
	const key = (symbol: ts.Symbol) => ({ symbol, name: `${fileOf(pkg, symbol)} ${nameOf(symbol)}` });
	return {
		entries,
		unnamed: unnamed
			.map(key)
			.sort(byName)
			.map(({ symbol }) => symbol),
	};
}

function exportsOf({ checker, folder }: Package, { source, name: entry }: Entry): Export[] {
	const module = checker.getSymbolAtLocation(source);
	if (!module) throw new Error(`${entry} exports nothing`);
	return checker
		.getExportsOfModule(module)
		.map((exported) => {
			const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
			const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
			if (!symbol.declarations) throw new Error(`${entry}: nobody knows what ${exported.name} is`);
			const own = symbol.declarations.some((node) => node.getSourceFile().fileName.startsWith(folder));
			return {
				name: exported.name,
				symbol,
				from: own ? null : moduleOf(exported),
				isType: isTypeExport(exported) || (symbol.flags & ts.SymbolFlags.Value) === 0,
			};
		})
		.sort(byName);
}

/** The `from` of a re-export. */
function moduleOf({ name, declarations = [] }: ts.Symbol): string {
	const [node] = declarations;
	const specifier = node && ts.isExportSpecifier(node) ? node.parent.parent.moduleSpecifier : undefined;
	if (!specifier || !ts.isStringLiteral(specifier)) throw new Error(`${name}: re-export it by name`);
	return specifier.text;
}

function isTypeExport({ declarations = [] }: ts.Symbol): boolean {
	const [node] = declarations;
	return !!node && ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly);
}

/** What svelte2tsx writes into each component: its own, and not for anybody to use. */
const isOfSvelte = ({ name }: ts.Symbol) => name.startsWith('$$__sveltets');

/** Whether it is declared in the package itself. */
export function isOwn({ folder }: Package, { declarations = [] }: ts.Symbol): boolean {
	return declarations.some((node) => node.getSourceFile().fileName.startsWith(folder));
}

/** The name in the declaration; that of the symbol of a default export is "default". */
export function nameOf(symbol: ts.Symbol): string {
	const [node] = symbol.declarations ?? [];
	const name = node && ts.getNameOfDeclaration(node);
	return name && ts.isIdentifier(name) ? name.text : symbol.name;
}

/** The source file of a symbol of ours, below the folder of the sources. */
export function fileOf({ folder }: Package, { name, declarations = [] }: ts.Symbol): string {
	const files = declarations.map((node) => node.getSourceFile().fileName);
	const own = files.find((file) => file.startsWith(folder));
	if (!own) throw new Error(`${name} is not ours`);
	return own.slice(folder.length).replace(/\.svelte\.ts$/, '.svelte');
}

/** What an entry's declarations add to the types of others, such as `App.Locals`. */
export function augmentationsOf(pkg: Package, { source }: Entry): ts.Statement[] {
	const files = new Set([source]);
	for (const file of files) {
		for (const statement of declarationsOf(pkg, file)) {
			if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
			const imported = sourceOf(pkg, file, statement.moduleSpecifier);
			if (imported) files.add(imported);
		}
	}
	return [...files]
		.sort((a, b) => byName({ name: a.fileName }, { name: b.fileName }))
		.flatMap((file) =>
			declarationsOf(pkg, file).filter((node) => ts.isModuleDeclaration(node) && isAmbient(node)),
		);
}

function isAmbient(node: ts.ModuleDeclaration): boolean {
	return ts.isStringLiteral(node.name) || node.name.text === 'global';
}
