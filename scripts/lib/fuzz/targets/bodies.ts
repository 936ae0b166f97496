import { readBody } from '../../../../runtime/src/core/http/body.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const boundary = 'x0x';
const types = [
	'application/x-www-form-urlencoded',
	'application/json',
	`multipart/form-data; boundary=${boundary}`,
];
const names = ['csrfToken', 'callbackUrl', '__proto__', 'constructor', 'email', '__proto__[isAdmin]', 'data'];
const values = [
	'a',
	'',
	'https://evil.example',
	'%00',
	'{"__proto__":{"isAdmin":true}}',
	'[]',
	'ü',
	'\r\n--x0x',
];

type Read = typeof readBody;

/** The reader of forms and JSON. The first line of an input is the type, the rest the body. */
export const bodies = (read: Read = readBody): Target => ({
	name: 'bodies',
	words: [
		...types,
		...names,
		...values,
		'&',
		'=',
		'--x0x\r\n',
		'--x0x--',
		'content-disposition: form-data; name="a"\r\n\r\n',
		'{"a":',
		'}',
		'\\u005f\\u005fproto__',
	],
	source: ['/runtime/src/core/http/body.ts'],
	short: 600,
	make(random: Random) {
		const type = random.pick(types);
		const pairs = Array.from({ length: random.small(8) }, () => [random.pick(names), random.pick(values)]);
		if (type === types[1])
			return `${type}\n{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
		if (type === types[0])
			return `${type}\n${pairs.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
		const parts = pairs.map(
			([name, value]) =>
				`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		);
		return `${type}\n${parts.join('')}--${boundary}--\r\n`;
	},
	async check(input) {
		const [, type = '', text = ''] = /^([^\n]*)\n?([\s\S]*)$/.exec(input) ?? [];
		const request = requestOf(type, text);
		if (!request) return;
		const body = await read(request);
		must(({} as { isAdmin?: unknown }).isAdmin === undefined, 'no prototype is changed');
		if (body === null) return;
		const prototype = Object.getPrototypeOf(body.fields);
		must(prototype === Object.prototype || prototype === Array.prototype, 'the fields are a plain object');
		const own = Object.keys(body.fields);
		must(
			!own.some((name) => ['__proto__', 'constructor', 'prototype'].includes(name)),
			'no field reaches a prototype',
			own,
		);
		must(own.length <= 1000, 'the number of fields is bounded', own.length);
		must(!hasPoison(body.fields), 'no member within reaches a prototype', body.fields);
		if (body.type.includes('json'))
			must(
				JSON.stringify(JSON.parse(body.text)) === JSON.stringify(body.fields),
				'text and fields say the same',
				body,
			);
		else {
			const again = Object.fromEntries(new URLSearchParams(body.text));
			must(JSON.stringify(again) === JSON.stringify(body.fields), 'text and fields say the same', body);
		}
	},
});

/** Undefined where no server would hand such a request on. */
function requestOf(type: string, body: string): Request | undefined {
	try {
		return new Request('https://app.example/', { method: 'POST', headers: { 'content-type': type }, body });
	} catch {
		return undefined;
	}
}

function hasPoison(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(value, name)) ||
		Object.values(value).some(hasPoison)
	);
}
