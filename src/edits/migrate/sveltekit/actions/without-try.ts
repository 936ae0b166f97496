import { type Expression, Node, type TryStatement, ts } from 'ts-morph';
import { freeName } from '../../../../syntax/names.ts';
import type { Source } from '../../../../syntax/source.ts';
import { indentationAt } from '../../../../syntax/text.ts';
import type { Edit } from '../../../splice/edit.ts';

/** Whether a `try` does nothing but this, and has no `finally`. */
export const isAllOf = (around: TryStatement, statement: Node): boolean =>
	(Node.isExpressionStatement(statement) || Node.isReturnStatement(statement)) &&
	around.getTryBlock().getStatements().length === 1 &&
	statement.getParent() === around.getTryBlock() &&
	!around.getFinallyBlock() &&
	isInList(around);

/** Whether a statement stands in a block, where it can bring a name of its own. */
export const isInList = (statement: Node): boolean => Node.isBlock(statement.getParent());

/** The `try` becomes its one call, and the answer of its `catch` an `if` behind it. Comments keep their order. */
export function withoutTry(source: Source, around: TryStatement, whole: Node, answer: Expression): Edit {
	const { eol, semicolons } = source.style;
	const end = semicolons ? ';' : '';
	const start = around.getStart();
	const indent = indentationAt(source.text, start);
	const name = freeName(source, 'failed', 'failure');
	const comments = commentsOf(around);
	const between = (from: number, to: number) =>
		comments.flatMap(({ at, text }) => (from <= at && at < to ? [text] : []));
	const lines = [
		...between(start, whole.getStart()),
		`const ${name} = ${dedented(source, whole, indent)}${end}`,
		...between(whole.getEnd(), answer.getStart()),
		`if (${name}) return ${dedented(source, answer, indent)}${end}`,
		...between(answer.getEnd(), around.getEnd()),
	];
	return { start, end: around.getEnd(), text: lines.join(eol + indent) };
}

/** The comments in a node, in their order. */
function commentsOf(node: Node): { at: number; text: string }[] {
	const text = node.getSourceFile().getFullText();
	const found = new Map<number, string>();
	for (const leaf of node.getDescendants().filter((one) => one.getChildCount() === 0))
		for (const { pos, end } of [
			...(ts.getTrailingCommentRanges(text, leaf.getPos()) ?? []),
			...(ts.getLeadingCommentRanges(text, leaf.getPos()) ?? []),
		])
			found.set(pos, text.slice(pos, end));
	return [...found].map(([at, comment]) => ({ at, text: comment })).sort((a, b) => a.at - b.at);
}

/** A node's text for a place that is indented less. */
function dedented({ text }: Source, node: Node, indent: string): string {
	const own = indentationAt(text, node.getStart());
	const code = node.getText();
	if (own === indent || code.includes('`')) return code;
	return code.replaceAll(`\n${own}`, `\n${indent}`);
}
