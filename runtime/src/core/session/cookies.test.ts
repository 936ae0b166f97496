import { describe, expect, test } from 'vitest';
import { readSessionCookies, writeSessionCookies } from './cookies.js';

const name = 'authjs.session-token';
const options = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: false };

describe('session cookie', () => {
	test('chunks are joined by number, not by name', () => {
		const header = Array.from(
			{ length: 12 },
			(_, index) => `${name}.${11 - index}=${(11 - index).toString(16)}`,
		);
		expect(readSessionCookies(header.join('; '), name).values).toEqual(['0123456789ab']);
	});
	test('a whole cookie comes before left-over chunks, and other cookies do not count', () => {
		const read = readSessionCookies(`${name}.0=old; ${name}=new; ${name}-x=no; ${name}.x=no`, name);
		expect(read).toEqual({ values: ['new', 'old'], names: [`${name}.0`, name] });
	});
	test('a long value is cut and put together again; what is left over is removed', () => {
		const value = 'x'.repeat(9000);
		const cookies = writeSessionCookies(name, value, options, [name]);
		expect(cookies.map((cookie) => [cookie.name, cookie.value.length, cookie.options.maxAge])).toEqual([
			[`${name}.0`, 3936, undefined],
			[`${name}.1`, 3936, undefined],
			[`${name}.2`, 1128, undefined],
			[name, 0, 0],
		]);
		const header = cookies.slice(0, 3).map((cookie) => `${cookie.name}=${cookie.value}`);
		expect(readSessionCookies(header.join('; '), name).values).toEqual([value]);
	});
});

test('of hundreds of pieces so many are named that an answer can clear them', () => {
	const header = Array.from({ length: 400 }, (_, index) => `s.${index}=x`).join('; ');
	expect(readSessionCookies(header, 's').names).toHaveLength(40);
});
