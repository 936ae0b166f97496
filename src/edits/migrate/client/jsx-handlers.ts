import { Node, SyntaxKind } from 'ts-morph';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit } from '../../splice/edit.ts';
import type { Findings } from '../findings.ts';
import { handedToComponent } from './handlers.ts';

/** What a function is: one of the client's two, or another. */
export type FunctionOf = (callee: Node) => 'signIn' | 'signOut' | undefined;

/** `onClick={signIn}` of JSX hands the event over as a provider's id: the call gets parentheses of its own. */
export function jsxHandlerEdits(ast: Node, functionOf: FunctionOf, findings: Findings): Edit[] {
	return ast.getDescendantsOfKind(SyntaxKind.JsxAttribute).flatMap((attribute): Edit[] => {
		const value = attribute.getInitializer();
		const expression = Node.isJsxExpression(value) ? value.getExpression() : undefined;
		const callee = expression && unwrap(expression);
		const name = attribute.getNameNode().getText();
		const called = callee && /^on(?::|[A-Za-z])/.test(name) ? functionOf(callee) : undefined;
		if (!callee || !expression || called === undefined) return [];
		const element = attribute.getParentOrThrow().getParentOrThrow();
		const tag =
			Node.isJsxOpeningElement(element) || Node.isJsxSelfClosingElement(element)
				? element.getTagNameNode().getText()
				: '';
		// What a component calls its property with is for itself to say.
		if (!/^[a-z][\w-]*$/.test(tag)) {
			if (called === 'signIn') handedToComponent(findings, attribute.getStartLineNumber(), callee.getText());
			return [];
		}
		const start = expression.getStart();
		return [{ start, end: expression.getEnd(), text: `() => ${callee.getText()}()` }];
	});
}
