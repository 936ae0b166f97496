import { type ArrayLiteralExpression, Node, type SourceFile } from 'ts-morph';
import { defaultExport, inExportList } from '../../syntax/exports.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { changeOf, meaningBehind } from '../../syntax/values.ts';
import { findAuthConfig } from '../auth-config/find.ts';
import type { ProvidersPlace } from './request.ts';

/** Where a file lists its providers. */
export type FoundList =
	| { kind: 'list'; literal: ArrayLiteralExpression }
	/** The list is another module's export. */
	| { kind: 'elsewhere'; module: string; name: string; node: Node }
	| Unclear<Node | undefined>;

/** Finds the list that a configuration has, or the one that another file takes from this one. */
export function findProviderList(ast: SourceFile, place: ProvidersPlace): FoundList {
	if (place.kind === 'list') return exportedList(ast, place.name);
	const config = findAuthConfig(ast, place.name);
	if (config.kind === 'unclear') return config;
	if (config.kind === 'none') return unclear('configures no sign-in');
	if (config.kind === 'elsewhere') return unclear(`takes its configuration from \`${config.module}\``);
	return listOfConfig(config.object);
}

/** The list of an object that configures sign-in. */
export function listOfConfig(object: Node): FoundList {
	if (!Node.isObjectLiteralExpression(object)) return unclear('has no object', object);
	const found = findProperty(object, 'providers');
	if (found.kind === 'absent') return unclear('configures sign-in without `providers`', object);
	if (found.kind === 'unclear') return found;
	const expression = expressionOf(found.property);
	if (!expression) return unclear('has `providers` that are not written as a list', found.property);
	return listBehind(expression);
}

function exportedList(ast: SourceFile, name: string): FoundList {
	const listed = name === 'default' ? defaultExport(ast) : inExportList(ast, name);
	if (listed?.kind === 'elsewhere') return { ...listed, name: listed.node.getText() };
	const declaration = listed ? undefined : ast.getVariableDeclaration(name);
	const node = listed?.node ?? declaration?.getNameNode();
	if (!node || (declaration && !declaration.hasExportKeyword()))
		return unclear(`does not export \`${name}\``);
	return listBehind(node);
}

function listBehind(expression: Node): FoundList {
	const value = meaningBehind(expression);
	if (value.kind === 'imported') return { ...value, kind: 'elsewhere', node: expression };
	if (value.kind === 'unclear') return value;
	for (const use of value.through) {
		const change = changeOf(use);
		if (change) return unclear(`changes \`${use.getText()}\` behind its declaration`, change);
	}
	if (Node.isArrayLiteralExpression(value.node)) return { kind: 'list', literal: value.node };
	return unclear('has a list of providers that code puts together', expression);
}
