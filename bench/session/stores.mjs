import { encode } from '@auth/core/jwt';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';

export const cookieName = 'authjs.session-token';
export const user = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', image: null };

export const secret = 'a secret of the benchmark, at least 32 characters';
/** Seconds; the default. Nothing is old enough to be refreshed. */
const maxAge = 30 * 24 * 60 * 60;
const expires = () => new Date(Date.now() + maxAge * 1000);

/**
 * Where sessions are kept.
 * @typedef {object} Store
 * @property {object} config what the store asks of the configuration
 * @property {(count: number) => Promise<string[]>} makeTokens makes that many sessions of one person
 */

/** @type {Record<string, () => Promise<Store>>} */
export const stores = {
	jwt: async () => ({
		config: { secret },
		makeTokens: (count) => Promise.all(Array.from({ length: count }, encodeToken)),
	}),
	'database, libsql in memory': async () => {
		const client = createClient({ url: ':memory:' });
		await client.execute(
			'create table user (id text primary key, name text, email text unique, emailVerified integer, image text)',
		);
		await client.execute(
			'create table session (sessionToken text primary key, userId text not null, expires integer not null)',
		);
		return withAdapter(DrizzleAdapter(drizzle(client)));
	},
	'database, a Map': () => withAdapter(mapAdapter()),
};

function encodeToken() {
	const { id, name, email, image } = user;
	return encode({ token: { sub: id, name, email, picture: image }, secret, salt: cookieName, maxAge });
}

async function withAdapter(adapter) {
	const { id } = await adapter.createUser({ ...user, emailVerified: null });
	const makeToken = async () => {
		const sessionToken = crypto.randomUUID();
		await adapter.createSession({ sessionToken, userId: id, expires: expires() });
		return sessionToken;
	};
	return {
		config: { secret, adapter, session: { strategy: 'database' } },
		makeTokens: (count) => Promise.all(Array.from({ length: count }, makeToken)),
	};
}

/** What a look-up costs when the database costs nothing. */
function mapAdapter() {
	const users = new Map();
	const sessions = new Map();
	const unused = async () => {
		throw new Error('no part of reading a session');
	};
	return {
		createUser: async (row) => users.set(row.id, row).get(row.id),
		createSession: async (row) => sessions.set(row.sessionToken, row).get(row.sessionToken),
		getSessionAndUser: async (token) => {
			const session = sessions.get(token);
			return session ? { session, user: users.get(session.userId) } : null;
		},
		// The core wants an adapter to be whole.
		getUser: unused,
		getUserByEmail: unused,
		getUserByAccount: unused,
		updateUser: unused,
		linkAccount: unused,
		updateSession: unused,
		deleteSession: unused,
	};
}
