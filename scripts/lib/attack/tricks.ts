import fc from 'fast-check';
import type { Framework } from './table.ts';

type Trick = (target: string) => string;

/** One way to write a request target differently. Some lead to the same page in some server; most should not. */
export function tricks(framework: Framework, path: string, open: string): fc.Arbitrary<Trick> {
	const respelled = fc.tuple(fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }), spelling).map(
		([places, respell]): Trick =>
			(text) =>
				respellAt(text, places, respell),
	);
	const slash = fc.tuple(fc.nat({ max: 9 }), fc.constantFrom(...slashes)).map(
		([place, other]): Trick =>
			(text) =>
				replaceSlash(text, place, other),
	);
	const front = fc.constantFrom(...fronts[framework], ...fronts.any, `${open}/..`, `${open}/%2e%2e`).map(
		(start): Trick =>
			(text) =>
				start + text,
	);
	const end = fc.oneof(
		fc.constantFrom(...ends[framework]).map(
			(more): Trick =>
				(text) =>
					text + more,
		),
		fc.constantFrom(...ends.any).map(
			(more): Trick =>
				(text) =>
					text + more,
		),
	);
	const whole = fc.constantFrom<Trick>(
		(text) => text.toUpperCase(),
		(text) => text.replace(path, (part) => part.replace(/[^/]/g, hex)),
		(text) => text.slice(1),
		(text) => `${open}?${text}`,
		(text) => `${open}#${text}`,
	);
	return fc.oneof(
		{ weight: 5, arbitrary: respelled },
		{ weight: 2, arbitrary: slash },
		{ weight: 2, arbitrary: front },
		{ weight: 3, arbitrary: end },
		{ weight: 1, arbitrary: whole },
	);
}

const hex = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');

/** What may stand for one character of a path. */
const spelling = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.constantFrom<Trick>(
			(character) => hex(character),
			(character) => hex(character).toUpperCase(),
			(character) => character.toUpperCase(),
			(character) => hex(character.toUpperCase()),
		),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom<Trick>(
			(character) => hex(character).replaceAll('%', '%25'),
			overlong,
			(character) => hex(String.fromCodePoint(character.charCodeAt(0) + 0xfee0)),
			(character) => `%u00${hex(character).slice(1)}`,
			(character) => `&#${character.charCodeAt(0)};`,
		),
	},
);

/** UTF-8 of two bytes where one would do. Old decoders took it. */
function overlong(character: string): string {
	const code = character.charCodeAt(0);
	return `%${(0xc0 | (code >> 6)).toString(16)}%${(0x80 | (code & 63)).toString(16)}`;
}

const slashes = [
	...['//', '/./', '/%2e/', '/x/../', '/x/%2e%2e/', '\\', '%2f', '%5c'],
	...['%252f', '/;/', '/.;/', '/%20/', '/\0'],
];

const fronts: Record<Framework | 'any', readonly string[]> = {
	any: [
		...['/', '//', '/.', '/..', '/%2e', '/%2f', '/\\', '\\', '/;', '/x/..', '/%20', '/%00', '/index.html/..'],
		...['http://evil.example', 'https://127.0.0.1', '//evil.example', 'http://evil.example:80@127.0.0.1'],
	],
	sveltekit: ['/_app/..', '/_app/routes', '/_app/remote/..', '/auth/..'],
	'solid-start': ['/_server/..', '/_server', '/_build/..', '/api/auth/..', '/_server%2f..'],
};

const ends: Record<Framework | 'any', readonly string[]> = {
	any: [
		...[
			'/',
			'//',
			'.',
			'/.',
			'/..',
			'/./',
			';x=1',
			';',
			'%00',
			'%20',
			'%09',
			'%2f',
			'%5c',
			'~',
			'+',
			'*',
			':',
			'@',
		],
		...['.html', '.json', '/index', '/index.html', '#x', '%23', '%3f', '%', '%ff', '%c0%af', '%E0%A4%A'],
	],
	sveltekit: [
		...['/__data.json', '/__data.json?x-sveltekit-invalidated=01', '.html__data.json', '__data.json'],
		...['/__route.js', '/+page', '/%5f_data.json', '/__data.json/'],
	],
	'solid-start': ['/_server', '/_server/', '.tsx', '/index.tsx', '(', '/(', '/[...404]', '/_build'],
};

/** Letters and digits only, and none of an escape: the rest has tricks of its own. */
function respellAt(text: string, places: readonly number[], respell: Trick): string {
	const letters = [...text.matchAll(/(?<!%[0-9a-f]?)[a-z0-9]/gi)].map(({ index }) => index);
	const chosen = new Set(places.map((place) => letters[place % Math.max(letters.length, 1)]));
	return text
		.split('')
		.map((character, index) => (chosen.has(index) ? respell(character) : character))
		.join('');
}

function replaceSlash(text: string, place: number, other: string): string {
	const found = [...text.matchAll(/\//g)].map(({ index }) => index);
	const at = found[place % Math.max(found.length, 1)];
	return at === undefined ? other + text : text.slice(0, at) + other + text.slice(at + 1);
}
