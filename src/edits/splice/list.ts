import { type Node, ts } from 'ts-morph';
import type { Source } from '../../syntax/source.ts';
import { endOfLine, indentationAt } from '../../syntax/text.ts';
import { type Edit, insertion } from './edit.ts';

/** The items between two brackets: an object literal's properties, an array's elements, a call's arguments. */
export interface List {
	items: Node[];
	/** Offset behind the opening bracket. */
	open: number;
	/** Offset of the closing bracket. */
	close: number;
	/** Blanks inside the brackets of a list on one line: `{ a }` has them, `[a]` and `f(a)` have none. */
	padding: '' | ' ';
}

const spacesOnly = /^[ \t]*$/;

/**
 * Adds items before the item at `index` (`items.length` appends). A list that stands on several lines gets a line
 * for each, above the comments that belong to the next item and below those of the one before.
 */
export function insertItems(source: Source, list: List, index: number, texts: string[]): Edit[] {
	if (texts.length === 0) return [];
	if (list.items.length === 0) return [fillEmpty(source, list, texts)];
	const next = list.items[index];
	return next ? insertBefore(source, next, texts) : appendTo(source, list, texts);
}

/** Takes an item out of a list of several, with the comma that it needs no longer. Comments stay. */
export function removeItem({ text }: Source, items: Node[], index: number): Edit[] {
	const item = items[index] as Node;
	const next = items[index + 1];
	const before = items[index - 1];
	const bare = /^\s*,\s*$/;
	const tokens = removeNode(item);
	const comma = next ? commaAfter(text, item.getEnd(), next.getStart()) : undefined;
	if (tokens.length > 1)
		return comma === undefined ? tokens : [...tokens, { start: comma, end: comma + 1, text: '' }];
	if (next && bare.test(text.slice(item.getEnd(), next.getStart())))
		return [{ start: item.getStart(), end: next.getStart(), text: '' }];
	if (!next && before && bare.test(text.slice(before.getEnd(), item.getStart())))
		return [{ start: before.getEnd(), end: item.getEnd(), text: '' }];
	const without = (start: number, end: number): Edit => {
		const blanks = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
		return { start, end: end + blanks, text: '' };
	};
	if (comma === undefined) return [without(item.getStart(), item.getEnd())];
	if (comma === item.getEnd()) return [without(item.getStart(), comma + 1)];
	return [without(item.getStart(), item.getEnd()), { start: comma, end: comma + 1, text: '' }];
}

/** As `removeItem`, of a list of one as well; an item that has its lines to itself takes them along, as it brought them. */
export function removeItemLines(source: Source, { items, close }: List, index: number): Edit[] {
	const { text } = source;
	const item = items[index] as Node;
	const before = items[index - 1];
	const start = text.lastIndexOf('\n', item.getStart()) + 1;
	const behind = /^[ \t]*(,?)[ \t]*(?:\r?\n)/.exec(text.slice(item.getEnd(), close));
	if (behind && spacesOnly.test(text.slice(start, item.getStart()))) {
		const lines = { start, end: item.getEnd() + behind[0].length, text: '' };
		const isLast = index === items.length - 1;
		const comma =
			isLast && behind[1] === '' && before ? commaAfter(text, before.getEnd(), item.getStart()) : undefined;
		return comma === undefined ? [lines] : [{ start: comma, end: comma + 1, text: '' }, lines];
	}
	if (items.length > 1) return removeItem(source, items, index);
	const comma = commaAfter(text, item.getEnd(), close);
	const ends = comma === undefined ? [] : [{ start: comma, end: comma + 1, text: '' }];
	return [...removeNode(item), ...ends];
}

/** Takes a node out of the text: in one piece, or token by token where comments stand between them, which stay. */
export function removeNode(node: Node): Edit[] {
	const text = node.getSourceFile().getFullText();
	const start = node.getStart();
	const tokens = tokensOf(node.compilerNode, node.getSourceFile().compilerNode).map((token) => ({
		start: token.getStart(),
		end: token.end,
		text: '',
	}));
	const between = tokens.map(({ end }, index) => text.slice(end, tokens[index + 1]?.start ?? end));
	if (between.some((gap) => gap.trim() !== ''))
		return tokens.map((token, index) => ({
			...token,
			end: token.end + (/^[ \t]*/.exec(between[index] ?? '')?.[0].length ?? 0),
		}));
	return [{ start, end: node.getEnd(), text: '' }];
}

/** The words of a node. To the compiler a JSDoc comment in front of one is a part of it. */
function tokensOf(node: ts.Node, source: ts.SourceFile): ts.Node[] {
	const parts = node.getChildren(source).filter((part) => !ts.isJSDoc(part));
	if (parts.length > 0) return parts.flatMap((part) => tokensOf(part, source));
	return node.end > node.getStart(source) ? [node] : [];
}

function fillEmpty(source: Source, list: List, texts: string[]): Edit {
	const inner = source.text.slice(list.open, list.close);
	if (inner.trim() === '') {
		return { start: list.open, end: list.close, text: list.padding + texts.join(', ') + list.padding };
	}
	// Only comments inside: they stay, and the items go on lines of their own below them.
	const { eol, indent } = source.style;
	const outer = indentationAt(source.text, list.close);
	const last = source.text.lastIndexOf('\n', list.close);
	const at =
		last >= list.open && spacesOnly.test(source.text.slice(last + 1, list.close)) ? last + 1 : list.close;
	const lead = at === last + 1 ? '' : eol;
	return insertion(
		at,
		lead + texts.map((text) => `${outer}${indent}${text},${eol}`).join('') + (lead ? outer : ''),
	);
}

function insertBefore(source: Source, next: Node, texts: string[]): Edit[] {
	const { text, style } = source;
	const lineStart = firstLineBreak(text, next.getFullStart(), next.getStart());
	if (lineStart === undefined) {
		// On one line with what precedes it. Comments in front of the item stay with the item.
		const gap = /^[ \t]*/.exec(text.slice(next.getFullStart()))?.[0].length ?? 0;
		return [insertion(next.getFullStart() + gap, texts.map((item) => `${item}, `).join(''))];
	}
	const indent = indentationAt(text, next.getStart());
	return [insertion(lineStart, texts.map((item) => `${indent}${item},${style.eol}`).join(''))];
}

function appendTo(source: Source, list: List, texts: string[]): Edit[] {
	const { text, style } = source;
	const last = list.items.at(-1) as Node;
	const comma = commaAfter(text, last.getEnd(), list.close);
	const at = comma === undefined ? last.getEnd() : comma + 1;
	// Comments behind the last item describe it, so new lines go below them; the bracket may stand on that line too.
	const lineEnd = endOfLine(text, commentEnd(text, at));
	if (lineEnd > list.close) {
		return [
			insertion(at, (comma === undefined ? ', ' : ' ') + texts.join(', ') + (comma === undefined ? '' : ',')),
		];
	}
	const indent = indentationAt(text, last.getStart());
	const lines = texts.map((item) => style.eol + indent + item).join(',');
	const edits = comma === undefined ? [insertion(last.getEnd(), ',')] : [];
	return [...edits, insertion(lineEnd, lines + (comma === undefined ? '' : ','))];
}

/** Offset behind the first line break in a stretch of trivia, not counting those inside block comments. */
function firstLineBreak(text: string, from: number, to: number): number | undefined {
	for (let i = from; i < to; i++) {
		if (text.startsWith('/*', i)) i = text.indexOf('*/', i) + 1;
		else if (text[i] === '\n') return i + 1;
	}
	return undefined;
}

function commaAfter(text: string, from: number, to: number): number | undefined {
	for (let i = from; i < to; i++) {
		if (text.startsWith('/*', i)) i = text.indexOf('*/', i) + 1;
		else if (text.startsWith('//', i)) i = endOfLine(text, i);
		else if (text[i] === ',') return i;
	}
	return undefined;
}

/** End of the comments that start on the same line behind an item (a block comment may end further down). */
function commentEnd(text: string, from: number): number {
	return ts.getTrailingCommentRanges(text, from)?.at(-1)?.end ?? from;
}

/** The list that an object or array literal is, for `insertItems`. */
export const listOf = (literal: Node, items: Node[], padding: '' | ' ') => ({
	items,
	open: literal.getStart() + 1,
	close: literal.getEnd() - 1,
	padding,
});
