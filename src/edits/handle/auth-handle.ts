import { type BindingElement, Node, SyntaxKind } from 'ts-morph';
import { runtimeModules } from '../../framework.ts';
import { callsTo, importedAs, isModule, localNames } from '../../syntax/imports.ts';
import { takenName } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { unwrap, wrapped } from '../../syntax/unwrap.ts';
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
export function authHandles(source: Source, auth: AuthImport): string[] {
	const known = [...importedHandles(source, auth), ...ownHandles(source)];
	return [...known, ...takenHandles(source, known)];
}

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

/** `handle` of `SvelteKitAuth()` in the file itself: by the object's name, or at once. */
const ownHandles = ({ ast }: Source): string[] =>
	callsTo(ast, runtimeModules.sveltekit, 'SvelteKitAuth').map((call) => {
		const parent = wrapped(call).getParent();
		const name = Node.isVariableDeclaration(parent) ? parent.getNameNode() : undefined;
		return `${(Node.isIdentifier(name) ? name : call).getText()}.handle`;
	});

/** `handle`, where it is taken out of what gives it by a pattern. */
const takenHandles = ({ ast }: Source, known: readonly string[]): string[] =>
	ast.getDescendantsOfKind(SyntaxKind.BindingElement).flatMap((element) => {
		const from = takenFrom(element);
		return from !== undefined && known.includes(from) ? [element.getName()] : [];
	});

/** `SvelteKitAuth().handle` of `const { handle: it } = SvelteKitAuth()`. */
function takenFrom(element: BindingElement): string | undefined {
	const pattern = element.getParent();
	const declaration = pattern.getParent();
	if (!Node.isObjectBindingPattern(pattern) || !Node.isVariableDeclaration(declaration)) return undefined;
	const value = declaration.getInitializer();
	return value && `${unwrap(value).getText()}.${takenName(element)}`;
}

export const isAuthHandle = (
	found: FoundHandle & { kind: 'reexported' },
	{ authModule, handles = usual }: AuthImport,
): boolean => handles.includes(found.specifier.getName()) && isModule(found.statement, authModule);

/** The same of a handle that a pattern takes out. */
export function isTakenAuth(source: Source, auth: AuthImport, element: BindingElement): boolean {
	const from = takenFrom(element);
	return from !== undefined && [...importedHandles(source, auth), ...ownHandles(source)].includes(from);
}
