import type { Adapter, AdapterUser } from '@auth/core/adapters';
import { CredentialsSignin } from '@auth/core/errors';
import Credentials from '@auth/core/providers/credentials';
import type { Application } from '../support/application.ts';
import type { Person, VisitOptions } from '../support/person.ts';

export const typed = {
	right: 'the/right password+of "ada"',
	wrong: 'the wrong password & of ada',
	broken: 'the one that breaks',
};
export const hash = '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo';

/** A lookup whose every outcome has a secret at hand. */
export const passwords = Credentials({
	credentials: { email: {}, password: { type: 'password' } },
	authorize: ({ email, password }) => {
		if (password === typed.broken) throw new Error('The lookup failed');
		if (password !== typed.right) throw new CredentialsSignin();
		return { id: 'ada', name: 'Ada', email: String(email), passwordHash: hash } as never;
	},
});

/** The rows of this database carry a password hash, as those of many applications do. */
export function withHashes(adapter: Adapter): Adapter {
	const add = <T extends AdapterUser | null>(user: T): T => (user ? { ...user, passwordHash: hash } : user);
	return {
		...adapter,
		getUser: async (id) => add((await adapter.getUser?.(id)) ?? null),
		getUserByEmail: async (email) => add((await adapter.getUserByEmail?.(email)) ?? null),
		getUserByAccount: async (account) => add((await adapter.getUserByAccount?.(account)) ?? null),
		getSessionAndUser: async (token) => {
			const found = (await adapter.getSessionAndUser?.(token)) ?? null;
			return found && { ...found, user: add(found.user) };
		},
	};
}

/** Every page and endpoint, as somebody with these cookies sees it. */
export async function lookAround(person: Person, app: Application, how: VisitOptions = {}): Promise<void> {
	for (const path of [
		'session',
		'providers',
		'csrf',
		'signin',
		'signout',
		'error',
		'verify-request',
		'nothing',
	]) {
		await person.visit(`${app.basePath}/${path}`, how);
	}
	for (const error of ['Configuration', 'AccessDenied', 'Verification']) {
		await person.visit(`${app.basePath}/error?error=${error}`, how);
	}
	for (const path of ['/', '/dashboard', '/signin', '/streamed', '/nothing', '/dashboard%'])
		await person.visit(path, how);
	await person.visit(`${app.basePath}/session`, { json: { data: { name: 'Ada' } }, ...how });
	await person.visit(`${app.basePath}/callback/idp?code=x&state=y`, how);
	await person.visit(`${app.basePath}/callback/nodemailer?token=x&email=y`, how);
	await person.visit(`${app.basePath}/webauthn-options/idp`, how);
}
