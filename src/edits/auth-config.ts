import { Node, type ObjectLiteralExpression, type SourceFile, type TypeNode } from 'ts-morph';
import { callsTo, defaultExport, findProperty, inExportList } from './find-config.ts';
import { answerOf, changeOf, meaningBehind } from './provider-value.ts';

/** A library that takes a configuration with a list of providers. */
interface Library {
	module: string;
	/** The function that is called with it, and the type that people give it. */
	call?: string;
	type: string;
}

const libraries: readonly Library[] = [
	{ module: '@authgraft/runtime/sveltekit', call: 'SvelteKitAuth', type: 'SvelteKitAuthConfig' },
	{ module: '@authgraft/runtime/solid-start', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: '@auth/sveltekit', call: 'SvelteKitAuth', type: 'SvelteKitAuthConfig' },
	{ module: '@auth/solid-start', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: '@solid-mediakit/auth', call: 'SolidAuth', type: 'SolidAuthConfig' },
	{ module: 'start-authjs', call: 'StartAuthJS', type: 'StartAuthJSConfig' },
	{ module: '@auth/core', type: 'AuthConfig' },
	{ module: '@auth/core/types', type: 'AuthConfig' },
];

/** Where a file configures sign-in. */
export type FoundConfig =
	| {
			kind: 'config';
			object: ObjectLiteralExpression;
			/** `@auth/sveltekit`; undefined for an object without a type that another file hands on. */
			library: string | undefined;
	  }
	/** The object is another module's export. */
	| { kind: 'elsewhere'; module: string; name: string; library: string | undefined }
	| { kind: 'none' }
	| { kind: 'unclear'; reason: string; node: Node };

interface Candidate {
	expression: Node;
	library: string | undefined;
}

/**
 * Finds the one configuration of a file.
 * @param name of the export that another file takes it from; without, it is looked for.
 */
export function findAuthConfig(ast: SourceFile, name?: string): FoundConfig {
	const candidates = name === undefined ? candidatesIn(ast) : exportedAs(ast, name);
	if ('kind' in candidates) return candidates;
	const found: FoundConfig[] = [];
	for (const { expression, library } of candidates) {
		const config = configBehind(expression, library);
		if (config.kind === 'unclear') return config;
		if (!found.some((other) => isSame(other, config))) found.push(config);
	}
	const [only, second] = found;
	if (!only) return { kind: 'none' };
	if (!second) return only;
	const node = candidates.at(-1)?.expression ?? ast;
	return { kind: 'unclear', reason: 'configures sign-in in more than one place', node };
}

function isSame(one: FoundConfig, other: FoundConfig): boolean {
	if (one.kind === 'config') return other.kind === 'config' && one.object === other.object;
	return (
		one.kind === 'elsewhere' &&
		other.kind === 'elsewhere' &&
		one.module === other.module &&
		one.name === other.name
	);
}

/** What calls are given decides; then what has the type; then what looks like it. */
function candidatesIn(ast: SourceFile): Candidate[] | FoundConfig {
	const calls = libraries.flatMap(({ module, call }) =>
		(call === undefined ? [] : callsTo(ast, module, call)).map((node) => ({ node, library: module })),
	);
	const given: Candidate[] = [];
	for (const { node, library } of calls) {
		const [argument] = node.getArguments();
		if (!argument || Node.isSpreadElement(argument))
			return { kind: 'unclear', reason: `calls ${node.getExpression().getText()}() without options`, node };
		given.push({ expression: argument, library });
	}
	if (given.length > 0) return given;
	const values = valuesIn(ast);
	const typed = values.flatMap(({ node, type }) => {
		const library = type && libraryOfType(ast, type);
		return library === undefined ? [] : [{ expression: node, library }];
	});
	if (typed.length > 0) return typed;
	// Without a type: an export that lists providers.
	return values
		.filter(({ exported, node }) => exported !== undefined && looksLikeConfig(ast, node, exported))
		.map(({ node }) => ({ expression: node, library: undefined }));
}

interface DeclaredValue {
	node: Node;
	/** As written: `SolidAuthConfig`, or the text of a JSDoc type. */
	type: string | undefined;
	exported: string | undefined;
}

/** The constants of a file, and its default export. */
function valuesIn(ast: SourceFile): DeclaredValue[] {
	const values: DeclaredValue[] = ast.getVariableStatements().flatMap((statement) => {
		const doc = statement
			.getJsDocs()
			.map((one) => one.getText())
			.join('\n');
		return statement.getDeclarations().flatMap((declaration) => {
			const node = declaration.getInitializer();
			if (!node || !Node.isIdentifier(declaration.getNameNode())) return [];
			const name = declaration.getName();
			const exported = statement.isExported() || isInExportList(ast, name) ? name : undefined;
			return [{ node, type: typeOf(declaration.getTypeNode(), node) ?? jsDocType(doc), exported }];
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
function libraryOfType(ast: SourceFile, type: string): string | undefined {
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

function looksLikeConfig(ast: SourceFile, expression: Node, exported: string): boolean {
	const value = meaningBehind(expression);
	if (value.kind !== 'written' || !Node.isObjectLiteralExpression(value.node)) return false;
	if (findProperty(value.node, 'providers').kind === 'absent') return false;
	const named = /^auth(?:config|options|opts)$/i.test(exported);
	return named || ast.getImportDeclarations().some((one) => /^@auth\//.test(one.getModuleSpecifierValue()));
}

/** The export of a name; a module that hands on another's is followed by whoever reads files. */
function exportedAs(ast: SourceFile, name: string): Candidate[] | FoundConfig {
	const listed = name === 'default' ? defaultExport(ast) : inExportList(ast, name);
	if (listed?.kind === 'elsewhere')
		return { kind: 'unclear', reason: `hands on \`${name}\` of \`${listed.module}\``, node: listed.node };
	const own = valuesIn(ast).find(({ exported }) => exported === name);
	const node = listed?.node ?? own?.node;
	if (!node) return { kind: 'none' };
	const type = own?.type ?? valuesIn(ast).find((value) => value.node === node)?.type;
	return [{ expression: node, library: type && libraryOfType(ast, type) }];
}

/** The object literal that an expression comes to, through constants and the function form of the configuration. */
function configBehind(expression: Node, library: string | undefined): FoundConfig {
	const value = meaningBehind(expression);
	if (value.kind === 'imported')
		return { kind: 'elsewhere', module: value.module, name: value.name, library };
	if (value.kind === 'unclear') return value;
	for (const use of value.through) {
		const change = changeOf(use, 'providers');
		if (change)
			return { kind: 'unclear', reason: `changes \`${use.getText()}\` behind its declaration`, node: change };
	}
	if (Node.isObjectLiteralExpression(value.node)) return { kind: 'config', object: value.node, library };
	const answer = answerOf(value.node);
	if (answer) return configBehind(answer, library);
	return {
		kind: 'unclear',
		reason: 'has a configuration of sign-in that is not written there as an object',
		node: expression,
	};
}
