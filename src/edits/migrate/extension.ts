import { type ModuleDeclaration, Node, type Statement } from 'ts-morph';

/** Modules whose types are the core's handed on: TypeScript merges no extension of theirs with one of the core's. */
export const handedOn = new Set([
	'@auth/sveltekit',
	'@auth/solid-start',
	'@solid-mediakit/auth',
	'start-authjs',
	'@auth/core',
	'@auth/sveltekit/node_modules/@auth/core/types',
	'@authgraft/runtime/sveltekit',
	'@authgraft/runtime/solid-start',
]);

export const types = '@auth/core/types';

/** Where the core declares an interface, other than in its types. */
export const declaredIn = new Map([
	['JWT', '@auth/core/jwt'],
	['DefaultJWT', '@auth/core/jwt'],
	['AdapterUser', '@auth/core/adapters'],
	['AdapterSession', '@auth/core/adapters'],
	['AdapterAccount', '@auth/core/adapters'],
]);

/** start-authjs has names of its own for what the core calls otherwise. */
export const renamed = new Map([
	['AuthSession', 'Session'],
	['AuthUser', 'User'],
]);

/** `declare module 'name'` */
export const isExtension = (statement: Statement): statement is ModuleDeclaration =>
	Node.isModuleDeclaration(statement) && Node.isStringLiteral(statement.getNameNode());

export const moduleOf = (block: ModuleDeclaration): string => {
	const name = block.getNameNode();
	return Node.isStringLiteral(name) ? name.getLiteralValue() : '';
};

/** The statements of a block, and where each belongs. */
export const partsOf = (block: ModuleDeclaration): { statement: Statement; module: string }[] =>
	block.hasBody()
		? block.getStatements().map((statement) => ({
				statement,
				module: declaredIn.get(declaredName(statement) ?? '') ?? types,
			}))
		: [];

export const declaredName = (statement: Statement): string | undefined =>
	Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement)
		? statement.getName()
		: undefined;
