import fc from 'fast-check';
import ts from 'typescript';
import { dialectOf, type Reading, read, shapeOf } from './oracle.ts';

/** How a generated file is written; none of it changes what the file means. */
export interface Dress {
	eol: 'lf' | 'crlf' | 'mixed';
	/** One level of indentation; `mixed` takes turns. */
	indent: 'keep' | '\t' | '  ' | '   ' | '    ' | 'mixed';
	quote: 'keep' | "'" | '"';
	semicolons: 'keep' | 'strip';
	trailingCommas: 'keep' | 'add' | 'strip';
	/** Comments, each put into the gap before one token: `at` counts tokens, around the end. */
	comments: { at: number; text: string }[];
	/** Gaps that become a line break or lose theirs. */
	breaks: { at: number; text: string }[];
	head: string;
	finalNewline: 'keep' | 'none' | 'two';
	bom: boolean;
}

const bait = [
	'export const handle = sequence(',
	'import { handle as authHandle } from "./auth";',
	'}',
	');',
	'return { session: await locals.auth() }',
	"it's `half ${open",
	'onRequest: [',
	'], // ,',
	'https://example.com/a',
	'eslint-disable-next-line no-console',
	'@ts-expect-error later',
	'é 漢字 \u{1F600}',
	'',
];
const line = fc.constantFrom(...bait).map((text) => `// ${text}\n`);
const block = fc
	.constantFrom(...bait)
	.chain((text) =>
		fc.constantFrom(`/* ${text} */`, ` /*${text}*/ `, `/**\n * ${text}\n */`, `\n/* ${text} */\n`),
	);
const place = fc.nat({ max: 400 });
const comments = fc.array(fc.record({ at: place, text: fc.oneof(line, block) }), { maxLength: 5 });
const breaks = fc.array(
	fc.record({ at: place, text: fc.constantFrom('', ' ', '\n', '\n\n', '\n\t', '  ', '\n\n\n\t\t') }),
	{ maxLength: 4 },
);

const heads = [
	...[
		'',
		'',
		'',
		'',
		'\n',
		'\n\n',
		'// @ts-nocheck\n',
		'// @ts-check\n\n',
		"'use strict';\n",
		"'use server';\n\n",
	],
	...[
		'#!/usr/bin/env node\n',
		'#!/usr/bin/env node\n// @ts-nocheck\n\n',
		'/*! Licence: MIT */\n',
		'// a note\n',
	],
	...[
		'/*\n * Copyright 2026 Example\n * @license MIT\n */\n',
		'/* eslint-disable no-console */\n',
		'/** about */\n',
	],
	...[
		'// @ts-nocheck\n"use strict";\n',
		'// Copyright 2026\n\n// second\n',
		"/* one */ 'use strict'; // two\n",
	],
	...[
		"'use strict';\n'use server';\n",
		'// biome-ignore-all lint: x\n',
		'/* a\n */ /*! b */ // c\n',
		'// note\n\n',
		'/*! Licence */ ',
		'/*! a */ /* b\n */ ',
		'/* a */ /*! b */ /*\n*/',
	],
];

const many = <T>(common: T, ...rest: T[]) =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(common) }, { weight: 2, arbitrary: fc.constantFrom(...rest) });

export const dress: fc.Arbitrary<Dress> = fc.record({
	eol: many<Dress['eol']>('lf', 'crlf', 'mixed'),
	indent: many<Dress['indent']>('keep', '\t', '  ', '   ', '    ', 'mixed'),
	quote: many<Dress['quote']>('keep', "'", '"'),
	semicolons: many<Dress['semicolons']>('keep', 'strip'),
	trailingCommas: many<Dress['trailingCommas']>('keep', 'add', 'strip'),
	comments,
	breaks,
	head: fc.constantFrom(...heads),
	finalNewline: many<Dress['finalNewline']>('keep', 'none', 'two'),
	bom: many(false, true),
});

/**
 * Rewrites a text in another dress. A step after which the text would not parse, or would mean something else, is
 * left out: the result has the tokens and the nesting of the text.
 */
export function wear(path: string, text: string, how: Dress): string {
	if (dialectOf(path) === '') return finish(text, { ...how, head: '' });
	let reading = read(path, text);
	if (reading.errors > 0 || reading.tokens.length < 2) return finish(text, how);
	const shape = shapeOf(reading.file);
	const attempt = (change: (gaps: Pieces, at: Reading) => void): void => {
		const gaps = reading.tokens.map(({ gap, text: token }) => ({ gap, text: token }));
		change(gaps, reading);
		const next = read(path, join(gaps));
		// The parser lets a line break pass in front of an arrow; the language does not.
		const torn = next.tokens.some((token) => token.text === '=>' && token.gap.includes('\n'));
		if (next.errors === 0 && !torn && shapeOf(next.file) === shape && sameTokens(next, gaps)) reading = next;
	};
	if (how.quote !== 'keep') attempt((pieces) => requote(pieces, how.quote));
	if (how.semicolons === 'strip') attempt(stripSemicolons);
	if (how.trailingCommas !== 'keep') attempt((pieces, at) => commas(pieces, at, how.trailingCommas));
	if (how.indent !== 'keep') attempt((pieces) => reindent(pieces, how.indent));
	for (const { at, text: gap } of how.breaks)
		attempt((pieces) => {
			const piece = pieces[at % pieces.length];
			if (piece && piece.gap.trim() === '') piece.gap = gap;
		});
	for (const { at, text: comment } of how.comments)
		attempt((pieces) => {
			const piece = pieces[at % pieces.length];
			// Behind the shebang, which is the one thing that nothing may stand in front of.
			if (piece)
				piece.gap = at % 2 && !piece.gap.startsWith('#!') ? comment + piece.gap : piece.gap + comment;
		});
	return finish(reading.file.text, how);
}

type Pieces = { gap: string; text: string }[];

const join = (pieces: Pieces): string => pieces.map(({ gap, text }) => gap + text).join('');

const sameTokens = (reading: Reading, pieces: Pieces): boolean =>
	reading.tokens.map(({ text }) => text).join('') === pieces.map(({ text }) => text).join('');

function requote(pieces: Pieces, quote: string): void {
	for (const piece of pieces)
		if (/^(['"])[^'"\\]*\1$/.test(piece.text)) piece.text = quote + piece.text.slice(1, -1) + quote;
}

function stripSemicolons(pieces: Pieces): void {
	pieces.forEach((piece, index) => {
		const next = pieces[index + 1];
		if (piece.text === ';' && next && (next.text === '' || next.text === '}' || next.gap.includes('\n')))
			piece.text = '';
	});
}

function commas(pieces: Pieces, { tokens }: Reading, how: Dress['trailingCommas']): void {
	pieces.forEach((piece, index) => {
		const previous = pieces[index - 1];
		if (!previous || !/^[\])}]$/.test(piece.text) || !piece.gap.includes('\n')) return;
		if (tokens[index]?.kind === ts.SyntaxKind.TemplateTail) return;
		if (how === 'strip' && previous.text === ',') previous.text = '';
		if (how === 'add' && piece.text !== ')' && !/^[,;{}([]$/.test(previous.text)) previous.text += ',';
	});
}

function reindent(pieces: Pieces, indent: Dress['indent']): void {
	let turn = 0;
	const unit = () => (indent === 'mixed' ? (['\t', '  ', '    '][turn++ % 3] ?? '') : indent);
	for (const piece of pieces)
		piece.gap = piece.gap.replace(/\n([ \t]+)(?![ \t*])/g, (_, blanks: string) => {
			const level = blanks.split('\t').length - 1 + Math.ceil((blanks.split(' ').length - 1) / 4);
			return `\n${unit().repeat(level)}`;
		});
}

/** What concerns the whole text. */
function finish(text: string, how: Dress): string {
	let result = how.head + text;
	if (how.finalNewline === 'none') result = result.replace(/\s+$/, '');
	if (how.finalNewline === 'two') result = `${result.replace(/\s+$/, '')}\n\n`;
	if (how.eol === 'crlf') result = result.replace(/\r?\n/g, '\r\n');
	let count = 0;
	if (how.eol === 'mixed') result = result.replace(/\r?\n/g, () => (count++ % 3 === 1 ? '\r\n' : '\n'));
	return (how.bom ? '\uFEFF' : '') + result.replaceAll('\uFEFF', '');
}
