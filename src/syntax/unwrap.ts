import type { AsExpression, Node } from 'ts-morph';
import { isWrapping } from './tree/nodes.ts';

/** Takes parentheses, `as`, `satisfies`, `<Type>` and `!` off an expression. */
export function unwrap(node: Node): Node {
	let inner = node;
	// Each of them has an expression, and ts-morph no name for them together.
	while (isWrapping(inner.compilerNode)) inner = (inner as AsExpression).getExpression();
	return inner;
}

/** The other way round: an expression with what is put around it in this way. */
export function wrapped(node: Node): Node {
	let outer = node;
	for (let parent = outer.getParent(); parent && isWrapping(parent.compilerNode); parent = outer.getParent())
		outer = parent;
	return outer;
}
