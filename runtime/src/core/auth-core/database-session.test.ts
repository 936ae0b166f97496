import type { Adapter } from '@auth/core/adapters';
import GitHub from '@auth/core/providers/github';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { integrations, makeConfig, origin } from '../../testing/fixtures.test.helper.js';
import { Development } from '../providers/development.js';

beforeEach(() => vi.stubEnv('NODE_ENV', 'development'));
afterEach(() => vi.unstubAllEnvs());

async function makeDatabase() {
	const client = createClient({ url: ':memory:' });
	await client.executeMultiple(`
		create table user (id text primary key, name text, email text unique, emailVerified integer, image text);
		create table session (sessionToken text primary key, userId text, expires integer);`);
	const rows = async (table: string) => (await client.execute(`select * from ${table}`)).rows;
	return { adapter: DrizzleAdapter(drizzle(client)) as Adapter, rows };
}

const form = (id: string) => ({
	method: 'POST',
	headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
	body: new URLSearchParams({ id, callbackUrl: '/' }),
});

test.each(integrations)(
	'%s: a test person is a row, and so is each of her sessions',
	async (_, endpoints, make) => {
		const { adapter, rows } = await makeDatabase();
		const people = [
			{ id: 'alice', name: 'Alice', email: 'alice@example.com' },
			{ id: 'noone', name: 'Nobody' },
		];
		const config = { ...makeConfig({ adapter, providers: [GitHub, Development({ people })] }), dev: true };
		const application = make(config);
		const signIn = (id: string) =>
			application(new Request(`${origin}${endpoints}/callback/development`, form(id)));
		const cookies: string[] = [];
		for (const id of ['alice', 'alice', 'noone']) {
			const answer = await signIn(id);
			const cookie = answer.headers.getSetCookie().find((text) => text.includes('session-token='));
			cookies.push(cookie?.split(';')[0] ?? '');
		}
		expect(await rows('user')).toMatchObject([
			{ name: 'Alice', email: 'alice@example.com' },
			{ name: 'Nobody', email: 'noone@development.invalid' },
		]);
		const tokens = (await rows('session')).map(({ sessionToken }) => `authjs.session-token=${sessionToken}`);
		expect(tokens.sort()).toEqual(cookies.toSorted());
		const session = await application(
			new Request(`${origin}${endpoints}/session`, { headers: { cookie: cookies[0] ?? '' } }),
		);
		expect((await session.json()).user).toMatchObject({ name: 'Alice' });
		// Nobody by that name: no row, no cookie.
		const stranger = await signIn('mallory');
		expect(stranger.headers.getSetCookie().join()).not.toContain('session-token=');
		expect(await rows('session')).toHaveLength(3);
		// In a browser that has a session, that one ends.
		const again = form('noone');
		Object.assign(again.headers, { cookie: cookies[0] });
		await application(new Request(`${origin}${endpoints}/callback/development`, again));
		const left = (await rows('session')).map(({ sessionToken }) => `authjs.session-token=${sessionToken}`);
		expect(left).toHaveLength(3);
		expect(left).not.toContain(cookies[0]);
	},
);

test.each(integrations)('%s: in production nobody gets in like that', async (_, endpoints, make) => {
	vi.stubEnv('NODE_ENV', 'production');
	const { adapter, rows } = await makeDatabase();
	const config = { ...makeConfig({ adapter, providers: [GitHub, Development()] }), dev: true };
	const answer = await make(config)(new Request(`${origin}${endpoints}/callback/development`, form('alice')));
	expect(answer.headers.getSetCookie().join()).not.toContain('session-token=');
	expect(await rows('user')).toEqual([]);
	expect(await rows('session')).toEqual([]);
});
