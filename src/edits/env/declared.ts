import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { editableBehind } from '../../syntax/constants.ts';
import { inExportList } from '../../syntax/exports.ts';
import { localNames } from '../../syntax/imports.ts';
import { findProperty, nameOf } from '../../syntax/objects.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import type { EditResult, Refusal } from '../splice/edit.ts';
import { insertItems, listOf, removeItemLines } from '../splice/list.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';

export interface EnvVariable {
	name: string;
	/** One sentence; goes into `src/env.ts` and, as a comment, into the example env file. */
	description: string;
}

const envModule = '@sveltejs/kit/env';

/**
 * Declares variables in the `src/env.ts` of a SvelteKit 3 host: what is not declared there cannot be read.
 * Every variable gets a schema, since one without would have to be set already while building.
 * @param options.functions a function is a schema: SvelteKit 3
 */
export function declareEnvVariables(
	path: string,
	content: string,
	variables: EnvVariable[],
	{ functions = true, fallback }: { functions?: boolean; fallback?: Style } = {},
): EditResult {
	const snippet = [
		'export const variables = defineEnvVars({',
		...variables.map((variable) => `	${declaration(variable, "'", functions)},`),
		'});',
	].join('\n');
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const object = findVariables(source, snippet);
		if ('kind' in object) return object;
		const open = variables.find(({ name }) => isPublic(object, name));
		if (open) {
			const reason = `declares \`${open.name}\` as public, and sign-in reads the private variables`;
			return refuse(reason, snippet, object.getProperty(open.name));
		}
		const present = namesIn(object);
		const missing = variables.filter(({ name }) => !present.includes(name));
		if (missing.length === 0) return { kind: 'unchanged', reason: 'the variables are declared already' };
		const texts = missing.map((variable) => declaration(variable, source.style.quote, functions));
		return declare(source, object, missing, texts);
	});
}

/**
 * Takes declarations out again, each only as `declareEnvVariables` writes it: one with a schema of the host's own is read
 * by something else.
 */
export function undeclareEnvVariables(path: string, content: string, variables: EnvVariable[]): EditResult {
	let result: EditResult = { kind: 'unchanged', reason: 'the variables are not declared there' };
	let text = content;
	for (const variable of variables) {
		const next = undeclare(path, text, variable);
		if (next.kind === 'refused') return next;
		if (next.kind === 'unchanged') continue;
		result = next;
		text = next.text;
	}
	return result;
}

function undeclare(path: string, content: string, variable: EnvVariable): EditResult {
	const snippet = variable.name;
	return transform(path, content, { snippet }, (source) => {
		const object = findVariables(source, snippet);
		if ('kind' in object) return object;
		const items = object.getProperties();
		const texts = ["'", '"'].flatMap((quote) => [
			declaration(variable, quote, true),
			declaration(variable, quote, false),
		]);
		const index = items.findIndex((item) => texts.includes(item.getText()));
		if (index === -1) return { kind: 'unchanged', reason: `${variable.name} is not declared there` };
		return removeItemLines(source, listOf(object, items, ' '), index);
	});
}

/**
 * In front of the first spread or computed name: what comes behind wins, so a declaration of the same name that cannot
 * be seen here stays the one that counts.
 */
function declare(
	source: Source,
	object: ObjectLiteralExpression,
	missing: EnvVariable[],
	texts: string[],
): Located {
	const items = object.getProperties();
	const list = listOf(object, items, ' ');
	if (items.length === 0 && source.text.slice(list.open, list.close).trim() === '') {
		const { eol, indent, trailingCommas } = source.style;
		const lines = texts.map((text) => eol + indent + text).join(',');
		return [{ start: list.open, end: list.close, text: lines + (trailingCommas ? ',' : '') + eol }];
	}
	const unseen = items.filter((item) => namesOf(item).includes(undefined));
	if (unseen.length === 0) return insertItems(source, list, items.length, texts);
	const names = missing.map(({ name }) => `\`${name}\``).join(' and ');
	const places = unseen.map(
		(item) => `\`${Node.isPropertyAssignment(item) ? item.getName() : item.getText()}\``,
	);
	return {
		kind: 'edits',
		edits: insertItems(source, list, items.indexOf(unseen[0] as (typeof items)[number]), texts),
		notes: [`Where ${places.join(' or ')} declares ${names} too, that declaration counts.`],
	};
}

/** The names that an object literal has for sure, spread in or not; undefined for each that cannot be seen. */
const namesIn = (object: ObjectLiteralExpression): (string | undefined)[] =>
	object.getProperties().flatMap(namesOf);

function namesOf(property: Node): (string | undefined)[] {
	if (!Node.isSpreadAssignment(property)) return [nameOf(property)];
	const value = editableBehind(property.getExpression());
	return Node.isObjectLiteralExpression(value) ? namesIn(value) : [undefined];
}

const declaration = ({ name, description }: EnvVariable, quote: string, functions: boolean): string =>
	`${name}: { description: ${quoted(description, quote)}, schema: ${anyValue(functions, quote)} }`;

/** A schema that takes every value, and none. SvelteKit 2 wants a Standard Schema. */
export const anyValue = (functions: boolean, quote = "'"): string =>
	functions
		? '(value) => value'
		: `{ ${quote}~standard${quote}: { version: 1, vendor: ${quote}app${quote}, validate: (value) => ({ value }) } }`;

function isPublic(object: ObjectLiteralExpression, name: string): boolean {
	const found = findProperty(object, name);
	const property = found.kind === 'found' && found.property;
	const value =
		property && Node.isPropertyAssignment(property) && editableBehind(property.getInitializerOrThrow());
	if (!value || !Node.isObjectLiteralExpression(value)) return false;
	const flag = findProperty(value, 'public');
	return flag.kind === 'found' && /:\s*true$/.test(flag.property.getText());
}

/** The object that the exported `variables` are made of. */
function findVariables(source: Source, snippet: string): ObjectLiteralExpression | Refusal {
	const { ast } = source;
	const none = 'has no `export const variables = defineEnvVars({ ... })`';
	const listed = inExportList(ast, 'variables');
	if (listed?.kind === 'elsewhere')
		return refuse(`takes \`variables\` from \`${listed.module}\``, snippet, listed.node);
	const declaration = ast.getVariableDeclaration(listed?.node.getText() ?? 'variables');
	const statement = declaration?.getVariableStatement();
	const initializer = declaration?.getInitializer();
	if (!initializer || !statement || !(listed || statement.hasExportKeyword())) return refuse(none, snippet);
	if (statement.getDeclarationKind() !== 'const')
		return refuse('declares `variables` with let or var, so it may be replaced', snippet, declaration);
	const call = editableBehind(initializer);
	// A plain object is taken as well, but then a function is no schema.
	if (Node.isObjectLiteralExpression(call))
		return refuse('declares its variables without `defineEnvVars`', snippet, declaration);
	if (!Node.isCallExpression(call)) return refuse(none, snippet, declaration);
	if (!localNames(ast, envModule, 'defineEnvVars').includes(call.getExpression().getText())) {
		const reason = `makes \`variables\` by \`${call.getExpression().getText()}\`, which is not \`defineEnvVars\` of ${envModule}`;
		return refuse(reason, snippet, declaration);
	}
	const [argument] = call.getArguments();
	const object = argument && editableBehind(argument);
	if (Node.isObjectLiteralExpression(object)) return object;
	return refuse(
		'hands defineEnvVars() variables that are not written there, or that are used twice',
		snippet,
		declaration,
	);
}
