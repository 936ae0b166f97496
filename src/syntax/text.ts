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

/** A text as a regular expression that matches nothing else. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
