import {
	type CallExpression,
	type ExportDeclaration,
	type ImportDeclaration,
	type ImportSpecifier,
	type SourceFile,
	SyntaxKind,
} from 'ts-morph';
import { isDeclaredAgain } from './names.ts';
import type { Source } from './source.ts';

/** Under which expressions a file can reach an export of a module: `name`, its alias, `namespace.name`. */
export function localNames(ast: SourceFile, module: string, name: string): string[] {
	return ast
		.getImportDeclarations()
		.filter((declaration) => declaration.getModuleSpecifierValue() === module && !declaration.isTypeOnly())
		.flatMap((declaration) => {
			const namespace = declaration.getNamespaceImport()?.getText();
			const named = declaration
				.getNamedImports()
				.filter((item) => item.getName() === name && !item.isTypeOnly())
				.map((item) => item.getAliasNode()?.getText() ?? name);
			return namespace === undefined ? named : [...named, `${namespace}.${name}`];
		});
}

/** The calls of an imported function, wherever in the file; none where a local name could hide the import. */
export function callsTo(ast: SourceFile, module: string, name: string): CallExpression[] {
	const names = localNames(ast, module, name).filter(
		(local) => !isDeclaredAgain({ ast }, local.split('.')[0] ?? local),
	);
	return ast
		.getDescendantsOfKind(SyntaxKind.CallExpression)
		.filter((call) => names.includes(call.getExpression().getText()));
}

/** Whether an import or export names this module; of the host's own, `./a`, `./a.js` and `./a.ts` are one. */
export const isModule = (declaration: ImportDeclaration | ExportDeclaration, module: string): boolean =>
	sameModule(declaration.getModuleSpecifierValue(), module);

export const sameModule = (one: string | undefined, other: string): boolean => plain(one) === plain(other);

const plain = (module: string | undefined): string | undefined =>
	module?.startsWith('.') ? module.replace(/\.[jt]s$/, '') : module;

/** Local name under which a file already imports `name` as a value from `module`, if it does. */
export function importedAs(source: Source, module: string, name: string): string | undefined {
	for (const declaration of source.ast.getImportDeclarations()) {
		if (!isModule(declaration, module) || declaration.isTypeOnly()) continue;
		for (const specifier of declaration.getNamedImports()) {
			if (specifier.getName() === name && !specifier.isTypeOnly()) {
				return specifier.getAliasNode()?.getText() ?? name;
			}
		}
	}
	return undefined;
}

/** The local names under which a declaration imports an export as a value. */
export function localsOf(declaration: ImportDeclaration, name: string): string[] {
	const { default: own, space, named } = bindingsOf(declaration);
	if (name === '*') return space ? [space.getText()] : [];
	return [
		...(name === 'default' && own ? [own.getText()] : []),
		...named.filter((item) => item.getName() === name && !item.isTypeOnly()).map(localOf),
	];
}

export const bindingsOf = (declaration: ImportDeclaration) => ({
	default: declaration.getDefaultImport(),
	space: declaration.getNamespaceImport(),
	named: declaration.getNamedImports(),
});

export const localOf = (item: ImportSpecifier): string =>
	(item.getAliasNode() ?? item.getNameNode()).getText();

/** Under which name a file imports something, be it as a type only. */
export const importedLocal = ({ ast }: Source, module: string, name: string): string | undefined =>
	ast
		.getImportDeclarations()
		.filter((one) => one.getModuleSpecifierValue() === module)
		.flatMap((one) => one.getNamedImports())
		.filter((item) => item.getName() === name)
		.map(localOf)[0];
