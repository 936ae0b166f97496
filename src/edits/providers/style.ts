import { Node } from 'ts-morph';
import { isFunctionValue } from '../../syntax/functions.ts';
import type { Source } from '../../syntax/source.ts';
import { defaultLayout } from '../../syntax/style.ts';
import { indentationAt } from '../../syntax/text.ts';
import { restyleCode } from '../layout/code.ts';

/** A text of ours in the habits of a file: as an element of a list there, or as a statement. */
export function styledText(
	path: string,
	{ text: file, style }: Source,
	list: Node | undefined,
	text: string,
): string {
	// On one line with the others it stays on that line, as far as it can.
	const isLine = list !== undefined && !list.getText().includes('\n');
	const layout = style.layout ?? defaultLayout;
	const habits = isLine ? { ...style, layout: { ...layout, width: Number.POSITIVE_INFINITY } } : style;
	const own = list ? indentationAt(file, elementStart(list)) : '';
	const levels = own.length / style.indent.length;
	const spread = list && text.startsWith('...') ? '...' : '';
	const styled = restyleCode(path, text.slice(spread.length), habits, Math.round(levels));
	const [first = '', ...lines] = styled.split('\n');
	const indented = lines.map((line) => (line === '' ? '' : own + indentedLine(line, style.indent)));
	return spread + [first, ...indented].join(style.eol);
}

const indentedLine = (line: string, indent: string): string =>
	line.replace(/^\t+/, (tabs) => indent.repeat(tabs.length));

/** Where an element of a list begins its line, or the list does. */
function elementStart(list: Node): number {
	const last = Node.isArrayLiteralExpression(list) ? list.getElements().at(-1) : undefined;
	return last?.getStart() ?? list.getStart();
}

/** Whether a type says what the elements of a list are, so that a function's parameter there has one. */
export function hasTypedItems(list: Node): boolean {
	for (let node = list, parent = list.getParent(); parent; node = parent, parent = parent.getParent()) {
		if (Node.isAsExpression(parent) || Node.isSatisfiesExpression(parent)) {
			if (parent.getTypeNode()?.getText() !== 'const') return true;
			continue;
		}
		if (Node.isVariableDeclaration(parent)) return parent.getTypeNode() !== undefined;
		if (Node.isCallExpression(parent)) return parent.getArguments().includes(node);
		if (isReturnTyped(parent)) return true;
		const passes =
			Node.isParenthesizedExpression(parent) ||
			Node.isPropertyAssignment(parent) ||
			Node.isObjectLiteralExpression(parent) ||
			Node.isArrayLiteralExpression(parent) ||
			Node.isReturnStatement(parent) ||
			Node.isBlock(parent) ||
			Node.isArrowFunction(parent) ||
			Node.isFunctionExpression(parent);
		if (!passes) return false;
	}
	return false;
}

const isReturnTyped = (node: Node): boolean =>
	(isFunctionValue(node) || Node.isFunctionDeclaration(node)) && node.getReturnTypeNode() !== undefined;
