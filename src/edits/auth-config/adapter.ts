import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { defaultExport, inExportList } from '../../syntax/exports.ts';
import { importedAs } from '../../syntax/imports.ts';
import { freeName } from '../../syntax/names.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { parse, type Source, type Style, syntaxError } from '../../syntax/source.ts';
import { meaningBehind } from '../../syntax/values.ts';
import type { EditResult } from '../splice/edit.ts';
import { addImports, asWritten } from '../splice/imports.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { refuse, transform } from '../splice/transform.ts';
import { findAuthConfig } from './find.ts';
import { placeBefore } from './place.ts';

/** An adapter that the configuration of sign-in gets, from a module of the host's own. */
export interface AdapterRequest {
	/** `./lib/server/auth-adapter`, with its extension where only that is understood. */
	module: string;
	/** The export that another module takes the configuration from. */
	name?: string;
	fallback?: Style;
}

/** What a configuration says about its adapter. */
export type FoundAdapter =
	| { kind: 'absent' }
	/** Not understood, or somewhere that cannot be seen. */
	| { kind: 'unknown' }
	/** `modules`: those that it comes from, as far as the file says: `@auth/drizzle-adapter`, `./lib/server/auth-adapter`. */
	| { kind: 'there'; modules: string[]; line: number };

/** The adapter of a configuration of sign-in. */
export function readAdapter(path: string, content: string, name?: string): FoundAdapter {
	const source = parse(path, content);
	if (syntaxError(source)) return { kind: 'unknown' };
	const config = findAuthConfig(source.ast, name);
	return config.kind === 'config' ? adapterOf(config.object) : { kind: 'unknown' };
}

function adapterOf(object: ObjectLiteralExpression): FoundAdapter {
	const found = findProperty(object, 'adapter');
	if (found.kind === 'absent') return { kind: 'absent' };
	const expression = found.kind === 'found' && expressionOf(found.property);
	if (!expression) return { kind: 'unknown' };
	const line = found.property.getStartLineNumber();
	return { kind: 'there', modules: modulesBehind(expression), line };
}

function modulesBehind(expression: Node): string[] {
	const value = meaningBehind(expression);
	if (value.kind === 'imported') return [value.module];
	if (value.kind !== 'written' || !Node.isCallExpression(value.node)) return [];
	return modulesBehind(value.node.getExpression());
}

const line = (module: string): string => `import { adapter } from '${module}';`;

/** Gives the configuration of sign-in an `adapter`, in front of its providers. One that has another is refused. */
export function addAdapter(path: string, content: string, request: AdapterRequest): EditResult {
	const { module, name, fallback } = request;
	const snippet = `${line(module)}\n\n{ adapter, providers: [...] }`;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const config = findAuthConfig(source.ast, name);
		if (config.kind === 'unclear') return refuse(config, snippet);
		if (config.kind === 'none') return refuse('configures no sign-in', snippet);
		if (config.kind === 'elsewhere')
			return refuse(`takes its configuration from \`${config.module}\``, snippet);
		const { object } = config;
		const found = findProperty(object, 'adapter');
		if (found.kind === 'unclear') return refuse(found, snippet);
		const written = asWritten(source, module);
		if (found.kind === 'found') {
			const present = importedAs(source, written, 'adapter');
			const value = expressionOf(found.property);
			if (present !== undefined && value?.getText() === present)
				return { kind: 'unchanged', reason: 'the adapter is there already' };
			return refuse('has another `adapter` already', snippet, found.property);
		}
		return insertAdapter(source, object, written);
	});
}

function insertAdapter(source: Source, object: ObjectLiteralExpression, module: string) {
	const present = importedAs(source, module, 'adapter');
	const local = present ?? freeName(source, 'adapter', 'authAdapter');
	const items = object.getProperties();
	const index = placeBefore(items, ['providers']);
	const text = local === 'adapter' ? 'adapter' : `adapter: ${local}`;
	return [
		...(present === undefined ? addImports(source, [{ module, name: 'adapter', as: local }]) : []),
		...insertItems(source, listOf(object, items, ' '), index, [text]),
	];
}

/** Whether a module imports anything from another one; a folder stands for all below it: `drizzle-orm/`. */
export function importsModule(path: string, content: string, module: string): boolean {
	const source = parse(path, content);
	if (syntaxError(source)) return false;
	const names = source.ast.getImportDeclarations().map((one) => one.getModuleSpecifierValue());
	return names.some((name) => name === module || (module.endsWith('/') && name.startsWith(module)));
}

/** Whether a module exports a name; `default` for its default export. */
export function exportsName(path: string, content: string, name: string): boolean {
	const source = parse(path, content);
	if (syntaxError(source)) return false;
	return (
		(name === 'default' && defaultExport(source.ast) !== undefined) ||
		inExportList(source.ast, name) !== undefined ||
		source.ast
			.getVariableStatements()
			.some(
				(statement) =>
					statement.isExported() && statement.getDeclarations().some((item) => item.getName() === name),
			)
	);
}
