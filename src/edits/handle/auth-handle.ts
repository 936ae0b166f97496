import { Node } from 'ts-morph';
import { runtimeModules } from '../../framework.ts';
import { callsTo, importedAs, isModule, localNames } from '../../syntax/imports.ts';
import { takenName } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { wrapped } from '../../syntax/unwrap.ts';
import type { FoundHandle } from './find.ts';

/** How a file comes by the auth handle. */
export interface AuthImport {
	/** How it imports the auth module: `./auth`. */
	authModule: string;
	/** What that exports it as: `handle`, `authHandle`, or `auth.handle` of an object. Default: `handle`. */
	handles?: readonly string[] | undefined;
	/** The file sets sign-in up itself: there is nothing to import. */
	own?: boolean;
}

const usual = ['handle'];

/** Under which expressions a file knows the auth handle: those that it imports, and those of a call of its own. */
export const authHandles = (source: Source, auth: AuthImport): string[] => [
	...importedHandles(source, auth),
	...ownHandles(source),
];

export function importedHandles(source: Source, { authModule, handles = usual }: AuthImport): string[] {
	const modules = source.ast
		.getImportDeclarations()
		.filter((declaration) => isModule(declaration, authModule))
		.map((declaration) => declaration.getModuleSpecifierValue());
	return handles.flatMap((handle) => {
		const [name = handle, ...member] = handle.split('.');
		const local = importedAs(source, authModule, name);
		const names = [
			...(local === undefined ? [] : [local]),
			...modules.flatMap((module) => localNames(source.ast, module, name)),
		];
		return names.map((one) => [one, ...member].join('.'));
	});
}

/** `handle` of `SvelteKitAuth()` in the file itself: by its name, by the object's, or taken out at once. */
function ownHandles({ ast }: Source): string[] {
	return callsTo(ast, runtimeModules.sveltekit, 'SvelteKitAuth').flatMap((call) => {
		const parent = wrapped(call).getParent();
		const name = Node.isVariableDeclaration(parent) ? parent.getNameNode() : undefined;
		if (Node.isIdentifier(name)) return [`${name.getText()}.handle`];
		if (!Node.isObjectBindingPattern(name)) return [`${call.getText()}.handle`];
		return name
			.getElements()
			.filter((element) => takenName(element) === 'handle')
			.map((element) => element.getName());
	});
}

export const isAuthHandle = (
	found: FoundHandle & { kind: 'reexported' },
	{ authModule, handles = usual }: AuthImport,
): boolean => handles.includes(found.specifier.getName()) && isModule(found.statement, authModule);
