import { sessionCookie } from './tokens.ts';

/** What a shape changes about a request. */
export interface Shaped {
	/** Put behind the path. */
	path?: string;
	query?: string;
	headers?: Record<string, string>;
	cookie?: string;
	/** Sent by POST; others get what they usually get. */
	body?: string;
	type?: string;
}

export type Shape = (size: number) => Shaped;

const form = 'application/x-www-form-urlencoded';

const times = (count: number, piece: (index: number) => string, between = '&') =>
	Array.from({ length: Math.floor(count) }, (_, index) => piece(index)).join(between);
const repeat = (text: string, size: number) => text.repeat(Math.floor(size / text.length));

const ofForm =
	(make: (size: number) => string): Shape =>
	(size) => ({ body: make(size), type: form });
const ofJson =
	(make: (size: number) => string): Shape =>
	(size) => ({ body: make(size), type: 'application/json' });
const ofCookie =
	(make: (size: number) => string): Shape =>
	(size) => ({ cookie: make(size) });
const ofHeader =
	(names: string[], make: (size: number) => string): Shape =>
	(size) => ({ headers: Object.fromEntries(names.map((name) => [name, make(size)])) });
const ofQuery =
	(make: (size: number) => string): Shape =>
	(size) => ({ query: make(size) });
const ofPath =
	(make: (size: number) => string): Shape =>
	(size) => ({ path: make(size) });
const multipart =
	(make: (size: number) => string): Shape =>
	(size) => ({
		body: make(size),
		type: 'multipart/form-data; boundary=b',
	});

const part = (name: string, value: string) =>
	`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
/** Names that `Object.assign` and its like trip over, in turn. */
const poison = (index: number) => ['__proto__', 'constructor', 'prototype'][index % 3] as string;
/** Names that the runtime or the core look at. */
const known = (index: number) =>
	[
		'callbackUrl',
		'redirectTo',
		'csrfToken',
		'providerId',
		'email',
		'error',
		'code',
		'state',
		'authorizationParams',
	][index % 9] as string;

/** Bodies: up to a megabyte, in fields up to what is read, and beyond. */
const bodies: Record<string, Shape> = {
	'as many fields as are read': ofForm((size) => times(size / 1024, (index) => `f${index}=x`)),
	'more fields than are read': ofForm((size) => times(size / 4, (index) => `f${index}=x`)),
	'one huge field': ofForm((size) => `password=${repeat('x', size)}`),
	'a huge target': ofForm(
		(size) => `callbackUrl=/${repeat('a/', size)}&redirectTo=/${repeat('?', size / 2)}`,
	),
	'fields named __proto__': ofForm((size) => times(size / 2048, (index) => `${poison(index)}=x&f${index}=x`)),
	'fields of one known name': ofForm((size) => times(size / 1024, (index) => `${known(index)}=${index}`)),
	'percent escapes': ofForm(
		(size) => `email=${repeat('%41', size)}&password=${repeat('%E0%A4%A', size / 4)}`,
	),
	'an address of @': ofForm((size) => `email=${repeat('a@', size)}&providerId=letters`),
	'parameters for the provider': ofForm(
		(size) =>
			`providerId=github&authorizationParams=${encodeURIComponent(times(size / 32, (index) => `p${index}=x`))}`,
	),
	'nothing but separators': ofForm((size) => repeat('&=', size)),
	'deep JSON': ofJson((size) => `{"data":${'['.repeat(size / 256)}${']'.repeat(size / 256)}}`),
	'JSON with many keys': ofJson((size) => `{"data":{${times(size / 64, (index) => `"k${index}":1`, ',')}}}`),
	'JSON with many members': ofJson((size) => `{${times(size / 1024, (index) => `"k${index}":1`, ',')}}`),
	'JSON of __proto__': ofJson((size) => `{${times(size / 64, (index) => `"${poison(index)}":{}`, ',')}}`),
	'JSON that ends too early': ofJson((size) => repeat('{"a":', size)),
	'many parts': multipart((size) => `${times(size / 1024, (index) => part(`f${index}`, 'x'), '')}--b--\r\n`),
	'parts without an end': multipart((size) => times(size / 64, (index) => part(`f${index}`, 'x'), '')),
	'boundaries and nothing else': multipart((size) => repeat('--b\r\n', size)),
	'almost boundaries': multipart((size) => `${part('a', repeat('\r\n--', size))}--b--\r\n`),
};

/** Headers, queries and paths: servers take some kilobytes of these, and some take more when they are told to. */
const heads: Record<string, Shape> = {
	'many cookies': ofCookie((size) => times(size / 8, (index) => `c${index}=1`, '; ')),
	'many cookies of one name': ofCookie((size) =>
		times(size / 24, (index) => `${sessionCookie}=a${index}`, '; '),
	),
	'many pieces of a session': ofCookie((size) =>
		times(size / 32, (index) => `${sessionCookie}.${index}=a`, '; '),
	),
	'pieces with gaps': ofCookie((size) =>
		times(size / 32, (index) => `${sessionCookie}.${(index * 7) % 1000}=a`, '; '),
	),
	'the same piece again and again': ofCookie((size) => times(size / 24, () => `${sessionCookie}.0=ab`, '; ')),
	'many beginnings of sessions': ofCookie((size) =>
		times(size / 48, (index) => `${sessionCookie}.0=a${index}; ${sessionCookie}.1=b${index}`, '; '),
	),
	'names that begin like the session': ofCookie((size) =>
		times(size / 32, (index) => `${sessionCookie}-${index}=a`, '; '),
	),
	'targets in cookies': ofCookie((size) =>
		times(size / 32, (index) => `authjs.callback-url=http://a${index}`, '; '),
	),
	'a giant session cookie': ofCookie((size) => `${sessionCookie}=${repeat('a', size)}`),
	'a token of dots': ofCookie((size) => `${sessionCookie}=${repeat('.', size)}`),
	'a token of dots in quotes': ofCookie((size) => `${sessionCookie}="${repeat('"."', size)}"`),
	'separators of cookies': ofCookie((size) => repeat(';', size)),
	'blanks in cookies': ofCookie((size) => `${repeat(' ', size / 2)}x = ${repeat(' \t', size / 2)};`),
	'escapes in cookies': ofCookie(
		(size) => `${sessionCookie}=${repeat('%41', size)}; x=${repeat('%E0%A4', size)}`,
	),
	'equal signs in cookies': ofCookie((size) => repeat('a==;', size)),
	'a csrf cookie of bars': ofCookie((size) => `authjs.csrf-token=${repeat('|', size)}`),
	'a giant query': ofQuery((size) => repeat('a', size)),
	'many parameters': ofQuery((size) => times(size / 8, (index) => `p${index}=x`)),
	'parameters for the authorization': ofQuery((size) =>
		times(size / 16, (index) => `login_hint${index % 99}=${index}`),
	),
	'parameters of known names': ofQuery((size) => times(size / 16, (index) => `${known(index)}=${index}`)),
	'parameters that look like actions': ofQuery((size) =>
		times(size / 16, (index) => `/a${index}=&x-sveltekit-b${index}`),
	),
	'a giant target': ofQuery(
		(size) => `callbackUrl=${repeat('/a', 3 * size)}&redirectTo=${repeat('%2f', 3 * size)}`,
	),
	'escapes in the query': ofQuery((size) => repeat('%25', size)),
	'a giant path': ofPath((size) => `/${repeat('a', size)}`),
	'a path of many segments': ofPath((size) => repeat('/a', size)),
	'a path of slashes': ofPath((size) => repeat('/', size)),
	'a path of dots': ofPath((size) => repeat('/.a/..b', size)),
	'a path of encoded slashes': ofPath((size) => repeat('/%2f', size)),
	'a path that is encoded many times': ofPath((size) => `/${repeat('%2525252525', size)}`),
	'a path that cannot be decoded': ofPath((size) => repeat('/%ff', size)),
	'lists in headers of proxies': ofHeader(
		['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for', 'forwarded'],
		(size) => times(size / 8, (index) => `host${index}`, ', '),
	),
	'a giant forwarded host': ofHeader(['x-forwarded-host'], (size) => repeat('a.', size)),
	'lists of types': ofHeader(['accept', 'accept-language'], (size) =>
		times(size / 16, (index) => `text/x${index};q=0.1`, ','),
	),
	'giant origins': ofHeader(['origin', 'referer', 'host'], (size) => `http://${repeat('a.', size)}`),
	'giant words of frameworks': ofHeader(
		[
			'x-server-id',
			'x-server-instance',
			'x-sveltekit-action',
			'x-auth-return-redirect',
			'sec-fetch-site',
			'sec-fetch-dest',
		],
		(size) => repeat('#a', size),
	),
	'a giant content type': ofHeader(
		['content-type'],
		(size) => `multipart/form-data; ${repeat('boundary=', size)}`,
	),
	'a giant authorization': ofHeader(
		['authorization', 'user-agent'],
		(size) => `Bearer ${repeat('a.', size)}`,
	),
};

/** Those that are read to the end quickly: the largest body that is read. Of the others a part of that shows as much. */
const whole = new Set([
	...['as many fields as are read', 'one huge field', 'fields named __proto__', 'fields of one known name'],
	...['JSON with many members', 'many parts'],
]);

/** Every shape with the size of its larger form in bytes: of a body, or of a head as large as Node.js takes it. */
export const shapes: [title: string, shape: Shape, size: number][] = [
	...Object.entries(bodies).map(([title, shape]): [string, Shape, number] => [
		title,
		shape,
		whole.has(title) ? 1_000_000 : 64_000,
	]),
	...Object.entries(heads).map(([title, shape]): [string, Shape, number] => [title, shape, 16_000]),
];
