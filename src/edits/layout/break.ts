import { ts } from 'ts-morph';
import type { Layout, Style } from '../../syntax/style.ts';
import type { Edit } from '../splice/edit.ts';
import { bracketOf, isJsx } from './join.ts';

/**
 * The edits that put what a node holds on lines of its own, as formatters do when the line gets too long; undefined
 * for a node that cannot be broken, or is broken already.
 */
export function breakOf(
	node: ts.Node,
	source: ts.SourceFile,
	style: Style,
	layout: Layout,
): Edit[] | undefined {
	const inside = new Lines(source, node);
	const comma = style.trailingCommas ? ',' : '';
	if (ts.isNamedImports(node))
		return node.elements.length > 1 ? inside.list(node, node.elements, comma) : undefined;
	if (ts.isObjectLiteralExpression(node)) return inside.list(node, node.properties, comma);
	if (ts.isArrayLiteralExpression(node)) return inside.list(node, node.elements, comma);
	if (ts.isObjectBindingPattern(node) && ts.isParameter(node.parent))
		return inside.list(node, node.elements, comma);
	if (ts.isCallExpression(node) || ts.isNewExpression(node))
		return breakArguments(node, inside, comma, layout.callCommas ? ',' : '');
	if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer)) {
		// Below a short name a line of its own wins nothing.
		if (node.name.getText(source).length < layout.tabWidth + 3) return undefined;
		return inside.apart(node.name.end + 1, node.initializer.getStart(source));
	}
	if (ts.isArrowFunction(node)) return breakArrow(node, inside, source);
	if (ts.isConditionalExpression(node)) {
		if (inside.isBroken(node)) return undefined;
		return [
			...inside.apart(node.condition.end, node.questionToken.getStart(source)),
			...inside.apart(node.whenTrue.end, node.colonToken.getStart(source)),
		];
	}
	return breakJsx(node, inside, source);
}

/** The edits around one node: relative to the indentation of the line where it starts. */
class Lines {
	readonly #source: ts.SourceFile;
	readonly outer: string;

	constructor(source: ts.SourceFile, node: ts.Node) {
		this.#source = source;
		const start = node.getStart(source);
		const line = source.text.slice(source.text.lastIndexOf('\n', start - 1) + 1);
		this.outer = `\n${/^\t*/.exec(line)?.[0] ?? ''}`;
	}

	isBroken(node: ts.Node): boolean {
		return node.getText(this.#source).includes('\n');
	}

	/** A line break and one more level in the place of what stands between two offsets. */
	apart(start: number, end: number): Edit[] {
		return this.#source.text.slice(start, end).includes('\n')
			? []
			: [{ start, end, text: `${this.outer}\t` }];
	}

	/** Each item of a bracketed list on a line of its own. */
	list(node: ts.Node, items: readonly ts.Node[], comma: string): Edit[] | undefined {
		return this.items(node.getStart(this.#source) + 1, node.end - 1, items, comma);
	}

	/** The same, between two brackets. The comments in front of an item are its own. */
	items(start: number, end: number, items: readonly ts.Node[], comma: string): Edit[] | undefined {
		const { text } = this.#source;
		if (items.length === 0 || text.slice(start, end).includes('\n')) return undefined;
		const lines = items.map((item) => text.slice(item.pos, item.end).trim());
		const inner = `${this.outer}\t`;
		return [{ start, end, text: `${inner}${lines.join(`,${inner}`)}${comma}${this.outer}` }];
	}
}

/** The last argument alone when it has brackets of its own; else all of them. */
function breakArguments(
	node: ts.CallExpression | ts.NewExpression,
	inside: Lines,
	comma: string,
	callComma: string,
): Edit[] | undefined {
	const items = node.arguments;
	const last = items?.at(-1);
	if (!items || !last || inside.isBroken(node)) return undefined;
	if (ts.isArrayLiteralExpression(last) && last.elements.length > 0)
		return inside.list(last, last.elements, comma);
	if (ts.isObjectLiteralExpression(last) && last.properties.length > 0)
		return inside.list(last, last.properties, comma);
	return inside.items(items.pos, node.end - 1, items, callComma);
}

function breakArrow(node: ts.ArrowFunction, inside: Lines, source: ts.SourceFile): Edit[] | undefined {
	const { body, equalsGreaterThanToken: arrow } = node;
	if (ts.isBlock(body) || ts.isParenthesizedExpression(body)) return undefined;
	if (source.text.slice(arrow.end, body.getStart(source)).includes('\n')) return undefined;
	if (!isJsx(body)) {
		// An argument that the call breaks for: the call's own brackets come first.
		return ts.isCallExpression(node.parent) ? undefined : inside.apart(arrow.end, body.getStart(source));
	}
	return [
		{ start: body.getStart(source), end: body.getStart(source), text: `(${inside.outer}\t` },
		{ start: body.end, end: body.end, text: `${inside.outer})` },
	];
}

function breakJsx(node: ts.Node, inside: Lines, source: ts.SourceFile): Edit[] | undefined {
	if (ts.isJsxElement(node) && !inside.isBroken(node) && node.children.length > 0) {
		const [start, end] = [node.openingElement.end, node.closingElement.getStart(source)];
		return [...inside.apart(start, start), { start: end, end, text: inside.outer }];
	}
	if (ts.isJsxExpression(node) && node.expression && isJsx(node.expression) && !inside.isBroken(node)) {
		const { expression } = node;
		const start = expression.getStart(source);
		return [
			...inside.apart(start, start),
			{ start: expression.end, end: expression.end, text: inside.outer },
		];
	}
	if (
		ts.isJsxAttributes(node) &&
		node.properties.length > 0 &&
		!source.text.slice(node.pos, node.end).includes('\n')
	) {
		const lines = node.properties.map((property) => `${inside.outer}\t${property.getText(source)}`);
		return [{ start: node.pos, end: bracketOf(node), text: lines.join('') + inside.outer }];
	}
	return undefined;
}
