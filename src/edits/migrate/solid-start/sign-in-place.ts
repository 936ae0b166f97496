import { type CallExpression, Node, SyntaxKind } from 'ts-morph';
import { isHostFunction } from '../../../syntax/functions.ts';
import type { Edit, Refusal } from '../../splice/edit.ts';
import { refuse } from '../../splice/transform.ts';
import { isCalledWithEvent } from './events.ts';

/** What has to change around a call, since it never comes back but with a mistake of the person. */
export function placeEdits(call: CallExpression, name: string, snippet: string): Edit[] | Refusal {
	const fn = call.getFirstAncestor((one) => isHostFunction(one));
	if (!fn || !isHostFunction(fn)) return refuse(`calls ${name}() outside of a function`, snippet, call);
	if (isCalledWithEvent(fn.compilerNode))
		return refuse(
			`calls ${name}() in a route or a middleware, where SolidStart does not answer with the redirect that it throws`,
			snippet,
			call,
		);
	const parent = call.getParentOrThrow();
	const isAwaited = Node.isAwaitExpression(parent);
	const outer = isAwaited ? parent : call;
	const place = outer.getParentOrThrow();
	if (place === fn) return [];
	const isReturned = Node.isReturnStatement(place);
	if (isCaught(call, fn, isReturned && !isAwaited))
		return refuse(`would catch the redirect that ${name}() throws`, snippet, call);
	if (isReturned) return [];
	if (!Node.isExpressionStatement(place) || !isAwaited)
		return refuse(`goes on behind ${name}(), which throws the redirect`, snippet, call);
	if (!isLast(place, fn)) return refuse(`goes on behind ${name}(), which throws the redirect`, snippet, call);
	if (fn.getReturnTypeNode())
		return refuse(`declares what it returns, and has to return what ${name}() does`, snippet, call);
	// Behind `return`, a line break ends the statement.
	if (/[\r\n\u2028\u2029]/.test(call.getSourceFile().getFullText().slice(outer.getStart(), call.getStart())))
		return refuse(`has ${name}() on another line than its \`await\``, snippet, call);
	const word = outer.getFirstChildByKindOrThrow(SyntaxKind.AwaitKeyword);
	return [{ start: word.getStart(), end: word.getEnd(), text: 'return' }];
}

/** Whether a `catch` around a call gets what it throws. */
function isCaught(call: Node, fn: Node, isHandedOn: boolean): boolean {
	for (let node: Node | undefined = call; node && node !== fn; node = node.getParent()) {
		const parent = node.getParent();
		if (Node.isTryStatement(parent) && parent.getTryBlock() === node && parent.getCatchClause())
			return !isHandedOn;
	}
	return false;
}

/** Whether a function is at its end behind a statement. */
function isLast(statement: Node, fn: Node): boolean {
	for (let node = statement; ; ) {
		const parent = node.getParentOrThrow();
		if (Node.isBlock(parent) && parent.getStatements().at(-1) !== node) return false;
		if (parent === fn) return true;
		if (!Node.isBlock(parent) && !Node.isIfStatement(parent)) return false;
		node = parent;
	}
}
