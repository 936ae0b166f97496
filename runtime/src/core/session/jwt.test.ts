import type { JWT } from '@auth/core/jwt';
import { expect, test } from 'vitest';
import { resolveConfig } from '../config/index.js';
import { isUnkept } from '../provider-tokens/unkept.js';
import { cookieName, secret, token } from '../testing/fixtures.test.helper.js';
import { readSession } from './index.js';
import { readToken } from './jwt.js';

type JwtCallback = (params: { token: JWT }) => JWT | null;

const resolve = (jwt?: JwtCallback) =>
	resolveConfig(
		{ providers: [], secret, trustHost: true, ...(jwt && { callbacks: { jwt: jwt as never } }) },
		{ url: new URL('http://localhost:3000/'), headers: new Headers() },
	);
const cookieOf = async (claims: JWT = {}) => `${cookieName}=${await token(claims)}`;

test('the token of a request is what the jwt callback made of it, once the session was read', async () => {
	const resolved = resolve(({ token }) => ({ ...token, access_token: 'new' }));
	const cookie = await cookieOf({ access_token: 'old' });
	expect(await readToken(resolved, cookie)).toMatchObject({ access_token: 'old' });
	await readSession(resolved, cookie, () => true);
	expect(await readToken(resolved, cookie)).toMatchObject({ access_token: 'new' });
	// Another cookie, as after a sign-in in the same request, and another request.
	expect(await readToken(resolved, await cookieOf({ access_token: 'other' }))).toMatchObject({
		access_token: 'other',
	});
	expect(await readToken(resolve(), cookie)).toMatchObject({ access_token: 'old' });
});

test('it is the caller’s own', async () => {
	const resolved = resolve();
	const cookie = await cookieOf();
	await readSession(resolved, cookie, () => true);
	const first = await readToken(resolved, cookie);
	if (first) first.sub = 'changed';
	expect((await readToken(resolved, cookie))?.sub).not.toBe('changed');
});

test('a session that the callback ended has no token any more', async () => {
	const resolved = resolve(() => null);
	const cookie = await cookieOf({ access_token: 'old' });
	expect((await readSession(resolved, cookie, () => true)).session).toBeNull();
	expect(await readToken(resolved, cookie)).toBeNull();
	// In a request that has not asked, nobody has ended it.
	expect(
		await readToken(
			resolve(() => null),
			cookie,
		),
	).toMatchObject({ access_token: 'old' });
});

test('a callback can tell whether what it returns will be kept', async () => {
	const told: boolean[] = [];
	const resolved = resolve(({ token }) => {
		told.push(isUnkept(token));
		return token;
	});
	const cookie = await cookieOf();
	for (const open of [true, false]) await readSession(resolved, cookie, () => open);
	const read = await readToken(resolve(), cookie);
	expect([...told, read && isUnkept(read)]).toEqual([false, true, true]);
});
