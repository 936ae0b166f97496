import { type ParseError, parse as parseJson } from 'jsonc-parser';
import { ts } from 'ts-morph';
import { isText, nameOf } from '../../syntax/tree/nodes.ts';
import { defaultExport, follow, parse } from '../config/expressions.ts';
import { isOptions, type Options } from './formatting.ts';

/*
 * Loads the compiler, like all that reads code.
 */

/**
 * The object that a module exports (`export default`, `module.exports =`), as far as it is written in plain literals:
 * keys that are computed are left out. Undefined when the object itself is computed, or takes over others.
 */
export function exportedLiteral(path: string, text: string): Options | undefined {
	try {
		const source = parse(path, text);
		const assigned = source.statements
			.flatMap((statement) => (ts.isExpressionStatement(statement) ? [statement.expression] : []))
			.filter((expression) => ts.isBinaryExpression(expression))
			.find(({ left }) => left.getText() === 'module.exports')?.right;
		const node = defaultExport(source) ?? assigned;
		const value = node && literalOf(node);
		return isOptions(value) ? value : undefined;
	} catch {
		// It does not parse: its own tool will say so.
		return undefined;
	}
}

/** JSON, with comments and in the looser ways of JSON5; undefined when it is something else. */
export function jsonLiteral(text: string): Options | undefined {
	const json = text.replace(/^\uFEFF/, '');
	const errors: ParseError[] = [];
	const value: unknown = parseJson(json, errors, { allowTrailingComma: true });
	if (errors.length > 0) return exportedLiteral('options.js', `export default ${json}`);
	return isOptions(value) ? value : undefined;
}

function literalOf(expression: ts.Node): unknown {
	const node = follow(expression);
	if (isText(node)) return node.text;
	if (ts.isNumericLiteral(node)) return Number(node.text);
	if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
	if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
	if (ts.isArrayLiteralExpression(node)) return node.elements.map(literalOf);
	if (!ts.isObjectLiteralExpression(node)) return undefined;
	const found: Options = {};
	for (const property of node.properties) {
		const key = nameOf(property.name);
		if (key === undefined || !ts.isPropertyAssignment(property)) return undefined;
		found[key] = literalOf(property.initializer);
	}
	return found;
}
