import { readFile, writeFile } from 'node:fs/promises';

/* What both hosts have alike, as their owner writes it. */

/** Puts a text in the place of another one, which may be the same. Throws when there is no such place. */
export async function put(file: string, place: RegExp, text: string): Promise<void> {
	const before = await readFile(file, 'utf8');
	if (!place.test(before)) throw new Error(`${file} has no ${place}:\n${before}`);
	await writeFile(
		file,
		before.replace(place, () => text),
	);
}

/** The module with the adapter. `env` is what holds the variables; without them (in a build) nothing is opened. */
export const database = (
	imports: string,
	env: string,
): string => `import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
${imports}

const client = createClient({ url: ${env}.DATABASE_URL ?? ':memory:' });

export const adapter = DrizzleAdapter(drizzle(client));

export const rename = (id: string, name: string) =>
	client.execute({ sql: 'update user set name = ? where id = ?', args: [name, id] });
`;

/** What `init` has written, in the host's own quotes. */
export const importOfKeycloak = /import Keycloak from (["'])@auth\/core\/providers\/keycloak\1;\n/;

/** @param databaseModule as the auth module imports it */
export const configurationImports = (
	databaseModule: string,
): string => `import Keycloak from '@auth/core/providers/keycloak';
import Nodemailer from '@auth/core/providers/nodemailer';
import Passkey from '@auth/core/providers/passkey';
import { adapter, rename } from '${databaseModule}';
`;

/** In place of `providers: [Keycloak]`. */
export const configuration = (env: string): string => `providers: [
		Keycloak({ checks: ['pkce', 'state', 'nonce'] }),
		Nodemailer({ server: ${env}.MAIL_SERVER ?? 'smtp://127.0.0.1', from: 'shop@test.example' }),
		Passkey,
	],
	adapter,
	experimental: { enableWebAuthn: true },
	callbacks: {
		async session({ session, user, trigger, newSession }) {
			const name = trigger === 'update' ? newSession?.name : undefined;
			if (typeof name === 'string') {
				await rename(user.id, name);
				session.user.name = name;
			}
			return session;
		},
	}`;

/** What that imports. */
export const packages = {
	'@auth/drizzle-adapter': '^1.11.3',
	'@libsql/client': '^0.18.0',
	'@simplewebauthn/browser': '^9.0.1',
	'@simplewebauthn/server': '^9.0.3',
	'drizzle-orm': '^0.45.4',
	nodemailer: '^8.0.11',
};
