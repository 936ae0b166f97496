import { randomBytes, scryptSync } from 'node:crypto';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { Accounts, Passwords } from '@authgraft/runtime/accounts';
import { drizzleAccounts } from '@authgraft/runtime/accounts/drizzle';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import * as schema from '../../test/conformance/accounts-stores/schema-sqlite.ts';
import { secret, user } from '../session/stores.mjs';

const origin = 'http://localhost:3000';

export const password = 'correct horse battery staple';

/**
 * Signs one person in by a whole request, again and again: the row, the hash, a session in the database, and cookies.
 * @returns {Promise<() => Promise<Response>>}
 */
export async function ourSignIn() {
	const client = createClient({ url: ':memory:' });
	for (const statement of schema.statements) await client.execute(statement);
	const db = drizzle(client);
	const store = drizzleAccounts(db, schema);
	const adapter = DrizzleAdapter(db, {
		...{ usersTable: schema.users, accountsTable: schema.accounts, sessionsTable: schema.sessions },
		verificationTokensTable: schema.verificationTokens,
	});
	const { id } = await adapter.createUser({ ...user, emailVerified: new Date() });
	await store.setPassword(id, hashed());
	const { handle } = SvelteKitAuth({
		...{ secret, adapter, providers: [Passwords()], accounts: Accounts({ store }), trustHost: true },
		...{ building: false, dev: false, env: { AUTH_URL: origin } },
	});
	const body = new URLSearchParams({ email: user.email, password });
	return async () => {
		const request = new Request(`${origin}/auth/callback/credentials`, {
			method: 'POST',
			headers: { host: 'localhost:3000', origin, accept: 'text/html' },
			body,
		});
		const cookies = { get: () => undefined, getAll: () => [], set() {} };
		const event = { request, url: new URL(request.url), cookies, locals: {}, route: { id: null } };
		return handle({ event: { ...event, getClientAddress: () => '192.0.2.7' }, resolve: missing });
	};
}

const missing = () => {
	throw new Error('no endpoint has answered');
};

/** As the runtime writes one: docs/passwords.md. */
function hashed() {
	const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 26 };
	const salt = randomBytes(16);
	const key = scryptSync(password, salt, 32, cost);
	const plain = (bytes) => bytes.toString('base64').replaceAll('=', '');
	return `$scrypt$ln=14,r=8,p=5$${plain(salt)}$${plain(key)}`;
}

/**
 * The same by Better Auth, as it hashes by default.
 * @param {string} module what `installBetterAuth` gave
 */
export async function theirSignIn(module) {
	const { betterAuth, memoryAdapter } = await import(module);
	const auth = betterAuth({
		...{ secret, baseURL: origin, telemetry: { enabled: false }, logger: { disabled: true } },
		database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
		// Ours lets right passwords pass, too; theirs counts them.
		...{ rateLimit: { enabled: false }, emailAndPassword: { enabled: true } },
	});
	const { email, name } = user;
	await auth.api.signUpEmail({ body: { email, name, password } });
	const headers = { origin, 'content-type': 'application/json' };
	const body = JSON.stringify({ email, password });
	return () =>
		auth.handler(new Request(`${origin}/api/auth/sign-in/email`, { method: 'POST', headers, body }));
}
