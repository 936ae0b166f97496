import { OddMarkup, type Range } from './index.ts';

/** `{#if`, `{:else`, `{/if`, `{@html`; not `{/* a comment`. */
export const blockStart = /\{\s*([#:@]|\/(?![*/]))\s*([a-z]*)/y;

/** A place in the text of a Svelte component, and how to get on from there. */
export class Cursor {
	readonly text: string;
	at = 0;
	readonly comments: Range[] = [];

	constructor(text: string) {
		this.text = text;
	}

	/** What stands between a brace and its other one. */
	braces(): Range {
		const opening = this.at;
		// The slash of `{/if}` is none of the code's.
		const block = this.match(blockStart);
		this.at += block?.[1] === '/' ? block[0].length : 1;
		this.#code(opening);
		return { start: opening + 1, end: this.at - 1 };
	}

	/** Code up to the brace that closes it, that included. */
	#code(opening: number): void {
		while (this.at < this.text.length) {
			const sign = this.text[this.at] as string;
			if (this.is('/*')) this.skipTo('*/', this.at + 2);
			else if (this.is('//')) this.skipTo('\n', this.at);
			else if (sign === '"' || sign === "'") this.#string(sign);
			else if (sign === '`') this.#template();
			else if (sign === '/' && this.#startsExpression(opening)) this.#regularExpression();
			else if (sign === '{') this.#code(this.at++);
			else {
				this.at++;
				if (sign === '}') return;
			}
		}
		throw new OddMarkup('a brace is not closed', opening);
	}

	/** Whether a slash here begins a regular expression, by what stands in front of it. */
	#startsExpression(opening: number): boolean {
		const before = this.text.slice(Math.max(opening + 1, this.at - 20), this.at);
		return /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|delete))\s*$/.test(before);
	}

	#string(quote: string): void {
		const start = this.at++;
		for (; this.text[this.at] !== quote; this.at++) {
			const sign = this.text[this.at];
			if (sign === undefined || sign === '\n') throw new OddMarkup('a text in quotes does not end', start);
			if (sign === '\\') this.at++;
		}
		this.at++;
	}

	#template(): void {
		const start = this.at++;
		while (!this.is('`')) {
			if (this.at >= this.text.length) throw new OddMarkup('a text in quotes does not end', start);
			if (this.is('\\')) this.at += 2;
			else if (this.is('${')) {
				this.at += 2;
				this.#code(this.at - 1);
			} else this.at++;
		}
		this.at++;
	}

	#regularExpression(): void {
		const start = this.at++;
		for (let inClass = false; inClass || !this.is('/'); this.at++) {
			const sign = this.text[this.at];
			if (sign === undefined || sign === '\n') throw new OddMarkup('a slash that cannot be read', start);
			if (sign === '\\') this.at++;
			else if (sign === '[') inClass = true;
			else if (sign === ']') inClass = false;
		}
		this.at++;
	}

	is(words: string): boolean {
		return this.text.startsWith(words, this.at);
	}

	match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.at;
		return pattern.exec(this.text);
	}

	take(pattern: RegExp): string | undefined {
		const found = this.match(pattern)?.[0];
		if (found !== undefined) this.at += found.length;
		return found;
	}

	blanks(): void {
		this.take(/\s*/y);
	}

	skipTo(end: string, from: number): void {
		const found = this.text.indexOf(end, from);
		if (found === -1) throw new OddMarkup('a comment does not end', this.at);
		this.comments.push({ start: this.at, end: found + end.length });
		this.at = found + end.length;
	}
}
