import { expect, test } from 'vitest';
import { leaksIn } from './leaks.ts';

const secret = 'behind "the" painting/é';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const find = (body: string) => leaksIn({ body, raw: '' }, ['something-else', secret]);

test.each([
	['as it is', `<p>${secret}</p>`],
	['in JSON', JSON.stringify({ secret })],
	['in JSON, escaped', `"behind \\u0022the\\u0022 painting\\/\\u00e9"`],
	['in a script', `x = "behind \\x22the\\x22 painting/\\u{e9}"`],
	['percent-encoded', encodeURIComponent(secret)],
	['percent-encoded, all of it', [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')],
	['with HTML entities', 'behind &#34;the&#x22; painting/&#233;'],
	['cut by markup', `behind <b>"the"</b> pain<!-- -->ting/é`],
	['in base64', base64(secret)],
	['in base64, one byte behind', base64(`x${secret}y`)],
	['in base64, two bytes behind', base64(`xy${secret}`)],
	['in base64 for URLs', Buffer.from(`{"a":"${secret}"}`).toString('base64url')],
])('finds a secret %s', (_, body) => {
	expect(find(body)).toEqual([secret]);
});

test('finds a secret in a header', () => {
	const raw = `HTTP/1.1 302 Found\r\nset-cookie: flash=${encodeURIComponent(secret)}\r\n\r\n`;
	expect(leaksIn({ body: '', raw }, [secret])).toEqual([secret]);
});

test.each([
	'',
	'<p>behind the painting</p>',
	base64('behind "the"'),
	'%',
	'&#99999999;',
	'\\u{ffffff}',
	'%ff%fe',
])('finds nothing in %j', (body) => {
	expect(find(body)).toEqual([]);
});
