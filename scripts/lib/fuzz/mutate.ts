import type { Random } from './random.ts';

/** What readers stumble over: separators, blanks of all kinds, halves of characters, names of objects' own things. */
const odd = [
	...[
		'',
		' ',
		'\t',
		'\n',
		'\r\n',
		'\r',
		'\0',
		'\u000b',
		'\u0085',
		'\u00a0',
		'\u2028',
		'\ufeff',
		'\ud800',
		'\udc00',
	],
	...[
		'"',
		"'",
		'`',
		'\\',
		'/',
		'//',
		'..',
		'.',
		';',
		',',
		'=',
		'&',
		'%',
		'%00',
		'%2f',
		'%25',
		'%zz',
		'+',
		'#',
		'?',
		'@',
		':',
	],
	...['[', ']', '(', ')', '{', '}', '<', '>', '$', '${', '*', '|', '-', '_', '~', '^', '!'],
	...['__proto__', 'constructor', 'prototype', 'toString', 'null', 'undefined', 'NaN', '1e999', '-0', 'true'],
	...['é', 'İ', 'ß', '\u202e', '\u200b', '👩‍💻', 'ﬀ', '\uff0f', '\u2044'],
];

type Mutation = (text: string, random: Random, others: readonly string[], words: readonly string[]) => string;

const splice = (text: string, start: number, end: number, middle: string): string =>
	text.slice(0, start) + middle + text.slice(end);

/** Two places of a text, in order. */
function stretch(text: string, random: Random): [start: number, end: number] {
	const start = random.below(text.length + 1);
	return [start, Math.min(text.length, start + 1 + random.small(16))];
}

const mutations: readonly Mutation[] = [
	(text, random) => splice(text, ...stretch(text, random), ''),
	(text, random) => splice(text, ...stretch(text, random), random.pick(odd)),
	(text, random, _, words) => {
		const at = random.below(text.length + 1);
		return splice(text, at, at, random.pick(words));
	},
	(text, random, _, words) => splice(text, ...stretch(text, random), random.pick(words)),
	(text, random) => {
		const at = random.below(text.length + 1);
		return splice(text, at, at, random.pick(odd));
	},
	(text, random) => {
		const [start, end] = stretch(text, random);
		return splice(text, end, end, text.slice(start, end).repeat(1 + random.small(8)));
	},
	(text, random) => {
		const at = random.below(text.length + 1);
		return splice(
			text,
			at,
			at + 1,
			String.fromCharCode(random.next() < 0.7 ? random.below(128) : random.below(65536)),
		);
	},
	(text, random) => {
		const [start, end] = stretch(text, random);
		const hex = [...Buffer.from(text.slice(start, end))].map(
			(byte) => `%${byte.toString(16).padStart(2, '0')}`,
		);
		return splice(text, start, end, hex.join(''));
	},
	(text, random) => {
		const [start, end] = stretch(text, random);
		const part = text.slice(start, end);
		return splice(text, start, end, part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase());
	},
	(text, random, others) => {
		const other = random.pick(others);
		const [start, end] = stretch(other, random);
		return splice(
			text,
			...stretch(text, random),
			other.slice(start, random.next() < 0.5 ? end : other.length),
		);
	},
];

/** Longer inputs find nothing that shorter ones do not; growth has tests of its own. */
const longest = 4000;

/** A text that differs in a few places. */
export function mutate(
	text: string,
	random: Random,
	{ others, words }: { others: readonly string[]; words: readonly string[] },
): string {
	let mutated = text;
	for (let times = 1 + random.small(5); times > 0; times--)
		mutated = random.pick(mutations)(mutated, random, others, words.length > 0 ? words : odd);
	return mutated.slice(0, longest);
}
