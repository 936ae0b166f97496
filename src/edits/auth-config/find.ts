import { Node, type ObjectLiteralExpression, type SourceFile } from 'ts-morph';
import { defaultExport, inExportList } from '../../syntax/exports.ts';
import { callsTo } from '../../syntax/imports.ts';
import { findProperty } from '../../syntax/objects.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { answerOf, changeOf, maxDepth, meaningBehind } from '../../syntax/values.ts';
import { libraries, libraryOfType, valuesIn } from './values.ts';

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
	| Unclear;

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
	return unclear('configures sign-in in more than one place', node);
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
			return unclear(`calls ${node.getExpression().getText()}() without options`, node);
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

function looksLikeConfig(ast: SourceFile, expression: Node, exported: string): boolean {
	const value = meaningBehind(expression);
	if (value.kind !== 'written' || !Node.isObjectLiteralExpression(value.node)) return false;
	if (findProperty(value.node, 'providers').kind === 'absent') return false;
	const named = /^auth(?:config|options|opts)$/i.test(exported);
	return named || ast.getImportDeclarations().some((one) => /^@auth\//.test(one.getModuleSpecifierValue()));
}

/** The export of a name. */
function exportedAs(ast: SourceFile, name: string): Candidate[] | FoundConfig {
	const listed = name === 'default' ? defaultExport(ast) : inExportList(ast, name);
	if (listed?.kind === 'elsewhere')
		return { kind: 'elsewhere', module: listed.module, name: listed.node.getText(), library: undefined };
	const values = valuesIn(ast);
	const own = listed
		? values.find(({ node }) => node === listed.node || node.getText() === listed.node.getText())
		: values.find(({ exported }) => exported === name);
	const node = listed?.node ?? own?.node;
	if (!node) return { kind: 'none' };
	return [{ expression: node, library: own?.type && libraryOfType(ast, own.type) }];
}

/** The object literal that an expression comes to, through constants and the function form of the configuration. */
function configBehind(expression: Node, library: string | undefined, depth = 0): FoundConfig {
	const value = meaningBehind(expression);
	if (value.kind === 'imported')
		return { kind: 'elsewhere', module: value.module, name: value.name, library };
	if (value.kind === 'unclear') return value;
	for (const use of value.through) {
		const change = changeOf(use, 'providers');
		if (change) return unclear(`changes \`${use.getText()}\` behind its declaration`, change);
	}
	if (Node.isObjectLiteralExpression(value.node)) return { kind: 'config', object: value.node, library };
	const answer = answerOf(value.node);
	if (answer && depth < maxDepth) return configBehind(answer, library, depth + 1);
	return unclear('has a configuration of sign-in that is not written there as an object', expression);
}
