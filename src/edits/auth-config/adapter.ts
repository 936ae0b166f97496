import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { defaultExport, inExportList } from '../../syntax/exports.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { meaningBehind } from '../../syntax/values.ts';
import { findAuthConfig } from './find.ts';

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
					statement.hasExportKeyword() && statement.getDeclarations().some((item) => item.getName() === name),
			)
	);
}
