import GitHub from '@auth/core/providers/github';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { describe, expect, test } from 'vitest';
import { fakeProvider } from './fake-provider.js';
import { ada, cookieHeader, integrations, makeConfig, origin, startSignIn } from './fixtures.test.helper.js';
import { createSessionCookie, signedInRequest } from './session-cookie.js';

const providers = [GitHub({ clientId: 'id', clientSecret: 'x' })];

/** A database in memory with the tables of the drizzle adapter. */
async function makeDatabase() {
	const client = createClient({ url: ':memory:' });
	await client.executeMultiple(`
		create table user (id text primary key, name text, email text unique, emailVerified integer, image text);
		create table account (userId text, type text, provider text, providerAccountId text, refresh_token text,
			access_token text, expires_at integer, token_type text, scope text, id_token text, session_state text);
		create table session (sessionToken text primary key, userId text, expires integer);`);
	const rows = async (table: string) => (await client.execute(`select * from ${table}`)).rows;
	return { adapter: DrizzleAdapter(drizzle(client)), rows };
}

describe.each(integrations)('%s', (_, endpoints, makeApplication) => {
	test('a person is made once, and the session row is found', async () => {
		const { adapter, rows } = await makeDatabase();
		const config = makeConfig({ adapter, providers });
		const application = makeApplication(config);
		for (const person of [ada, { ...ada, id: 'unknown' }]) {
			const answer = await application(await signedInRequest(config, person, `${origin}/dashboard`));
			expect(answer.status).toBe(200);
			expect(await answer.json()).toEqual({
				user: { name: 'Ada', email: 'ada@example.com', image: null },
				expires: expect.any(String),
			});
		}
		expect(await rows('user')).toHaveLength(1);
		expect(await rows('session')).toHaveLength(2);
		const late = await signedInRequest(config, ada, `${origin}/dashboard`, {}, { maxAge: -60 });
		expect((await application(late)).status).toBe(303);
	});

	test('a fake provider makes user, account and session', async () => {
		const { adapter, rows } = await makeDatabase();
		const fake = fakeProvider({ user: { id: 'g-1', name: 'Ada Löv', email: 'Ada@example.com' } });
		const { application, location, cookie } = await startSignIn(makeApplication, endpoints, fake, {
			adapter,
		});
		const answer = await application(new Request(fake.authorize(location), { headers: { cookie } }));
		expect(cookieHeader(answer)).toMatch(/authjs\.session-token=[\w-]{36}/);
		expect(await rows('user')).toMatchObject([{ name: 'Ada Löv', email: 'ada@example.com' }]);
		expect(await rows('account')).toMatchObject([
			{ provider: 'fake', providerAccountId: 'g-1', type: 'oidc' },
		]);
		expect(await rows('session')).toHaveLength(1);
	});
});

test('the token generator is used', async () => {
	const { adapter } = await makeDatabase();
	const config = makeConfig({ adapter, session: { generateSessionToken: () => 'TOKEN' } });
	expect(await createSessionCookie(config, ada)).toBe('authjs.session-token=TOKEN');
});

test('an adapter without createUser is named', async () => {
	const { createUser: _, ...adapter } = (await makeDatabase()).adapter;
	await expect(createSessionCookie(makeConfig({ adapter }), ada)).rejects.toThrow('createUser');
});
