import { type ArrayLiteralExpression, Node, type SourceFile } from 'ts-morph';
import { defaultExport, inExportList } from '../../syntax/exports.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { changeOf, meaningBehind } from '../../syntax/values.ts';
import { findAuthConfig } from '../auth-config/find.ts';
import type { ProvidersPlace } from './request.ts';

/** Where a file lists its providers. */
export type FoundList =
	| { kind: 'list'; literal: ArrayLiteralExpression }
	/** The list is another module's export. */
	| { kind: 'elsewhere'; module: string; name: string; node: Node }
	| { kind: 'unclear'; reason: string; node?: Node };

/** Finds the list that a configuration has, or the one that another file takes from this one. */
export function findProviderList(ast: SourceFile, place: ProvidersPlace): FoundList {
	if (place.kind === 'list') return exportedList(ast, place.name);
	const config = findAuthConfig(ast, place.name);
	if (config.kind === 'unclear') return config;
	if (config.kind === 'none') return { kind: 'unclear', reason: 'configures no sign-in' };
	if (config.kind === 'elsewhere')
		return { kind: 'unclear', reason: `takes its configuration from \`${config.module}\`` };
	return listOfConfig(config.object);
}

/** The list of an object that configures sign-in. */
export function listOfConfig(object: Node): FoundList {
	if (!Node.isObjectLiteralExpression(object))
		return { kind: 'unclear', reason: 'has no object', node: object };
	const found = findProperty(object, 'providers');
	if (found.kind === 'absent')
		return { kind: 'unclear', reason: 'configures sign-in without `providers`', node: object };
	if (found.kind === 'hidden') return { kind: 'unclear', reason: found.reason, node: found.property };
	const expression = expressionOf(found.property);
	if (!expression)
		return {
			kind: 'unclear',
			reason: 'has `providers` that are not written as a list',
			node: found.property,
		};
	return listBehind(expression);
}

function exportedList(ast: SourceFile, name: string): FoundList {
	const listed = name === 'default' ? defaultExport(ast) : inExportList(ast, name);
	if (listed?.kind === 'elsewhere') return { ...listed, name: listed.node.getText() };
	const declaration = listed ? undefined : ast.getVariableDeclaration(name);
	const node = listed?.node ?? declaration?.getNameNode();
	if (!node || (declaration && !declaration.isExported()))
		return { kind: 'unclear', reason: `does not export \`${name}\`` };
	return listBehind(node);
}

function listBehind(expression: Node): FoundList {
	const value = meaningBehind(expression);
	if (value.kind === 'imported') return { ...value, kind: 'elsewhere', node: expression };
	if (value.kind === 'unclear') return value;
	for (const use of value.through) {
		const change = changeOf(use);
		if (change)
			return { kind: 'unclear', reason: `changes \`${use.getText()}\` behind its declaration`, node: change };
	}
	if (Node.isArrayLiteralExpression(value.node)) return { kind: 'list', literal: value.node };
	return { kind: 'unclear', reason: 'has a list of providers that code puts together', node: expression };
}
