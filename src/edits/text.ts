/**
 * The vocabulary that all transforms share (design 4.2): an Edit is a splice of the original text, so every
 * byte outside an edit stays what it was.
 */
export interface Edit {
	/** Offset of the first character replaced. */
	start: number;
	/** Offset behind the last character replaced; equal to `start` for an insertion. */
	end: number;
	text: string;
}

/** What a transform answers. A refusal changes nothing and carries what the person pastes by hand. */
export type EditResult =
	| {
			kind: 'edited';
			text: string;
			/** Sentences for the person: what the edit leaves for them to look at. */
			notes?: string[];
	  }
	| { kind: 'unchanged'; reason: string; notes?: string[] }
	| Refusal;

export interface Refusal {
	kind: 'refused';
	reason: string;
	/** 1-based. */
	line?: number;
	snippet: string;
}

/**
 * Applies edits to the text they were computed from. Several insertions at one place keep their order.
 * @throws Error when two edits overlap: a transform that produces such edits is broken.
 */
export function applyEdits(source: string, edits: readonly Edit[]): string {
	const sorted = edits
		.map((edit, index) => ({ ...edit, index }))
		.sort((a, b) => a.start - b.start || a.index - b.index);
	let result = '';
	let position = 0;
	for (const edit of sorted) {
		if (edit.start < position || edit.end < edit.start) throw new Error('Overlapping edits');
		result += source.slice(position, edit.start) + edit.text;
		position = edit.end;
	}
	return result + source.slice(position);
}

export const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** Puts text in front of a stretch and behind it. */
export const surround = (start: number, end: number, before: string, after: string): Edit[] => [
	insertion(start, before),
	insertion(end, after),
];

/** 1-based line of an offset. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** The file's line ending: what most of its lines use; `\n` for a file of one line. */
export function lineEnding(source: string): '\n' | '\r\n' {
	const crlf = source.split('\r\n').length - 1;
	const all = source.split('\n').length - 1;
	return crlf > all - crlf ? '\r\n' : '\n';
}

/** Offset of the end of the line that holds `offset`: before its `\r\n` or `\n`, or the end of the text. */
export function endOfLine(source: string, offset: number): number {
	const newline = source.indexOf('\n', offset);
	if (newline === -1) return source.length;
	return source[newline - 1] === '\r' && newline > offset ? newline - 1 : newline;
}

/** White space at the start of the line that holds `offset`. */
export function indentationAt(source: string, offset: number): string {
	const start = source.lastIndexOf('\n', offset - 1) + 1;
	return /^[ \t]*/.exec(source.slice(start, offset))?.[0] ?? '';
}

/** A text as a string literal. */
export const quoted = (text: string, quote: string): string =>
	quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
