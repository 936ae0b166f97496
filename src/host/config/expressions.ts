import { ts } from 'ts-morph';
import { AuthgraftError } from '../../errors.ts';
import { isAssignment, isText, isWrapping, lineOf, nameOf, parsed, within } from '../../syntax/tree/nodes.ts';
import { firstError } from '../../syntax/tree/parse.ts';
import { bindingOf } from '../../syntax/tree/scopes.ts';
import type { HostPath } from '../host.ts';
import { folderIn } from './folder.ts';
import { absent, type Option } from './option.ts';

/*
 * Loads the compiler: import this file by `await import()`, and only where a config needs it.
 */

/** Parses one file, and nothing beside it. Throws AG_SYNTAX with the line of the first error. */
export function parse(path: HostPath, text: string): ts.SourceFile {
	const { ast } = parsed(path, text);
	const broken = firstError(ast);
	if (!broken) return ast;
	const { line, message } = broken;
	throw new AuthgraftError('AG_SYNTAX', `${path}:${line} does not parse: ${message}`, `Mend ${path} first.`);
}

/** `export default`, whatever stands behind it. */
export const defaultExport = ({ statements }: ts.SourceFile): ts.Expression | undefined =>
	statements.filter((one) => ts.isExportAssignment(one)).find((one) => !one.isExportEquals)?.expression;

/** Where a search for an option ended: at its expression, or at something computed on the way. */
export interface Found {
	node: ts.Node;
	computed: boolean;
}

/** The text under a path of keys, seen from an expression: `lookUp(argument, ['paths', 'base'])`. */
export function lookUp(expression: ts.Node, keys: string[]): Option {
	const found = find(expression, keys);
	if (!found) return absent;
	const value = follow(found.node);
	const line = lineOf(found.node);
	if (found.computed) return { kind: 'computed', line, named: false };
	if (isUndefined(value)) return absent;
	if (value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword)
		return { kind: 'text', text: value.getText(), line };
	if (isText(value)) return { kind: 'text', text: value.text, line };
	return { kind: 'computed', line, named: true, folder: folderIn(value) };
}

/** The expression under a path of keys; undefined where there is none. */
export function find(expression: ts.Node, keys: string[]): Found | undefined {
	const [key, ...rest] = keys;
	if (key === undefined) return { node: expression, computed: false };
	const value = follow(expression);
	if (isUndefined(value)) return undefined;
	if (!ts.isObjectLiteralExpression(value)) return { node: expression, computed: true };
	// The last one wins, so the first from the end decides.
	for (const property of value.properties.toReversed()) {
		const found = ts.isSpreadAssignment(property)
			? findInSpread(property.expression, key)
			: findInProperty(property, key);
		if (found) return found.computed ? found : find(found.node, rest);
	}
	return undefined;
}

function findInProperty(property: ts.ObjectLiteralElementLike, key: string): Found | undefined {
	const name = nameOf(property.name);
	// A computed name may be any, ours too.
	if (name === undefined) return { node: property, computed: true };
	if (name !== key) return undefined;
	if (ts.isPropertyAssignment(property)) return { node: property.initializer, computed: false };
	if (ts.isShorthandPropertyAssignment(property)) return { node: property.name, computed: false };
	return { node: property, computed: true };
}

/** `...(dev && { … })` leaves the keys alone that it does not name; those that it names are computed. */
function findInSpread(expression: ts.Node, key: string): Found | undefined {
	const value = follow(expression);
	if (ts.isObjectLiteralExpression(value)) return find(value, [key]);
	const branches = ts.isConditionalExpression(value)
		? [value.whenTrue, value.whenFalse]
		: ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
			? [value.right]
			: undefined;
	if (branches?.every((branch) => findInSpread(branch, key) === undefined)) return undefined;
	return { node: expression, computed: true };
}

const isUndefined = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'undefined';

/** Goes through parentheses, `as`, `satisfies`, `defineConfig(…)` and plain constants to the value itself. */
export function follow(node: ts.Node): ts.Node {
	if (isWrapping(node)) return follow(node.expression);
	if (ts.isCallExpression(node) && node.expression.getText() === 'defineConfig') {
		const [argument] = node.arguments;
		return argument ? follow(argument) : node;
	}
	if (ts.isIdentifier(node)) {
		const initializer = constantOf(node);
		return initializer ? follow(initializer) : node;
	}
	return node;
}

/** The initializer of a `const` in scope that nothing changes afterwards. */
function constantOf(use: ts.Identifier): ts.Expression | undefined {
	const binding = bindingOf(use.text, use);
	if (binding?.kind !== 'value' || !binding.isConst || binding.taken.length > 0) return undefined;
	const { value } = binding;
	// Only backwards: a ring (`const a = { ...b }; const b = { ...a }`) parses, and would be followed for ever.
	if (!value || value.end > use.getStart()) return undefined;
	return isChanged(use.text, value) ? undefined : value;
}

/** `config.kit.files = …`, `delete config.x`, `Object.assign(config, …)`. A parameter of the same name is another matter. */
function isChanged(name: string, value: ts.Expression): boolean {
	return within(value.getSourceFile()).some((word) => {
		if (!ts.isIdentifier(word) || word.text !== name) return false;
		const binding = bindingOf(name, word);
		if (binding && !(binding.kind === 'value' && binding.value === value)) return false;
		let node: ts.Node = word;
		let { parent } = node;
		while (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
			if (parent.expression !== node) return false;
			node = parent;
			parent = node.parent;
		}
		if (ts.isBinaryExpression(parent)) return parent.left === node && isAssignment(parent);
		if (ts.isDeleteExpression(parent)) return true;
		return (
			ts.isCallExpression(parent) &&
			parent.expression.getText() === 'Object.assign' &&
			parent.arguments[0] === node
		);
	});
}
