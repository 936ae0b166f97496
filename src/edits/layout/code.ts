import { ts } from 'ts-morph';
import { defaultLayout, type Layout, type Style } from '../../syntax/style.ts';
import { applyEdits, type Edit } from '../splice/edit.ts';
import { layOut, parseCode } from './lines.ts';

/**
 * Rewrites a code of ours into a host's habits, up to indentation and line endings.
 * @param levels how deep it stands in the file.
 */
export function restyleCode(path: string, text: string, style: Style, levels = 0): string {
	const layout = style.layout ?? defaultLayout;
	const source = parseCode(path, text);
	const edits: Edit[] = [];
	const visit = (node: ts.Node): void => {
		edits.push(...editsOf(node, source, style, layout));
		ts.forEachChild(node, visit);
	};
	visit(source);
	const width = layout.width - levels * layout.tabWidth;
	const styled = edits.length === 0 ? source : parseCode(path, applyEdits(text, edits));
	return layOut(styled, style, { ...layout, width });
}

function editsOf(node: ts.Node, source: ts.SourceFile, style: Style, layout: Layout): Edit[] {
	if (ts.isStringLiteral(node)) return quoteEdits(node, source, style, layout);
	if (ts.isArrowFunction(node) && !layout.arrowParentheses) return arrowEdits(node, source);
	const edits: Edit[] = [];
	if (
		!style.semicolons &&
		ts.isStatement(node) &&
		node.getChildren(source).at(-1)?.kind === ts.SyntaxKind.SemicolonToken
	)
		edits.push({ start: node.end - 1, end: node.end, text: '' });
	if (!layout.bracketSpacing && isSpaced(node)) edits.push(...spaceEdits(node, source));
	if (style.trailingCommas) edits.push(...commaEdits(node, source));
	return edits;
}

/** A text that holds quotes or escapes keeps its form, as formatters do. */
function quoteEdits(node: ts.StringLiteral, source: ts.SourceFile, style: Style, layout: Layout): Edit[] {
	const [start, text] = [node.getStart(source), node.getText(source)];
	const quote = ts.isJsxAttribute(node.parent) ? layout.jsxQuote : style.quote;
	const inner = text.slice(1, -1);
	if (text.startsWith(quote) || /['"\\]/.test(inner)) return [];
	return [{ start, end: node.end, text: quote + inner + quote }];
}

/** `(user) => …` becomes `user => …`. */
function arrowEdits({ parameters }: ts.ArrowFunction, source: ts.SourceFile): Edit[] {
	const [only] = parameters;
	if (parameters.length !== 1 || !only || only.type || !ts.isIdentifier(only.name)) return [];
	// A comment that says its type needs the parentheses.
	if (only.getFullText(source) !== only.name.text) return [];
	return [{ start: only.pos - 1, end: only.end + 1, text: only.name.text }];
}

const isSpaced = (node: ts.Node): boolean =>
	ts.isObjectLiteralExpression(node) ||
	ts.isObjectBindingPattern(node) ||
	ts.isNamedImports(node) ||
	ts.isNamedExports(node) ||
	ts.isTypeLiteralNode(node);

function spaceEdits(node: ts.Node, source: ts.SourceFile): Edit[] {
	const [start, end, text] = [node.getStart(source), node.end, node.getText(source)];
	const opens = /^\{ \S/.test(text) ? [{ start: start + 1, end: start + 2, text: '' }] : [];
	const closes = /\S \}$/.test(text) ? [{ start: end - 2, end: end - 1, text: '' }] : [];
	return [...opens, ...closes];
}

function commaEdits(node: ts.Node, source: ts.SourceFile): Edit[] {
	const items = ts.isObjectLiteralExpression(node)
		? node.properties
		: ts.isArrayLiteralExpression(node)
			? node.elements
			: undefined;
	const last = items?.at(-1);
	const rest = last ? source.text.slice(last.end, node.end) : '';
	return last && rest.includes('\n') && !rest.includes(',')
		? [{ start: last.end, end: last.end, text: ',' }]
		: [];
}
