import { Node } from 'ts-morph';
import { isOtherScope } from '../../../../syntax/bindings.ts';
import { freeName } from '../../../../syntax/names.ts';
import type { Source } from '../../../../syntax/source.ts';
import { indentationAt } from '../../../../syntax/text.ts';
import { type Edit, insertion } from '../../../splice/edit.ts';

/** `return signIn(event)`. A line break behind `return` would end it there, behind `return await` it does not. */
export function returned(whole: Node, statement: Node): Edit[] {
	const start = whole.getStart();
	const gap = Node.isAwaitExpression(whole)
		? whole.getText().slice('await'.length, whole.getExpression().getStart() - start)
		: undefined;
	const isPlain = gap !== undefined && /^[ \t]*$/.test(gap);
	if (isInTry(statement) || !isPlain) return [insertion(start, 'return ')];
	return [{ start, end: start + 'await'.length, text: 'return' }];
}

/** With code behind it, which was reached by nothing so far, the answer gets a name. */
export function named(source: Source, whole: Node): Edit[] {
	const { text, style } = source;
	const start = whole.getStart();
	const name = freeName(source, 'failed', 'failure');
	const hasEnd = text[whole.getEnd()] === ';';
	// Without semicolons the one that is there may be for the next line.
	const end = style.semicolons || hasEnd ? ';' : '';
	const at = whole.getEnd() + (hasEnd ? 1 : 0);
	const indent = indentationAt(text, start);
	const isOwnLine = text.slice(text.lastIndexOf('\n', start) + 1, start) === indent;
	const next = `${hasEnd ? '' : end}${isOwnLine || end === '' ? style.eol + indent : ' '}`;
	return [insertion(start, `const ${name} = `), insertion(at, `${next}if (${name}) return ${name}${end}`)];
}

const isInTry = (statement: Node): boolean => {
	for (const node of statement.getAncestors()) {
		if (isOtherScope(node)) return false;
		if (Node.isTryStatement(node)) return true;
	}
	return false;
};

export const isInClause = (statement: Node): boolean =>
	Node.isCaseClause(statement.getParent()) || Node.isDefaultClause(statement.getParent());

/** The `break` or `return` behind the last thing that a clause of a `switch` does: `return` takes its place. */
export function leavingClause(statement: Node): Node | undefined {
	const [next, ...more] = isInClause(statement) ? behind(statement) : [];
	const isLeaving =
		(Node.isBreakStatement(next) && !next.getLabel()) ||
		(Node.isReturnStatement(next) && !next.getExpression());
	return isLeaving && more.length === 0 ? next : undefined;
}

export const hasNext = (statement: Node): boolean => behind(statement).length > 0;

/** The statements behind one. Comments on lines of their own are siblings, too. */
const behind = (statement: Node): Node[] => statement.getNextSiblings().filter(Node.isStatement);
