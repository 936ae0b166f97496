import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { HostUnderTest } from './host-under-test.ts';
import { authSvelteKitFiles } from './predecessor.ts';
import { authSolidStartFiles } from './predecessors-solid.ts';

/** What such a host needs besides its library. */
export const databasePackages = ['@auth/drizzle-adapter@1.11.3', 'drizzle-orm', '@libsql/client'];

/** Sessions in a database. `callback` is what stands at `session:`. */
export const svelteKitDatabaseFiles = (callback: string): Record<string, string> => ({
	...authSvelteKitFiles,
	'src/auth.ts': `import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { SvelteKitAuth } from '@auth/sveltekit';
import Keycloak from '@auth/sveltekit/providers/keycloak';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';

const db = drizzle(createClient({ url: 'file:local.db' }));

export const { handle, signIn, signOut } = SvelteKitAuth({
	trustHost: true,
	adapter: DrizzleAdapter(db),
	providers: [Keycloak],
	callbacks: {
		session: ${callback}
	}
});
`,
});

/** The same on SolidStart: its pages only want a name. */
export const solidStartDatabaseFiles: Record<string, string> = {
	...authSolidStartFiles,
	'src/auth.ts': `import Keycloak from '@auth/core/providers/keycloak';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import type { SolidAuthConfig } from '@auth/solid-start';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';

const db = drizzle(createClient({ url: 'file:local.db' }));

export const authOptions: SolidAuthConfig = {
	basePath: '/api/auth',
	secret: process.env.AUTH_SECRET,
	adapter: DrizzleAdapter(db),
	providers: [
		Keycloak({
			clientId: process.env.AUTH_KEYCLOAK_ID,
			clientSecret: process.env.AUTH_KEYCLOAK_SECRET,
			issuer: process.env.AUTH_KEYCLOAK_ISSUER,
		}),
	],
};
`,
};

/** The tables that the adapter looks for when it is told of none. */
const authTables = [
	`CREATE TABLE user (id text PRIMARY KEY NOT NULL, name text, email text UNIQUE, emailVerified integer, image text)`,
	`CREATE TABLE account (userId text NOT NULL REFERENCES user(id) ON DELETE cascade, type text NOT NULL,
		provider text NOT NULL, providerAccountId text NOT NULL, refresh_token text, access_token text,
		expires_at integer, token_type text, scope text, id_token text, session_state text,
		PRIMARY KEY (provider, providerAccountId))`,
	`CREATE TABLE session (sessionToken text PRIMARY KEY NOT NULL,
		userId text NOT NULL REFERENCES user(id) ON DELETE cascade, expires integer NOT NULL)`,
	`CREATE TABLE verificationToken (identifier text NOT NULL, token text NOT NULL, expires integer NOT NULL,
		PRIMARY KEY (identifier, token))`,
];

/** Where sessions are rows: what a migration leaves as it is. */
export const databaseMigration = {
	...{ places: ['http', 'tls'] as ('http' | 'tls')[], people: ['provider'] as 'provider'[], small: true },
	prepare: async (host: HostUnderTest) =>
		void (await inDatabase(host, ['PRAGMA journal_mode = WAL', ...authTables])),
	// Who signs out and in again has one session as before.
	kept: (host: HostUnderTest) =>
		inDatabase(host, [
			'SELECT id, name, email, image FROM user',
			'SELECT * FROM account',
			'SELECT userId FROM session',
		]),
	sessions: (host: HostUnderTest) =>
		inDatabase(host, ['SELECT sessionToken, userId FROM session ORDER BY sessionToken']),
};

async function inDatabase(host: HostUnderTest, statements: string[]) {
	const database = createClient({ url: `file:${join(host.folder, 'local.db')}` });
	try {
		const results = [];
		for (const statement of statements) {
			const { rows } = await database.execute(statement);
			results.push(rows.map((row) => ({ ...row })));
		}
		return results;
	} finally {
		database.close();
	}
}
