import { type CallExpression, Node } from 'ts-morph';
import { findExport } from '../../syntax/exports.ts';
import { functionIn, type HostFunction, isHostFunction, type Written } from '../../syntax/functions.ts';
import { propertyNamed } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { unclear } from '../../syntax/unclear.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { remoteFunctions } from '../functions/remote.ts';
import type { Selected } from '../functions/selected.ts';
import { serverFunctions } from '../functions/server.ts';
import type { GuardPlace, GuardTarget } from './request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'fallback'];

/** The functions that are meant, as far as the file has them. Nothing stands in for a `load` or actions that are not there. */
export const select = (source: Source, place: GuardPlace): Selected[] =>
	place.functions.flatMap((target) => {
		if (target.kind === 'load') return exported(source, 'load', 'load');
		if (target.kind === 'actions') return actions(source, target.names);
		if (target.kind === 'function') return functions(source, place, target);
		return endpoints(source, target.names);
	});

function endpoints(source: Source, names: string[] | undefined): Selected[] {
	if (names) return names.flatMap((name) => exported(source, 'endpoint', name));
	// What a star may bring is said once, not for each method.
	const said = new Set<Node>();
	return methods
		.flatMap((name) => exported(source, 'endpoint', name))
		.filter(({ written }) => {
			if (written.kind !== 'unclear' || !Node.isExportDeclaration(written.node)) return true;
			return said.has(written.node) ? false : said.add(written.node);
		});
}

function exported({ ast }: Source, kind: 'load' | 'endpoint', name: string): Selected[] {
	const found = findExport(ast, name);
	if (found.kind === 'none' || (found.kind === 'unclear' && found.local && kind !== 'load')) return [];
	const written = found.kind === 'value' ? functionIn(found.value, name) : found;
	return [{ kind, name, written }];
}

function actions({ ast }: Source, names: string[] | undefined): Selected[] {
	const found = findExport(ast, 'actions');
	if (found.kind === 'none' || (found.kind === 'unclear' && found.local)) return [];
	const one = (name: string | undefined, written: Written): Selected => ({ kind: 'action', name, written });
	if (found.kind !== 'value')
		return [
			one(undefined, found.kind === 'unclear' ? found : unclear('`actions` is a function here', found.fn)),
		];
	const object = unwrap(found.value);
	if (!Node.isObjectLiteralExpression(object))
		return [one(undefined, unclear('`actions` is not written as an object here', found.value))];
	const properties = object.getProperties().filter((property) => {
		if (!names || Node.isSpreadAssignment(property)) return true;
		const hidden = Node.isComputedPropertyName(property.getNameNode());
		return hidden || names.some((name) => propertyNamed(object, name) === property);
	});
	return properties.map((property) => {
		if (Node.isSpreadAssignment(property))
			return one(
				undefined,
				unclear(`\`${property.getText()}\` brings in actions that cannot be seen here`, property),
			);
		const name = property.getName();
		if (Node.isComputedPropertyName(property.getNameNode()))
			return one(
				undefined,
				unclear(`\`${name}\` is the name of an action that cannot be seen here`, property),
			);
		const key = name.replace(/^(['"`])(.*)\1$/, '$2');
		if (Node.isMethodDeclaration(property)) return one(key, { kind: 'function', fn: property });
		if (!Node.isPropertyAssignment(property))
			return one(key, unclear(`the action \`${key}\` is not written as a function here`, property));
		const written = functionIn(property.getInitializerOrThrow(), key);
		return one(
			key,
			written.kind === 'unclear' ? { ...written, reason: `the action ${written.reason}` } : written,
		);
	});
}

function functions(
	source: Source,
	{ framework }: GuardPlace,
	{ names, starts }: Extract<GuardTarget, { kind: 'function' }>,
): Selected[] {
	const all = framework === 'sveltekit' ? remoteFunctions(source.ast) : serverFunctions(source.ast);
	if (!names && !starts) return onceEach(all);
	const found = new Set<Selected>();
	for (const name of names ?? []) {
		const named = all.filter((item) => item.name === name);
		const written = unclear(`has no \`${name}\` that browsers call`, source.ast);
		for (const item of named.length > 0 ? named : [{ kind: 'function', name, written } as const])
			found.add(item);
	}
	for (const start of starts ?? [])
		found.add(all.find(({ written }) => standsAt(written, start)) ?? at(source, start));
	return onceEach([...found]);
}

/** A function that is exported under two names is one function, and gets one guard. */
const onceEach = (items: Selected[]): Selected[] =>
	items.filter(
		({ written }, index) =>
			written.kind !== 'function' ||
			items.findIndex((other) => other.written.kind === 'function' && other.written.fn === written.fn) ===
				index,
	);

/** A function is named by its own offset, or by that of the call which is handed one from elsewhere. */
const standsAt = (written: Written, start: number): boolean =>
	(written.kind === 'function' ? written.fn : written.node).getStart() === start;

function at({ ast }: Source, start: number): Selected {
	const fn = ast
		.getDescendants()
		.find((node): node is HostFunction => isHostFunction(node) && node.getStart() === start);
	const written: Written = fn
		? { kind: 'function', fn }
		: unclear('has no function in the place that was asked for', callAt(ast, start) ?? ast);
	return { kind: 'function', name: undefined, written };
}

const callAt = (ast: Node, start: number): CallExpression | undefined =>
	ast
		.getDescendants()
		.find((node): node is CallExpression => Node.isCallExpression(node) && node.getStart() === start);
