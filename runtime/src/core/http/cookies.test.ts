import { describe, expect, test } from 'vitest';
import type { SetCookie } from '../types.js';
import { clearCookies, noteCookies, parseCookies, serializeCookie, withCookies } from './cookies.js';

const options = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: false };
const jar = (header: string) => parseCookies(header);

describe('parseCookies', () => {
	test('decodes, unquotes, keeps the first and survives rubbish', () => {
		const cookies = jar('a=1; b="x y"; a=2; c=%zz; =; lonely; d=%20');
		expect(Object.fromEntries(cookies)).toMatchObject({ a: '1', b: 'x y', c: '%zz', d: ' ' });
	});
	test('no header', () => {
		expect(parseCookies(null).size).toBe(0);
	});
});

test('serializeCookie', () => {
	const expires = new Date('2030-01-02T03:04:05Z');
	expect(serializeCookie({ name: 'a', value: 'x;y', options: { ...options, expires, secure: true } })).toBe(
		'a=x%3By; Path=/; Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly; Secure; SameSite=Lax',
	);
	const [cleared] = clearCookies(['a'], { ...options, expires });
	expect(serializeCookie(cleared as NonNullable<typeof cleared>)).toBe(
		'a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
	);
});

describe('what a response does to cookies', () => {
	const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
	test.each<[string, SetCookie, string]>([
		['a value', { name: 'a', value: '1', options: {} }, '1'],
		['a value with a time', { name: 'a', value: '1', options: { maxAge: 1 } }, '1'],
		['a value with a date', { name: 'a', value: '1', options: { expires: future } }, '1'],
		['no value', { name: 'a', value: '', options: { maxAge: 60 } }, ''],
		['no time left', { name: 'a', value: '1', options: { maxAge: 0 } }, ''],
		['less than none', { name: 'a', value: '1', options: { maxAge: -1 } }, ''],
		['a date that is over', { name: 'a', value: '1', options: { expires: past } }, ''],
	])('%s', (_, cookie, value) => {
		const written = new Map([['a', 'before']]);
		noteCookies(written, [cookie]);
		expect(written).toEqual(new Map([['a', value]]));
	});

	test('the next request has what was written, without what was removed', () => {
		const written = new Map([
			['b', ''],
			['c', 'ä 3'],
			['d', '4'],
		]);
		expect(withCookies('a=1; b=2; c=3', written)).toBe('a=1; c=%C3%A4%203; d=4');
		expect(withCookies(null, written)).toBe('c=%C3%A4%203; d=4');
	});
	test('where nothing was written, the header stays as it is', () => {
		expect(withCookies('a=%41;  b', new Map())).toBe('a=%41;  b');
		expect(withCookies(null, new Map())).toBeNull();
	});
});
