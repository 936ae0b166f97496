import { expect, test } from 'vitest';
import { cookiesOf, makeAuth, makeEvent, page } from '../../sveltekit/testing/fixtures.test.helper.js';

test('a session cookie bound to its host by name: set, read and taken away', async () => {
	const name = '__Host-authjs.session-token';
	const env = { AUTH_SECRET: 'x'.repeat(32), AUTH_URL: 'https://app.example' };
	const { handle } = makeAuth({ env, cookies: { sessionToken: { name } } });
	const headers = { origin: 'https://app.example' };
	const form = { username: 'ada', password: 'secret' };
	const signedIn = await handle({
		event: makeEvent('/auth/signin/credentials', { form, headers }),
		resolve: page,
	});
	const line = signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith(name)) ?? '';
	// What browsers ask of such a name.
	expect(line).toMatch(/; Path=\/;.*; Secure/i);
	expect(line).not.toMatch(/Domain/i);

	const cookies = { [name]: String(cookiesOf(signedIn)[name]) };
	const read = await handle({ event: makeEvent('/', { cookies }), resolve: page });
	expect(await read.json()).toMatchObject({ user: { name: 'ada' } });
	const planted = await handle({
		event: makeEvent('/', { cookies: { '__Secure-authjs.session-token': cookies[name] ?? '' } }),
		resolve: page,
	});
	expect(await planted.json()).toBeNull();
	const signedOut = await handle({
		event: makeEvent('/auth/signout', { form: {}, headers, cookies }),
		resolve: page,
	});
	expect(cookiesOf(signedOut)[name]).toBe('');
});
