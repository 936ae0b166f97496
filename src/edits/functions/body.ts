import { type ArrowFunction, type Block, Node, type Statement, SyntaxKind, ts } from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import type { Source } from '../../syntax/source.ts';
import { endOfLine, indentationAt } from '../../syntax/text.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { type Edit, insertion } from '../splice/edit.ts';

/**
 * Who calls a function: `framework` waits for what it returns, `call` was handed it and relies on what it is, and `code` of the
 * host may take what it returns at once.
 */
type Caller = 'framework' | 'call' | 'code';

/** Whether a function can take an `await`, and what makes it async. */
export function asyncEdits(fn: HostFunction, caller: Caller): Edit[] | Unclear {
	if (!Node.isArrowFunction(fn) && fn.isGenerator() && !fn.isAsync())
		return unclear('is a generator that is not async', fn);
	if (fn.isAsync()) return [];
	if (caller === 'call')
		return unclear('is handed to a call as a function that is not async, and may have to stay so', fn);
	const type = fn.getReturnTypeNode()?.compilerNode ?? ts.getJSDocReturnType(fn.compilerNode);
	if (type && !isPromise(type)) return unclear('declares what it returns, which is no promise', fn);
	if (caller === 'code' && !type && !returnsPromise(fn))
		return unclear('is not async, and who calls it may take what it returns at once', fn);
	const keyword = fn.getFirstChildByKind(SyntaxKind.FunctionKeyword);
	return [insertion((keyword ?? fn).getStart(), 'async ')];
}

/** Whether all that a function returns is written as a promise: `fetch(...)`, `work().then(...)`. */
function returnsPromise(fn: HostFunction): boolean {
	const body = fn.getBody();
	const returned = Node.isBlock(body)
		? body
				.getDescendantsOfKind(SyntaxKind.ReturnStatement)
				.filter((statement) => statement.getFirstAncestor(isFunction) === fn)
				.map((statement) => statement.getExpression())
		: [body];
	return returned.length > 0 && returned.every((value) => value !== undefined && isWrittenPromise(value));
}

const isFunction = (node: Node): boolean =>
	Node.isFunctionLikeDeclaration(node) || Node.isFunctionExpression(node);

const isWrittenPromise = (value: Node): boolean =>
	(Node.isNewExpression(value) || Node.isCallExpression(value)) &&
	/^(?:Promise|fetch)$|^Promise\.|\.(?:then|catch|finally)$/.test(value.getExpression().getText());

const isPromise = (type: ts.TypeNode): boolean =>
	type.kind === SyntaxKind.AnyKeyword ||
	(ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && /Promise$/.test(type.typeName.text));

/** The edits that make statements (without terminators) the first ones of a function, behind its directives. */
export function insertFirst(source: Source, fn: HostFunction, statements: string[]): Edit[] {
	const body = fn.getBody();
	if (Node.isBlock(body)) return intoBlock(source, body, statements);
	return Node.isArrowFunction(fn) ? intoExpression(source, fn, statements) : [];
}

const isDirective = (statement: Statement): boolean =>
	Node.isExpressionStatement(statement) && Node.isStringLiteral(statement.getExpression());

/** A comment that belongs to what stands behind it, or on the next line. */
const belongsToNext = /disable-next-line|@ts-(?:expect-error|ignore)|biome-ignore|prettier-ignore/;

function intoBlock(source: Source, block: Block, statements: string[]): Edit[] {
	const { text, style } = source;
	const all = block.getStatements();
	const firstOther = all.findIndex((statement) => !isDirective(statement));
	const next = firstOther === -1 ? undefined : all[firstOther];
	const directive = firstOther === -1 ? all.at(-1) : all[firstOther - 1];
	const open = directive?.getEnd() ?? block.getStart() + 1;
	const close = block.getEnd() - 1;
	const outer = indentationAt(text, block.getStart());
	const inner = ownIndentation(text, next ?? directive) ?? outer + style.indent;
	const lines = statements.map((line) => style.eol + inner + line);
	const ended = (at: string): string => lines.map((line) => line + at).join('');
	const semicolon = style.semicolons ? ';' : '';

	const comments = ts.getTrailingCommentRanges(text, open) ?? [];
	const behind = comments.at(-1)?.end ?? open;
	const lineEnd = endOfLine(text, behind);
	const pinned = comments.some(({ pos, end }) => belongsToNext.test(text.slice(pos, end)));
	const alone = text.slice(behind, lineEnd).trim() === '' && lineEnd < close;
	// On lines of their own: below the line on which the block opens.
	if (alone && !pinned) {
		const last = next && /^[([`+\-*/]/.test(text.slice(next.getStart())) ? ';' : semicolon;
		return [
			insertion(
				lineEnd,
				lines
					.slice(0, -1)
					.map((line) => line + semicolon)
					.join('') +
					lines.at(-1) +
					last,
			),
		];
	}
	if (next && style.semicolons && (!directive || text[open - 1] === ';'))
		return [insertion(open, statements.map((line) => ` ${line};`).join(''))];
	return breakBlock(source, { open, close, next, outer, inner }, ended);
}

/** A block on one line gets lines: the guard one of its own, what stands there already another one. */
function breakBlock(
	{ text, style }: Source,
	at: { open: number; close: number; next: Statement | undefined; outer: string; inner: string },
	ended: (end: string) => string,
): Edit[] {
	const { open, close, next, outer, inner } = at;
	const semicolon = style.semicolons ? ';' : '';
	const gapEnd = next?.getStart() ?? close;
	const gap = text.slice(open, gapEnd);
	const before = next && /^[([`+\-*/]/.test(text.slice(next.getStart())) ? ';' : semicolon;
	const lead = next ? style.eol + inner : style.eol + outer;
	const first =
		gap.trim() === ''
			? { start: open, end: gapEnd, text: ended(before) + lead }
			: insertion(open, ended(before) + style.eol + inner);
	if (!next) return [first];
	const last = text.slice(0, close).trimEnd().length;
	return text.slice(gapEnd, close).includes('\n')
		? [first]
		: [first, { start: last, end: close, text: style.eol + outer }];
}

/** The indentation of a statement that begins its line. */
function ownIndentation(text: string, statement: Statement | undefined): string | undefined {
	if (!statement) return undefined;
	const start = statement.getStart();
	const indent = indentationAt(text, start);
	return /(?:^|\n)$/.test(text.slice(0, start - indent.length)) ? indent : undefined;
}

/** `=> value` becomes a block that returns the value; of an object literal, the parentheses go. */
function intoExpression(source: Source, fn: ArrowFunction, statements: string[]): Edit[] {
	const { text, style } = source;
	const arrow = fn.getEqualsGreaterThan();
	const body = fn.getBody();
	const object = bareObject(text, body);
	const outer = indentationAt(text, arrow.getStart());
	const inner = outer + style.indent;
	const semicolon = style.semicolons ? ';' : '';
	const block = ` {${statements.map((line) => style.eol + inner + line + semicolon).join('')}`;
	const gap = text.slice(arrow.getEnd(), body.getStart());
	const blanks = gap.length - gap.trimStart().length;
	const [start, end] = object ? [object.getStart(), object.getEnd()] : [body.getStart(), body.getEnd()];
	const head: Edit[] =
		gap.trim() === ''
			? [{ start: arrow.getEnd(), end: start, text: `${block}${style.eol}${inner}return ` }]
			: [
					// Comments stay where they are, in front of what is returned.
					gap.includes('\n')
						? insertion(arrow.getEnd(), block)
						: { start: arrow.getEnd(), end: arrow.getEnd() + blanks, text: block + style.eol + inner },
					{ start: body.getStart(), end: start, text: 'return ' },
				];
	return [
		...head,
		// Below the arrow, it stands one level further in already.
		...(gap.includes('\n') ? [] : indentMore(source, start, end)),
		{ start: end, end: body.getEnd(), text: `${semicolon}${style.eol}${outer}}` },
	];
}

/** The literal of `({ ... })`, unless a comment or a line break beside it needs the parentheses. */
function bareObject(text: string, body: Node): Node | undefined {
	if (!Node.isParenthesizedExpression(body)) return undefined;
	const object = body.getExpression();
	if (!Node.isObjectLiteralExpression(object)) return undefined;
	const around = [
		text.slice(body.getStart() + 1, object.getStart()),
		text.slice(object.getEnd(), body.getEnd() - 1),
	];
	return around.every((gap) => gap.trim() === '' && !gap.includes('\n')) ? object : undefined;
}

/** One more level for the lines of a stretch; those that begin inside of a comment or a text stay as they are. */
function indentMore({ text, ast, style }: Source, start: number, end: number): Edit[] {
	const edits: Edit[] = [];
	for (const [from, to] of gapsBetweenTokens(ast.compilerNode, start, end)) {
		const masked = text
			.slice(from, to)
			.replace(/\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g, (comment) => comment.replace(/\n/g, ' '));
		for (const { index } of masked.matchAll(/\n(?!\r?\n)/g))
			edits.push(insertion(from + index + 1, style.indent));
	}
	return edits;
}

/** Stretches of blanks and comments: `[start, end]` offsets. */
function gapsBetweenTokens(ast: ts.SourceFile, start: number, end: number): [number, number][] {
	const gaps: [number, number][] = [];
	const visit = (node: ts.Node): void => {
		if (node.end <= start || node.pos >= end) return;
		const children = node.getChildren(ast).filter((child) => !ts.isJSDoc(child));
		if (children.length > 0) {
			for (const child of children) visit(child);
			return;
		}
		const token = node.getStart(ast);
		if (token > start && token <= end && node.pos >= start) gaps.push([node.pos, token]);
	};
	visit(ast);
	return gaps;
}
