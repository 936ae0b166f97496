import type {
	AdapterAccount,
	AdapterAuthenticator,
	AdapterSession,
	AdapterUser,
	VerificationToken,
} from '@auth/core/adapters';
import { endSession, fold, type MemoryRows, purge, removeFrom } from './memory-rows.test.helper.js';

/** The functions of an adapter, without their promises. */
export function adapterOf(data: MemoryRows): object {
	const { users, accounts, sessions, authenticators, tokens } = data;
	const byAccount = (provider: string, id: string) =>
		accounts.find((account) => account.provider === provider && account.providerAccountId === id);
	return {
		createUser(user: AdapterUser) {
			const taken = [...users.values()].some(({ email }) => fold(email) === fold(user.email));
			if (taken) throw new Error('UNIQUE constraint failed: user.email');
			users.set(user.id, { ...user });
			return user;
		},
		getUser: (id: string) => users.get(id) ?? null,
		getUserByEmail: (email: string) => [...users.values()].find((user) => user.email === email) ?? null,
		getUserByAccount({ provider, providerAccountId }: AdapterAccount) {
			const account = byAccount(provider, providerAccountId);
			return (account && users.get(account.userId)) ?? null;
		},
		updateUser(user: Partial<AdapterUser> & { id: string }) {
			const row = users.get(user.id);
			if (!row) throw new Error('no such user');
			users.set(user.id, { ...row, ...user });
			return users.get(user.id);
		},
		deleteUser(id: string) {
			users.delete(id);
			purge(data, id, []);
		},
		linkAccount(account: AdapterAccount) {
			if (byAccount(account.provider, account.providerAccountId)) throw new Error('UNIQUE constraint failed');
			accounts.push({ ...account });
			return account;
		},
		unlinkAccount({ provider, providerAccountId }: AdapterAccount) {
			const fits = (one: AdapterAccount) =>
				one.provider === provider && one.providerAccountId === providerAccountId;
			removeFrom(accounts, fits);
		},
		getAccount: (id: string, provider: string) => byAccount(provider, id) ?? null,
		createSession(session: AdapterSession) {
			sessions.set(session.sessionToken, { ...session });
			return session;
		},
		getSessionAndUser(token: string) {
			const session = sessions.get(token);
			const user = session && users.get(session.userId);
			return session && user ? { session, user } : null;
		},
		updateSession(change: Partial<AdapterSession> & { sessionToken: string }) {
			const row = sessions.get(change.sessionToken);
			if (row) sessions.set(change.sessionToken, { ...row, ...change });
			return sessions.get(change.sessionToken) ?? null;
		},
		deleteSession: (token: string) => void endSession(data, token),
		createVerificationToken(link: VerificationToken) {
			tokens.push({ ...link });
			return link;
		},
		useVerificationToken({ identifier, token }: VerificationToken) {
			const found = tokens.find((link) => link.identifier === identifier && link.token === token) ?? null;
			removeFrom(tokens, (link) => link === found);
			return found;
		},
		getAuthenticator: (id: string) => authenticators.find(({ credentialID }) => credentialID === id) ?? null,
		createAuthenticator(passkey: AdapterAuthenticator) {
			authenticators.push({ ...passkey });
			return passkey;
		},
		listAuthenticatorsByUserId: (id: string) => authenticators.filter(({ userId }) => userId === id),
		updateAuthenticatorCounter(id: string, counter: number) {
			const passkey = authenticators.find(({ credentialID }) => credentialID === id);
			if (passkey) passkey.counter = counter;
			return passkey;
		},
	};
}
