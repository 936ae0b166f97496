import { ts } from 'ts-morph';
import { sameText } from '../../syntax/code.ts';
import type { Layout, Style } from '../../syntax/style.ts';
import { applyEdits, type Edit } from '../splice/edit.ts';
import { layOut, parseCode } from './lines.ts';
import { shifted } from './shift.ts';

/**
 * Puts the items of a list on lines of their own where an edit has made it of a function that has several lines
 * (`onRequest: [authMiddleware(authConfig), (event) => {`), as formatters do at any width. Lists that stood there before stay as
 * their owner left them. Indentation is by tabs.
 */
export function spreadLists(
	path: string,
	before: string,
	after: string,
	style: Style,
	layout: Layout,
): string {
	const source = parseCode(path, after);
	const there = new Set(nodesIn(parseCode(path, before), ts.isArrayLiteralExpression).flatMap(functionsOf));
	const made = nodesIn(source, ts.isArrayLiteralExpression).filter((list) => {
		const functions = functionsOf(list);
		return functions.length > 0 && functions.every((text) => !there.has(text));
	});
	const edits = made.flatMap((list) => spread(list, source, style, layout) ?? []);
	// Of two lists, one may lie in the other, and would move with it.
	return edits.length === 1 ? applyEdits(after, edits) : after;
}

/** Lays out items that an edit has put on lines of their own in a list or a call, and that are longer than lines may be. */
export function fitItems(path: string, before: string, after: string, style: Style, layout: Layout): string {
	const source = parseCode(path, after);
	const there = new Set(before.split('\n').map(withoutComma));
	const edits = nodesIn(source, isListed).flatMap((item): Edit[] => {
		const [start, end] = [item.getStart(source), item.end];
		const [line, levels] = [withoutComma(lineAt(after, start)), indentationAt(after, start)];
		const text = after.slice(start, end);
		if (there.has(line) || line !== '\t'.repeat(levels) + text) return [];
		const laid = fitted(text, path, levels, style, layout);
		return laid === text ? [] : [{ start, end, text: laid }];
	});
	return applyEdits(after, edits);
}

const isListed = (node: ts.Node): node is ts.Expression =>
	ts.isCallExpression(node) &&
	(ts.isArrayLiteralExpression(node.parent) ||
		(ts.isCallExpression(node.parent) && node.parent.arguments.includes(node)));

function nodesIn<T extends ts.Node>(source: ts.SourceFile, is: (node: ts.Node) => node is T): T[] {
	const found: T[] = [];
	const visit = (node: ts.Node): void => {
		if (is(node)) found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The texts of its functions with a body of several lines, whatever stands in front of these lines. */
const functionsOf = ({ elements }: ts.ArrayLiteralExpression): string[] =>
	elements
		.filter((one) => ts.isFunctionExpression(one) || (ts.isArrowFunction(one) && ts.isBlock(one.body)))
		.map((one) => one.getText().replace(/^\s+/gm, ''))
		.filter((text) => text.includes('\n'));

/** Undefined where the list is laid out in a way of its own. */
function spread(
	list: ts.ArrayLiteralExpression,
	source: ts.SourceFile,
	style: Style,
	layout: Layout,
): Edit | undefined {
	const { text } = source;
	const { parent } = list;
	const bracket = list.getStart(source);
	// A bracket on a line of its own goes to the name that it is the value of.
	const isBelow = ts.isPropertyAssignment(parent) && /^:\s+$/.test(text.slice(parent.name.end, bracket));
	const [start, open] = isBelow ? [parent.name.end, ': ['] : [bracket, '['];
	const levels = indentationAt(text, start);
	const lines: string[] = [];
	for (const element of list.elements) {
		const item = text.slice(element.pos, element.end).trim();
		// Some blanks more than whole levels: nobody knows how far in that is.
		if (/^\t* /.test(lineAt(text, element.end))) return undefined;
		const laid = item.includes('\n')
			? shifted(item, levels + 1 - indentationAt(text, element.end))
			: fitted(item, source.fileName, levels + 1, style, layout);
		if (laid === undefined) return undefined;
		lines.push(laid);
	}
	const [outer, comma] = ['\t'.repeat(levels), style.trailingCommas ? ',' : ''];
	const inner = `\n${outer}\t`;
	const laid = `${open}${inner}${lines.join(`,${inner}`)}${comma}\n${outer}]`;
	return sameText(laid, text.slice(start, list.end)) ? { start, end: list.end, text: laid } : undefined;
}

/** An item as it stands on a line of its own, with a comma behind it. */
function fitted(item: string, path: string, levels: number, style: Style, layout: Layout): string {
	const width = layout.width - levels * layout.tabWidth - 1;
	if (item.length <= width) return item;
	const laid = layOut(parseCode(path, item), style, { ...layout, width });
	return laid.replaceAll('\n', `\n${'\t'.repeat(levels)}`);
}

const withoutComma = (line: string): string => line.replace(/,$/, '');

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

function lineAt(text: string, offset: number): string {
	const end = text.indexOf('\n', offset);
	return text.slice(lineStart(text, offset), end === -1 ? undefined : end);
}

/** Tabs at the beginning of the line that an offset lies in. */
const indentationAt = (text: string, offset: number): number =>
	/^\t*/.exec(text.slice(lineStart(text, offset)))?.[0].length ?? 0;
