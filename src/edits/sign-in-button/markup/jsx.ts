import { ts } from 'ts-morph';
import type { Attribute, CodeNode, ElementNode, Markup, MarkupNode, Range } from './index.ts';

/** Components of the framework that show what is in them several times. */
const loops = new Set(['For', 'Index', 'Key']);

/** Reads the markup of a module with JSX in it. */
export function readJsx(source: ts.SourceFile): Markup {
	const roots = topmost(source).map((node) => readNode(node, source));
	return { roots, scripts: [source], comments: commentsIn(source, source) };
}

function commentsIn(node: ts.Node, source: ts.SourceFile): Range[] {
	// In the text of an element slashes are text.
	if (ts.isJsxText(node)) return [];
	const inside = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
	if (inside.length > 0) return inside.flatMap((child) => commentsIn(child, source));
	const found = [
		...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
		...(ts.getTrailingCommentRanges(source.text, node.pos) ?? []),
	];
	return found.filter(({ end }) => end <= node.getStart(source)).map(({ pos, end }) => ({ start: pos, end }));
}

type Jsx = ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment;
const isJsx = (node: ts.Node): node is Jsx =>
	ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

/** The elements in a node that lie in no other one. */
function topmost(node: ts.Node): Jsx[] {
	const found: Jsx[] = [];
	ts.forEachChild(node, (child) => {
		found.push(...(isJsx(child) ? [child] : topmost(child)));
	});
	return found;
}

function readNode(node: ts.JsxChild, source: ts.SourceFile): MarkupNode {
	if (ts.isJsxText(node)) return { kind: 'text', start: node.pos, end: node.end };
	const range = { start: node.getStart(source), end: node.end };
	if (ts.isJsxExpression(node))
		return node.expression ? readCode(node, range, source) : { kind: 'comment', ...range };
	if (ts.isJsxFragment(node)) {
		const { children, openingFragment } = node;
		const inner = children.map((child) => readNode(child, source));
		return {
			kind: 'element',
			name: '',
			...range,
			openEnd: openingFragment.end,
			attributes: [],
			children: inner,
		};
	}
	const opening = ts.isJsxElement(node) ? node.openingElement : node;
	const name = opening.tagName.getText(source);
	const attributes = opening.attributes.properties.map((property) => readAttribute(property, source));
	const nested = topmost(opening.attributes).length > 0 ? [readCode(opening.attributes, range, source)] : [];
	const children = ts.isJsxElement(node) ? node.children.map((child) => readNode(child, source)) : [];
	for (const child of children) if (child.kind === 'code' && loops.has(name)) child.loop = true;
	return {
		...{ kind: 'element', name, ...range, openEnd: opening.end, attributes },
		children: [...nested, ...children],
	} satisfies ElementNode;
}

function readCode(node: ts.JsxExpression | ts.JsxAttributes, range: Range, source: ts.SourceFile): CodeNode {
	const inside = topmost(node);
	const whole = { start: node.getStart(source), end: node.end };
	const inner = ts.isJsxExpression(node) ? { start: whole.start + 1, end: whole.end - 1 } : whole;
	const edges = [inner.start, ...inside.flatMap((jsx) => [jsx.getStart(source), jsx.end]), inner.end];
	const heads: Range[] = [];
	for (let at = 0; at < edges.length; at += 2)
		heads.push({ start: edges[at] as number, end: edges[at + 1] as number });
	return {
		...{ kind: 'code', ...(ts.isJsxExpression(node) ? range : whole), heads },
		// What a function is given may be shown many times.
		loop: inside.some((jsx) => isMapped(jsx, node)),
		children: inside.map((jsx) => readNode(jsx, source)),
		roomy: false,
		expression: ts.isJsxExpression(node) && inside.length === 0,
	};
}

/** Whether an element is what the function makes that `.map()` is given. */
function isMapped(node: ts.Node, within: ts.Node): boolean {
	for (let { parent } = node; parent && parent !== within; parent = parent.parent)
		if (ts.isCallExpression(parent)) return true;
	return false;
}

function readAttribute(property: ts.JsxAttributeLike, source: ts.SourceFile): Attribute {
	const range = { start: property.getStart(source), end: property.end };
	if (ts.isJsxSpreadAttribute(property)) {
		const { expression } = property;
		const value = { start: expression.getStart(source), end: expression.end, code: true };
		return { name: '', ...range, values: [value] };
	}
	const name = property.name.getText(source);
	const { initializer } = property;
	if (!initializer) return { name, ...range, values: [] };
	const start = initializer.getStart(source) + 1;
	const value = { start, end: initializer.end - 1, code: !ts.isStringLiteral(initializer) };
	return { name, ...range, values: [value] };
}
