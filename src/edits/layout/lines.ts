import { ts } from 'ts-morph';
import type { Layout, Style } from '../../syntax/style.ts';
import { parseText } from '../../syntax/tree/parse.ts';
import { applyEdits, type Edit } from '../splice/edit.ts';
import { breakOf } from './break.ts';
import { joinOf } from './join.ts';

/** More rounds than anything nests. */
const maxRounds = 20;

/** A code of ours, or what became of it. */
export const parseCode = (path: string, text: string): ts.SourceFile => parseText(path, text, true);

/**
 * Joins and breaks the lines of a code of ours as formatters do for a width: import lists, arrays, arguments,
 * attributes. Knows the constructs that templates hold, and no others. Indentation is by tabs, before and after.
 */
export function layOut(source: ts.SourceFile, style: Style, layout: Layout): string {
	const joined = repeat(source, (step) => outermost(step, (node) => joinOf(node, step)));
	return repeat(joined, (step) => breaks(step, style, layout)).text;
}

function breaks(source: ts.SourceFile, style: Style, layout: Layout): Edit[] {
	const lines = [...source.getLineStarts().keys()];
	const tooLong = new Set(lines.filter((line) => lineWidth(source, line, layout) > layout.width));
	if (tooLong.size === 0) return [];
	return outermost(source, (node) => {
		const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
		const edits = tooLong.has(line) ? breakOf(node, source, style, layout) : undefined;
		// One step a line and round: what it leads to is only known when it is done.
		if (edits) tooLong.delete(line);
		return edits;
	});
}

/** Parsing costs the most here: a text that stays as it is is parsed once. */
function repeat(source: ts.SourceFile, step: (source: ts.SourceFile) => Edit[]): ts.SourceFile {
	let current = source;
	for (let round = 0; round < maxRounds; round++) {
		const edits = step(current);
		if (edits.length === 0) break;
		current = parseCode(current.fileName, applyEdits(current.text, edits));
	}
	return current;
}

/** The edits of all nodes for which there are some, of none inside another such node. */
function outermost(source: ts.SourceFile, editsOf: (node: ts.Node) => Edit[] | undefined): Edit[] {
	const edits: Edit[] = [];
	const visit = (node: ts.Node): void => {
		const own = editsOf(node);
		if (own) edits.push(...own);
		else ts.forEachChild(node, visit);
	};
	visit(source);
	return edits;
}

/** Columns of a line; a tab is one level wherever it stands. */
function lineWidth(source: ts.SourceFile, line: number, { tabWidth }: Layout): number {
	const starts = source.getLineStarts();
	const text = source.text.slice(starts[line], starts[line + 1]).replace(/\n$/, '');
	return text.length + (text.split('\t').length - 1) * (tabWidth - 1);
}
