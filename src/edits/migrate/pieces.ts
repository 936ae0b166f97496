import type { Node } from 'ts-morph';
import { isDeclaredAgain } from '../../syntax/names.ts';
import { parse, type Source, syntaxError } from '../../syntax/source.ts';
import { escapePattern, lineAt } from '../../syntax/text.ts';
import { type Markup, OddMarkup, type Range, walk } from '../sign-in-button/markup/index.ts';
import { readSvelte } from '../sign-in-button/markup/svelte.ts';
import type { Edit } from '../splice/edit.ts';

/** A part of a file that is code: its statements, or one expression of the markup. */
export interface Piece {
	source: Source;
	/** Offset in the file of what is at 0 in the piece. */
	shift: number;
}

/** A file as the edits of calls see it: a module is one piece, a component its scripts and what its markup calls. */
export interface Pieces {
	/** The whole text, without a byte order mark. */
	text: string;
	pieces: Piece[];
	/** Undefined for a module, and where it cannot be read. */
	markup: Markup | undefined;
	/** Code of the markup that is no expression, and speaks of the names. */
	unread: Range[];
	/** Why the markup cannot be read. */
	odd: { reason: string; line: number } | undefined;
}

/**
 * Takes a file apart.
 * @param source its statements; of a component, its scripts at their places
 * @param names what is looked for: expressions of the markup that speak of none of them are left out
 */
export function piecesOf(path: string, content: string, source: Source, names: readonly string[]): Pieces {
	const text = content.replace(/^\uFEFF/, '');
	const found: Pieces = {
		text,
		pieces: [{ source, shift: 0 }],
		markup: undefined,
		unread: [],
		odd: undefined,
	};
	if (!path.endsWith('.svelte') || names.length === 0) return found;
	try {
		found.markup = readSvelte(text);
	} catch (error) {
		if (!(error instanceof OddMarkup)) throw error;
		return { ...found, odd: { reason: error.message, line: lineAt(text, error.at) } };
	}
	const spoken = mention(names);
	for (const range of codeOf(found.markup)) {
		const code = text.slice(range.start, range.end);
		if (!spoken.test(code)) continue;
		const piece = expressionAt(code, range.start, found.pieces.length);
		if (piece) found.pieces.push(piece);
		else found.unread.push(range);
	}
	return found;
}

/** A pattern for text that speaks of one of the names. */
export const mention = (names: readonly string[]): RegExp =>
	new RegExp(`(?<![\\w$.])(?:${names.map((name) => escapePattern(name)).join('|')})(?![\\w$])`);

/** Everything in braces: of attributes, of text and of blocks. */
function codeOf({ roots }: Markup): Range[] {
	const found: Range[] = [];
	for (const { node } of walk(roots)) {
		if (node.kind === 'element')
			for (const { values } of node.attributes) found.push(...values.filter(({ code }) => code));
		// A block's own heads are those of its branches, once more.
		if (node.kind === 'code' && (node.roomy || node.children.length === 0)) found.push(...node.heads);
	}
	return found;
}

/** Signs in front of an expression: `{#if a}`, `{:else if a}`, `{@html a}`, `{@const a = b}`, `{...a}`. */
const sign = /^\s*(?:#(?:if|key|await)|:else\s+if|@(?:html|render|const|debug|attach))\s|^\s*\.\.\./;

/** Markup has no scopes here: what a block declares is unread, as is a `{@const}` with a type. */
function expressionAt(code: string, start: number, index: number): Piece | undefined {
	const lead = sign.exec(code)?.[0].length ?? 0;
	const source = parse(`expression-${index}.ts`, `(${code.slice(lead)}\n)`);
	return syntaxError(source) ? undefined : { source, shift: start + lead - 1 };
}

/** The names that mean an import wherever in the file they stand; the others might be hidden by a local one. */
export const unhidden = (names: readonly string[], { pieces, unread, text }: Pieces): string[] =>
	names.filter((name) => {
		const word = name.split('.')[0] ?? name;
		const inBlock = unread.some(({ start, end }) => mention([word]).test(text.slice(start, end)));
		return !inBlock && !pieces.some(({ source }) => isDeclaredAgain(source, word));
	});

/** Edits of a piece as edits of the file. */
export const moved = ({ shift }: Piece, edits: Edit[]): Edit[] =>
	edits.map(({ start, end, text }) => ({ start: start + shift, end: end + shift, text }));

/** 1-based line of a node of a piece. */
export const lineIn = ({ text }: Pieces, { shift }: Piece, node: Node): number =>
	lineAt(text, node.getStart() + shift);
