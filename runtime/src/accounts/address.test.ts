import { expect, test } from 'vitest';
import { accountAddress, personName } from './address.js';

test.each(['ada@example.com', 'ADA@EXAMPLE.COM', 'ada@example.com ', 'ada@ｅxample.com', ' Ada@Example.com'])(
	'%j is the same address',
	(typed) => expect(accountAddress(typed)).toBe('ada@example.com'),
);

test.each([
	...['"a"@b', 'a@b@c', 'a@b\r\nBcc:x@y', '', 'ada', '@example.com', 'Ada <ada@example.com>', undefined],
	`${'a'.repeat(65)}@example.com`,
	`ada@${'e'.repeat(250)}.com`,
])('%j is none', (typed) => expect(accountAddress(typed)).toBeNull());

test.each(['Ada', 'Ada Lovelace', '李小龙', 'O’Brien', '<b>', 'Зоя', 'עדה', '👩‍🚀 Ada'])(
	'%j is a name',
	(typed) => expect(personName(` ${typed} `)).toBe(typed),
);

test('no name is fine', () =>
	expect([personName(''), personName('  '), personName(undefined)]).toEqual([null, null, null]));

test.each([
	'a'.repeat(61),
	'a'.repeat(10_000),
	'Win at https://spam.example',
	'x\r\nBcc: y',
	'www.spam.example',
	'a://b',
])('%j is no name', (typed) => expect(personName(typed)).toBeUndefined());
