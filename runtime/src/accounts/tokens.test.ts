import { expect, test } from 'vitest';
import { makeToken, readToken } from './tokens.js';

test('a token is read again with what is in it', async () => {
	const payload = { name: 'Zoë 李', redirectTo: '/tea?x=1' };
	const { token, hash } = await makeToken('signup', payload);
	expect(await readToken('signup', token)).toEqual({ hash, payload });
	expect(token).not.toContain(hash);
});

test('for another purpose it is another one, and no two are alike', async () => {
	const { token, hash } = await makeToken('reset');
	expect((await readToken('signup', token))?.hash).not.toBe(hash);
	expect((await makeToken('reset')).hash).not.toBe(hash);
});

test('what is in it cannot be changed', async () => {
	const { token, hash } = await makeToken('email', { from: 'ada@example.com', to: 'ada@other.example' });
	const [random] = token.split('.');
	const forged = `${random}.${btoa(JSON.stringify({ from: 'ada@example.com', to: 'eve@example.com' })).replace(/=+$/, '')}`;
	expect((await readToken('email', forged))?.hash).not.toBe(hash);
	expect((await readToken('email', random))?.hash).not.toBe(hash);
});

test.each([
	'',
	'x',
	undefined,
	42,
	'a'.repeat(43).concat('.%'),
	`${'a'.repeat(43)}.e30x`,
	`${'a'.repeat(3000)}`,
	'é'.repeat(43),
])('%j is none', async (token) => expect(await readToken('reset', token)).toBeNull());
