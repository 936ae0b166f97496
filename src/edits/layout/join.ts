import { ts } from 'ts-morph';
import type { Edit } from '../splice/edit.ts';

/**
 * The edit that puts what a node holds on one line, where formatters would do that if it fits; undefined where there
 * is nothing to join. (They leave an object alone whose first property stands on a line of its own.)
 */
export function joinOf(node: ts.Node, source: ts.SourceFile): Edit[] | undefined {
	const found = contentOf(node, source);
	if (!found) return undefined;
	const { start, end, items, separator, around } = found;
	const text = source.text.slice(start, end);
	if (!text.includes('\n') || /\/\/|\/\*/.test(text)) return undefined;
	const parts = items === undefined ? [text.trim()] : items.map((item) => item.getText(source));
	// What stays on several lines in there keeps all of it so. Joined itself, it lets the next round join this.
	if (parts.some((part) => part.includes('\n'))) return undefined;
	return [{ start, end, text: around[0] + parts.join(separator) + around[1] }];
}

interface Content {
	/** What is replaced: all between two brackets. */
	start: number;
	end: number;
	/** Undefined: the text as it is. */
	items: readonly ts.Node[] | undefined;
	separator: string;
	/** What stands in front of and behind the line that comes of it. */
	around: [string, string];
}

function contentOf(node: ts.Node, source: ts.SourceFile): Content | undefined {
	const content = (start: number, end: number, items?: readonly ts.Node[], separator = ''): Content => ({
		start,
		end,
		items,
		separator,
		around: ['', ''],
	});
	const start = node.getStart(source);
	if (ts.isArrayLiteralExpression(node)) return content(start + 1, node.end - 1, node.elements, ', ');
	if (ts.isJsxExpression(node) && node.expression && isJsx(node.expression))
		return content(start + 1, node.end - 1, [node.expression]);
	if (ts.isParenthesizedExpression(node) && ts.isArrowFunction(node.parent) && isJsx(node.expression))
		return content(start, node.end, [node.expression]);
	if (ts.isJsxAttributes(node) && node.properties.length > 0) {
		const attributes = content(node.pos, bracketOf(node), node.properties, ' ');
		return { ...attributes, around: [' ', ts.isJsxSelfClosingElement(node.parent) ? ' ' : ''] };
	}
	if (ts.isJsxElement(node) && !alwaysBroken(node))
		return content(node.openingElement.end, node.closingElement.getStart(source));
	return undefined;
}

/** Where the `>` or `/>` behind attributes stands. */
export const bracketOf = ({ parent }: ts.JsxAttributes): number =>
	parent.end - (ts.isJsxSelfClosingElement(parent) ? 2 : 1);

export const isJsx = (node: ts.Node): boolean => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node);

/** Formatters keep an element on several lines that has elements inside, several expressions or several attributes. */
function alwaysBroken({ openingElement, children }: ts.JsxElement): boolean {
	return (
		openingElement.attributes.properties.length > 1 ||
		children.some(isJsx) ||
		children.filter(ts.isJsxExpression).length > 1
	);
}
