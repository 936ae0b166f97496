import { expect, test } from 'vitest';
import type { Resolved } from '../types.js';
import { chooseSession } from './choose.js';
import { readSessionCookies } from './cookies.js';

/** Tokens are `person@time`; all others are worthless. */
function resolved(domain?: string) {
	const asked: string[] = [];
	const read = async (token: string) => {
		asked.push(token);
		const [, iat] = /^\w+@(\d+)$/.exec(token) ?? [];
		if (!iat) throw new Error('worthless');
		return iat === '0' ? {} : { iat: Number(iat) };
	};
	const sessionCookie = { name: 's', options: { path: '/', ...(domain && { domain }) } };
	return { resolved: { strategy: 'jwt', tokens: { read }, sessionCookie } as unknown as Resolved, asked };
}

test.each<[title: string, values: string[], first: string, newest: string]>([
	['none', [], '', ''],
	['one, whatever it is', ['x'], 'x', 'x'],
	['none that is good', ['x', 'y'], 'x', 'x'],
	['a bad one first', ['x', 'a@5'], 'a@5', 'a@5'],
	['the older first', ['a@5', 'b@6'], 'a@5', 'b@6'],
	['the newer first', ['b@6', 'a@5'], 'b@6', 'b@6'],
	['of one second', ['a@5', 'b@5'], 'a@5', 'b@5'],
	['without a date', ['a@0', 'b@0', 'x'], 'a@0', 'b@0'],
	['in a crowd', ['1', '2', '3', '4', '5', '6', 'a@5'], 'a@5', 'a@5'],
	['in the middle of a crowd', ['1', '2', 'a@5', '4', '5', '6'], '1', '1'],
])('%s', async (_, values, first, newest) => {
	expect(await chooseSession(resolved().resolved, values)).toBe(first);
	const wide = resolved('example.com');
	expect(await chooseSession(wide.resolved, values)).toBe(newest);
	expect(wide.asked.length).toBeLessThanOrEqual(5);
});

test('one is not even looked at', async () => {
	const { resolved: one, asked } = resolved();
	await chooseSession(one, ['a@5']);
	expect(asked).toEqual([]);
});

test.each<[title: string, header: string, values: string[]]>([
	['one after the other', 's.0=a; s.1=b; s.0=c; s.1=d; s.2=e', ['abe', 'ab', 'cde']],
	['of which the second has grown later', 's.0=a; s.0=c; s.1=d; s.1=b', ['ad', 'a', 'cd', 'b', 'cb']],
	['beside whole ones', 's.0=a; s=x; s.1=b; s=y', ['x', 'y', 'ab']],
	['that are the same', 's.0=a; s.1=b; s.0=a; s.1=b', ['ab']],
	['that are empty', 's=; s.0=; s.1=', []],
])('pieces, %s', (_, header, values) => {
	expect(readSessionCookies(header, 's').values).toEqual(values);
});
