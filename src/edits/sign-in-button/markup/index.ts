import { ts } from 'ts-morph';
import { hasErrors, parseText } from '../../../syntax/tree/parse.ts';

/** A stretch of the file's text. */
export interface Range {
	start: number;
	end: number;
}

/** Markup of a page, as far as finding buttons in it takes: the same for Svelte and for JSX. */
export type MarkupNode = ElementNode | CodeNode | (Range & { kind: 'text' | 'comment' });

export interface ElementNode extends Range {
	kind: 'element';
	/** Empty for a fragment. */
	name: string;
	/** Offset behind the opening tag. */
	openEnd: number;
	attributes: Attribute[];
	children: MarkupNode[];
}

export interface Attribute extends Range {
	/** As it stands there: `on:click|preventDefault`. Empty for `{...rest}` and `{id}`. */
	name: string;
	/** `"/signin?to={path}"` has two. Without quotes and braces. */
	values: (Range & { code: boolean })[];
}

/** `{name}`, a block of Svelte, one branch of it; what stands in braces in JSX. */
export interface CodeNode extends Range {
	kind: 'code';
	/** Its own code: what stands in the braces, without the markup inside. */
	heads: Range[];
	loop: boolean;
	children: MarkupNode[];
	/** Whether a sibling can be put behind a child, which `{a && <B />}` has no room for. */
	roomy: boolean;
	/** The code is one expression; `{#each list as item}` is none. */
	expression: boolean;
}

export interface Markup {
	roots: MarkupNode[];
	/** Where statements stand: the whole of a module, the scripts of a component. */
	scripts: ts.SourceFile[];
	/** Comments in the markup and in its code. */
	comments: Range[];
}

/** Markup that the reader does not understand. */
export class OddMarkup extends Error {
	/** Offset of the place. */
	readonly at: number;

	constructor(message: string, at: number) {
		super(message);
		this.at = at;
	}
}

/** An expression of the page as a tree; undefined when it is none. Offsets in it are one more than in its text. */
export function parseExpression(text: string): ts.SourceFile | undefined {
	const source = parseText('expression.ts', `(${text}\n)`, true);
	return hasErrors(source) ? undefined : source;
}

/** A literal text of an expression: a string, or a fixed part of a template. */
export interface Literal extends Range {
	/** All of its text stands in one piece. */
	whole: boolean;
	/** Nothing follows that is computed. */
	ends: boolean;
}

/** The literals of an expression that stands at `from` in the file. */
export function literalsIn(text: string, from: number): Literal[] {
	const source = parseExpression(text);
	const found: Literal[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
			const open = ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
			// One less for the parenthesis, one more for the quote.
			const start = node.getStart(source) + from;
			const end = node.end - (open ? 2 : 1) - 1 + from;
			found.push({ start, end, whole: ts.isStringLiteralLike(node), ends: !open });
		}
		ts.forEachChild(node, visit);
	};
	if (source) visit(source);
	return found;
}

/** Every node with those around it, from the outermost on, in the order of the text. */
export function* walk(
	nodes: readonly MarkupNode[],
	around: readonly (ElementNode | CodeNode)[] = [],
): Generator<{ node: MarkupNode; around: readonly (ElementNode | CodeNode)[] }> {
	for (const node of nodes) {
		yield { node, around };
		if (node.kind === 'element' || node.kind === 'code') yield* walk(node.children, [...around, node]);
	}
}

/** What of a node's content is seen: neither blanks nor comments, nor what its attributes hold. */
export const visibleChildren = (text: string, node: ElementNode | CodeNode): MarkupNode[] =>
	node.children.filter(
		({ kind, start, end }) =>
			kind !== 'comment' &&
			!(kind === 'text' && text.slice(start, end).trim() === '') &&
			!(node.kind === 'element' && start < node.openEnd),
	);

export const attributeOf = ({ attributes }: ElementNode, name: string): Attribute | undefined =>
	attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase());

/** Where the one text of an attribute stands: `value="github"`, `value={'github'}`. */
export function plainValue(text: string, attribute: Attribute | undefined): Range | undefined {
	const [value, ...more] = attribute?.values ?? [];
	if (!value || more.length > 0) return undefined;
	if (!value.code) return value;
	const code = text.slice(value.start, value.end);
	const [literal] = literalsIn(code, value.start);
	return literal?.whole && code.trim().length === literal.end - literal.start + 2 ? literal : undefined;
}

/** Components have capitals or a dot in their names. */
export const isComponent = ({ name }: ElementNode): boolean => /^[A-Z]|\./.test(name);
