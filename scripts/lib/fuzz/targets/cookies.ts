import {
	cookiePairs,
	parseCookies,
	serializeCookie,
	withCookies,
} from '../../../../runtime/src/core/http/cookies.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const names = [
	'authjs.session-token',
	'__Secure-authjs.session-token.0',
	'__Host-authjs.csrf-token',
	'a',
	'__proto__',
];
const values = [
	'eyJhbGciOiJkaXIifQ..x.y.z',
	'"quoted"',
	'a%20b',
	'%',
	'%zz',
	'',
	'a=b=c',
	'"',
	'""',
	'%22',
	'ü',
];

/** Another way of reading: by expressions, a pair at a time, as RFC 6265 and the core's own reader do it. */
function second(header: string): Map<string, string> {
	const found = new Map<string, string>();
	for (const pair of header.split(';')) {
		const [, name, value] = /^[ \t]*([^=]*?)[ \t]*=[ \t]*([\s\S]*?)[ \t]*$/.exec(pair) ?? [];
		if (name === undefined || value === undefined || found.has(name)) continue;
		const inner = /^"(.*)"$/.exec(value)?.[1] ?? value;
		found.set(name, decoded(inner));
	}
	return found;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The reader of the Cookie header, and the writer of cookies. */
export const cookies = (read: (header: string) => Map<string, string> = parseCookies): Target => ({
	name: 'cookies',
	words: [...names, ...values, '; ', ';', '=', ' = ', '\t'],
	source: ['/runtime/src/core/http/cookies.ts'],
	short: 1500,
	make: (random: Random) =>
		Array.from({ length: 1 + random.small(6) }, () => `${random.pick(names)}=${random.pick(values)}`).join(
			random.pick(['; ', ';', ' ;', ';;']),
		),
	check(input) {
		const found = read(input);
		must(same(found, second(input)), 'the header is read as by another reader', [...found]);
		const pairs = cookiePairs(input);
		for (const [name, value] of found)
			must(pairs.find(([other]) => other === name)?.[1] === value, 'of two cookies the first counts', name);
		if (!input.isWellFormed()) return;
		const line = serializeCookie({ name: 'a', value: input, options: { path: '/' } });
		must(/^a=[^;,\s"\\]*; Path=\/$/.test(line), 'a value never ends its cookie', line);
		must(read(line).get('a') === input, 'what is written is read back', line);
		const written = new Map([['authjs.session-token', input]]);
		const next = read(withCookies(input, written) ?? '').get('authjs.session-token');
		must((next ?? '') === input, 'what a response sets is what the next request has', next);
	},
});

const same = (one: Map<string, string>, other: Map<string, string>): boolean =>
	one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
