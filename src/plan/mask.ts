import type { HostPath } from './change.ts';

/** Whether a file's values must never be shown: it says so, or it is an env file that forgot to. */
export const isSecret = ({ path, secret = false }: { path: HostPath; secret?: boolean }): boolean =>
	secret ||
	(/(^|\/)(\.env|\.dev\.vars)(\.[^/]+)?$/.test(path) && !/\.(example|sample|template|dist)$/.test(path));

/**
 * The text of an env file with every value as `***`. Names, comments, blank lines and line endings stay; a value
 * over several lines gives as many `***`, so that masked texts can be compared line by line.
 *
 * The readers of env files (dotenv, Node, Docker, shells) do not agree on where a value ends. So a character is
 * shown only when it lies outside of every value in each way of reading, and what is not plainly a name or a
 * comment is masked.
 */
export function maskEnv(text: string): string {
	const readings = [shown(text, true), shown(text, false), shownByDotenv(text)];
	let masked = '';
	let hidden = '';
	for (let index = 0; index <= text.length; index++) {
		const character = text.charAt(index);
		if (index < text.length && !isBreak(character) && !readings.every((show) => show[index])) {
			hidden += character;
			continue;
		}
		const blanks = hidden.slice(hidden.trimEnd().length);
		masked += (hidden === blanks ? '' : '***') + blanks + character;
		hidden = '';
	}
	return masked;
}

/** `NAME=`, `export NAME =`, `NAME: `, with the blanks after it. */
const ASSIGNMENT = /^[^\S\r\n]*(?:export[^\S\r\n]+)?([A-Za-z_][\w.-]*)(?:[^\S\r\n]*=|:(?=\s))[^\S\r\n]*/;
const COMMENTED_OUT = /^\s*#[#\s]*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*/;

/** For every character 1 when it may be shown. `escapes`: a backslash in quotes takes the next character along. */
function shown(text: string, escapes: boolean): Uint8Array {
	const show = new Uint8Array(text.length);
	let position = text.startsWith('\uFEFF') ? 1 : 0;
	show.fill(1, 0, position);
	let afterGarbage = false;
	while (position < text.length) {
		const line = text.slice(position, lineEnd(text, position));
		const isValue = /^\s*[^\s#]/.test(line);
		const [prefix = '', name = ''] = ASSIGNMENT.exec(line) ?? [];
		// The last line of a key in base64 can look like a name without a value: `q8Zk3w==`.
		const isNamed: boolean = prefix !== '' && !(afterGarbage && /[a-z]/.test(name));
		// The empty line is what stands between \r and \n.
		if (line !== '') afterGarbage = isValue && !isNamed;
		if (!isValue) {
			position = showComment(show, text, position) + 1;
			continue;
		}
		const start = position + (isNamed ? prefix.length : line.length - line.trimStart().length);
		show.fill(1, position, start);
		// Node takes anything for a name. Only behind a proper one does a quote that never closes hide the rest.
		const isPlain = isNamed && prefix.includes('=');
		const value = isPlain ? start : position + (/^[^=]*=\s*/.exec(line)?.[0].length ?? start - position);
		const close = endOfQuotes(text, value, escapes) ?? (isNamed ? text.length : value);
		position = lineEnd(text, close) + 1;
		const comment = isPlain ? trailingComment(text, close) : undefined;
		if (comment !== undefined) position = showComment(show, text, comment) + 1;
	}
	return show;
}

/** dotenv's own expression, which gives some broken files a meaning that nobody would guess. */
const DOTENV =
	/^\s*(?:export\s+)?[\w.-]+(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/dgm;

function shownByDotenv(text: string): Uint8Array {
	const show = new Uint8Array(text.length).fill(1);
	// It reads a lone CR as a line break.
	for (const { 1: value = '', indices } of text.replaceAll('\r', '\n').matchAll(DOTENV)) {
		const [start, end] = indices?.[1] ?? [0, 0];
		show.fill(0, start + value.length - value.trimStart().length, end);
	}
	return show;
}

/** Shows a comment, but of a commented-out assignment only the name. Returns where the hidden value ends. */
function showComment(show: Uint8Array, text: string, from: number): number {
	let end = lineEnd(text, from);
	const line = text.slice(from, end);
	const prefix = COMMENTED_OUT.exec(line)?.[0];
	show.fill(1, from, prefix === undefined ? end : from + prefix.length);
	const [quote] = /^["'`]/.exec(line.slice(prefix?.length)) ?? [];
	if (!prefix || !quote || line.slice(prefix.length + 1).includes(quote)) return end;
	// A commented-out value over several lines: to its closing quote, at most to the last comment line.
	for (let next = ''; end < text.length && !next.includes(quote); ) {
		next = text.slice(end + 1, lineEnd(text, end + 1));
		if (next !== '' && !/^\s*#/.test(next)) break;
		end += 1 + next.length;
	}
	return end;
}

/** Where the quotes that open at `start` end; `start` itself when none open there, undefined when they never end. */
function endOfQuotes(text: string, start: number, escapes: boolean): number | undefined {
	const quote = text.charAt(start);
	if (!/["'`]/.test(quote)) return start;
	for (let index = start + 1; index < text.length; index++) {
		if (text[index] === quote) return index + 1;
		if (escapes && text[index] === '\\') index++;
	}
	return escapes ? endOfQuotes(text, start, false) : undefined;
}

/** Only between blanks: `a#b` and `a #b` are values to some readers. */
function trailingComment(text: string, from: number): number | undefined {
	const hash = /(?<=\s)#(?=\s|$)/gm;
	hash.lastIndex = from;
	const index = hash.exec(text)?.index;
	return index !== undefined && index < lineEnd(text, from) ? index : undefined;
}

const isBreak = (character: string): boolean => character === '\n' || character === '\r';

function lineEnd(text: string, from: number): number {
	let end = from;
	while (end < text.length && !isBreak(text.charAt(end))) end++;
	return end;
}
