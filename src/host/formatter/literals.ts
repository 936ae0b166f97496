import { type ParseError, parse as parseJson } from 'jsonc-parser';
import { Node } from 'ts-morph';
import { follow, parse } from '../config/expressions.ts';
import { isOptions, type Options } from './formatting.ts';

/*
 * Loads ts-morph, like all that reads code.
 */

/**
 * The object that a module exports (`export default`, `module.exports =`), as far as it is written in plain literals:
 * keys that are computed are left out. Undefined when the object itself is computed, or takes over others.
 */
export function exportedLiteral(path: string, text: string): Options | undefined {
	try {
		const source = parse(path, text);
		const exported = source.getExportAssignment((one) => !one.isExportEquals())?.getExpression();
		const assigned = source
			.getStatements()
			.flatMap((statement) => (Node.isExpressionStatement(statement) ? [statement.getExpression()] : []))
			.flatMap((node) => (Node.isBinaryExpression(node) ? [node] : []))
			.find((node) => node.getLeft().getText() === 'module.exports')
			?.getRight();
		const node = exported ?? assigned;
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

function literalOf(expression: Node): unknown {
	const node = follow(expression);
	if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralText();
	if (Node.isNumericLiteral(node)) return node.getLiteralValue();
	if (Node.isTrueLiteral(node)) return true;
	if (Node.isFalseLiteral(node)) return false;
	if (Node.isArrayLiteralExpression(node)) return node.getElements().map(literalOf);
	if (!Node.isObjectLiteralExpression(node)) return undefined;
	const found: Options = {};
	for (const property of node.getProperties()) {
		if (!Node.isPropertyAssignment(property)) return undefined;
		const name = property.getNameNode();
		if (Node.isComputedPropertyName(name)) return undefined;
		const key = Node.isStringLiteral(name) ? name.getLiteralText() : name.getText();
		found[key] = literalOf(property.getInitializerOrThrow());
	}
	return found;
}
