import type { ts } from 'ts-morph';
import { parseText } from '../../../syntax/tree/parse.ts';
import { blockStart, Cursor } from './cursor.ts';
import {
	type Attribute,
	type CodeNode,
	type ElementNode,
	type Markup,
	type MarkupNode,
	OddMarkup,
	type Range,
} from './index.ts';

/**
 * Reads the markup of a Svelte component. What it is not sure of is odd: an element that is closed by nothing, a brace
 * without its other one.
 * @throws OddMarkup
 */
export function readSvelte(text: string): Markup {
	const reader = new Reader(text);
	const roots = reader.children(undefined);
	const { scripts, comments } = reader;
	return { roots, scripts, comments };
}

const voidElements = new Set(
	'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Their content is no markup. */
const opaque = /^(?:script|style|textarea)$/;
const tagName = /\p{L}[\p{L}\p{N}_$.:-]*(?=[\s/>])/uy;
/** Some pages have one, and Svelte takes it. */
const documentType = /<!doctype\b[^>]*>/iy;
const attributeName = /[^\s=/>"'{}<]+/y;
const plainValue = /(?:[^\s"'=<>`{}/]|\/(?!>))+/y;

class Reader extends Cursor {
	readonly scripts: ts.SourceFile[] = [];

	/** Up to the closing tag of `parent`, or the next `{:` or `{/`, or the end; leaves off in front of it. */
	children(parent: string | undefined): MarkupNode[] {
		const nodes: MarkupNode[] = [];
		while (this.at < this.text.length) {
			const start = this.at;
			if (this.is('<!--')) nodes.push(this.#comment());
			else if (this.take(documentType) !== undefined) nodes.push({ kind: 'comment', start, end: this.at });
			else if (this.is('</')) {
				if (parent === undefined) throw new OddMarkup('a tag is closed that is not open', start);
				return nodes;
			} else if (this.is('<')) nodes.push(this.#element());
			else if (this.is('{')) {
				const block = this.match(blockStart);
				if (block?.[1] === ':' || block?.[1] === '/') {
					if (parent === undefined) throw new OddMarkup('a block is closed that is not open', start);
					return nodes;
				}
				nodes.push(block?.[1] === '#' ? this.#block(block[2] ?? '') : this.#mustache());
			} else {
				const next = /[<{]/g;
				next.lastIndex = start;
				this.at = next.exec(this.text)?.index ?? this.text.length;
				nodes.push({ kind: 'text', start, end: this.at });
			}
		}
		if (parent !== undefined) throw new OddMarkup(`${parent} is not closed`, this.text.length);
		return nodes;
	}

	#comment(): MarkupNode {
		const start = this.at;
		this.skipTo('-->', start + 4);
		return { kind: 'comment', start, end: this.at };
	}

	#element(): ElementNode {
		const start = this.at;
		this.at++;
		const name = this.take(tagName);
		if (name === undefined) throw new OddMarkup('a tag without a name', start);
		const attributes: Attribute[] = [];
		for (;;) {
			this.blanks();
			if (this.is('/>') || this.is('>')) break;
			attributes.push(this.#attribute());
		}
		const closed = this.is('/>') || voidElements.has(name.toLowerCase());
		this.at += this.is('/>') ? 2 : 1;
		const element: ElementNode = {
			...{ kind: 'element', name, start, end: this.at, openEnd: this.at, attributes, children: [] },
		};
		if (closed) return element;
		element.children = opaque.test(name) ? this.#raw(name) : this.children(`<${name}>`);
		const closing = new RegExp(`</${name.replace(/[$.]/g, '\\$&')}\\s*>`, 'y');
		if (this.take(closing) === undefined) throw new OddMarkup(`<${name}> is not closed`, start);
		element.end = this.at;
		return element;
	}

	/** Text up to the closing tag, whatever stands in it. */
	#raw(name: string): MarkupNode[] {
		const start = this.at;
		const closing = new RegExp(`</${name}\\s*>`, 'g');
		closing.lastIndex = start;
		const end = closing.exec(this.text)?.index;
		if (end === undefined) throw new OddMarkup(`<${name}> is not closed`, start);
		this.at = end;
		if (name === 'script') {
			const code = this.text.slice(start, end);
			this.scripts.push(parseText('script.ts', code, true));
		}
		return [{ kind: 'comment', start, end }];
	}

	#attribute(): Attribute {
		const start = this.at;
		if (this.is('{')) {
			const value = this.braces();
			return { name: '', start, end: this.at, values: [{ ...value, code: true }] };
		}
		const name = this.take(attributeName);
		if (name === undefined) throw new OddMarkup('an attribute that cannot be read', start);
		const end = this.at;
		this.blanks();
		if (!this.is('=')) {
			this.at = end;
			return { name, start, end, values: [] };
		}
		this.at++;
		this.blanks();
		const values = this.#values(this.is('"') ? '"' : this.is("'") ? "'" : undefined);
		return { name, start, end: this.at, values };
	}

	#values(quote: string | undefined): Attribute['values'] {
		const values: Attribute['values'] = [];
		const first = this.at;
		if (quote) this.at++;
		while (this.at < this.text.length) {
			if (quote && this.is(quote)) {
				this.at++;
				return values;
			}
			const start = this.at;
			if (this.is('{')) values.push({ ...this.braces(), code: true });
			else if (quote) {
				while (this.at < this.text.length && !this.is(quote) && !this.is('{')) this.at++;
				values.push({ start, end: this.at, code: false });
			} else if (this.take(plainValue) !== undefined) {
				values.push({ start, end: this.at, code: false });
			} else if (values.length > 0) return values;
			else break;
		}
		throw new OddMarkup('an attribute that cannot be read', first);
	}

	#mustache(): CodeNode {
		const start = this.at;
		const inner = this.braces();
		const sign = this.text.slice(inner.start, inner.end).trimStart().startsWith('@');
		return code({ start, end: this.at }, [inner], { expression: !sign });
	}

	#block(type: string): CodeNode {
		const start = this.at;
		const block = code({ start, end: start }, [], { loop: type === 'each' });
		for (;;) {
			const from = this.at;
			const head = this.braces();
			block.heads.push(head);
			const children = this.children(`{#${type}}`);
			const branch = code({ start: from, end: this.at }, [head], { roomy: true });
			block.children.push({ ...branch, children });
			const next = this.match(blockStart);
			if (next?.[1] === ':') continue;
			if (next?.[1] !== '/' || next[2] !== type) throw new OddMarkup(`{#${type}} is not closed`, start);
			this.braces();
			block.end = this.at;
			return block;
		}
	}
}

function code(
	range: Range,
	heads: Range[],
	more: { loop?: boolean; roomy?: boolean; expression?: boolean } = {},
): CodeNode {
	const { loop = false, roomy = false, expression = false } = more;
	return { kind: 'code', ...range, heads, loop, roomy, expression, children: [] };
}
