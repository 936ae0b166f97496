import { ts } from 'ts-morph';
import { isMember } from '../../../syntax/tree/names.ts';
import { bare, calleeName, fileOf, isFunction, type Parsed, within } from '../../../syntax/tree/nodes.ts';
import { type Binding, behind, bindingOf, exportOf } from '../../../syntax/tree/scopes.ts';

/** At most so many functions and constants are looked into. */
const most = 200;

/**
 * What of a hooks or middleware file runs on a request: the exported `handle` (the default export of a middleware), and
 * the declarations that it names. Handles from other files of the host are followed, what they call elsewhere is not.
 */
export function requestScope(file: Parsed, framework: 'sveltekit' | 'solid-start'): ts.Node[] {
	const entry = exportOf(file, framework === 'sveltekit' ? 'handle' : 'default');
	return entry ? declarationsNamed(entry) : [];
}

/** A node, and the declarations that it names, themselves or through others. */
export function declarationsNamed(entry: ts.Node): ts.Node[] {
	const scope = new Set<ts.Node>();
	const open: ts.Node[] = [entry];
	for (let node = open.pop(); node && scope.size < most; node = open.pop()) {
		if (scope.has(node)) continue;
		scope.add(node);
		open.push(...named(node));
	}
	// One node inside another would be looked at twice.
	return [...scope].filter((node) => !isInside(node.parent, scope));
}

const isInside = (node: ts.Node | undefined, scope: ReadonlySet<ts.Node>): boolean =>
	node !== undefined && (scope.has(node) || isInside(node.parent, scope));

/** What a node names: declarations of its file, and handles of others. */
function named(node: ts.Node): ts.Node[] {
	return within(node).flatMap((word) => {
		if (!ts.isIdentifier(word) || isMember(word)) return [];
		const binding = bindingOf(word.text, word);
		return binding ? namedBy(word, binding) : [];
	});
}

function namedBy(word: ts.Identifier, binding: Binding): ts.Node[] {
	switch (binding.kind) {
		case 'function':
			return [binding.node];
		case 'value':
			return binding.value && isTopLevel(binding.value) ? [binding.value] : [];
		case 'import': {
			const value = isHandled(word) ? behind(word) : word;
			return fileOf(value) === fileOf(word) ? [] : [value];
		}
		// What a function is handed, or walks over, is declared by nothing that could be looked at.
		case 'parameter':
		case 'each':
			return [];
	}
}

function isTopLevel(node: ts.Node): boolean {
	for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return false;
	return true;
}

/** A member of `sequence(...)` or of `onRequest`, or a function that is handed the event: it runs as a part of this one. */
function isHandled(word: ts.Identifier): boolean {
	// `[...all, log]` runs each of them.
	const { parent } = ts.isSpreadElement(word.parent) ? word.parent : word;
	if (ts.isArrayLiteralExpression(parent)) return true;
	if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'onRequest';
	if (ts.isShorthandPropertyAssignment(parent)) return parent.name.text === 'onRequest';
	if (!ts.isCallExpression(parent)) return false;
	if (parent.expression !== word) return calleeName(parent) === 'sequence';
	return parent.arguments.some((argument) => {
		const value = bare(argument);
		return (
			(ts.isIdentifier(value) && /^(?:event|input)$/.test(value.text)) ||
			(ts.isObjectLiteralExpression(value) && /\bevent\b/.test(value.getText()))
		);
	});
}
