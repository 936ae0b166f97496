import type {
	Adapter,
	AdapterAccount,
	AdapterAuthenticator,
	AdapterSession,
	AdapterUser,
	VerificationToken,
} from '@auth/core/adapters';
import type { AccountStore } from '../store.js';
import { adapterOf } from './memory-adapter.test.helper.js';
import {
	endSession,
	endSessions,
	fold,
	type MemoryRows,
	purge,
	removeFrom,
	sessionsOf,
} from './memory-rows.test.helper.js';

/** A database in memory, with the adapter of the core and the store of accounts on the same rows. */
export interface MemoryDatabase extends MemoryRows {
	/** Names of the functions that were called, in order. */
	calls: string[];
	/** Names of functions that reject, as when the database is down. `*`: all. */
	down: Set<string>;
	adapter: Required<Adapter>;
	store: AccountStore;
	/** Puts somebody into it. */
	add(user?: Partial<AdapterUser>): AdapterUser;
	/** Puts a session into it that began so long ago; null: nothing is known about it. */
	signIn(userId: string, token: string, ageMs?: number | null, provider?: string): AdapterSession;
}

export function memoryDatabase(): MemoryDatabase {
	const data: MemoryRows = {
		users: new Map(),
		accounts: [],
		sessions: new Map(),
		authenticators: [],
		tokens: [],
		passwords: new Map(),
		details: new Map(),
		hits: new Map(),
		referenced: new Set(),
	};
	const [calls, down] = [[] as string[], new Set<string>()];
	const answering = <T extends object>(functions: T) => asAsked(functions, calls, down);
	return {
		...data,
		calls,
		down,
		adapter: answering(adapterOf(data)) as Required<Adapter>,
		store: answering(storeOf(data)),
		add(user = {}) {
			const { id = String(data.users.size + 1) } = user;
			const email = `${id}@example.com`;
			const row = { id, name: null, email, image: null, emailVerified: new Date(), ...user };
			data.users.set(id, row);
			return row;
		},
		signIn(userId, sessionToken, ageMs = 0, provider = 'credentials') {
			const row = { sessionToken, userId, expires: new Date(Date.now() + 30 * 24 * 3600 * 1000) };
			data.sessions.set(sessionToken, row);
			const createdAt = new Date(Date.now() - (ageMs ?? 0));
			if (ageMs !== null) data.details.set(sessionToken, { createdAt, label: 'Firefox on Linux', provider });
			return row;
		},
	};
}

/** Later, each as a whole: what runs at once meets between two calls. */
function asAsked<T extends object>(functions: T, calls: string[], down: ReadonlySet<string>): T {
	const entries = Object.entries(functions).map(([name, run]) => [
		name,
		async (...given: unknown[]) => {
			calls.push(name);
			await Promise.resolve();
			if (down.has(name) || down.has('*')) throw new Error('the database is down');
			return structuredClone((run as (...given: unknown[]) => unknown)(...given));
		},
	]);
	return Object.fromEntries(entries) as T;
}

/** As {@link AccountStore} says it, without its promises. */
type Direct = {
	[K in keyof AccountStore]-?: NonNullable<AccountStore[K]> extends (...given: infer G) => Promise<infer R>
		? (...given: G) => R
		: never;
};

function storeOf(data: MemoryRows): AccountStore {
	const { users, accounts, authenticators, tokens, passwords, details, hits } = data;
	const dropTokens = (identifiers: readonly string[]) =>
		void removeFrom(tokens, ({ identifier }) => identifiers.includes(identifier));
	const setPassword = (userId: string, hash: string) =>
		void passwords.set(userId, { hash, changedAt: new Date() });
	const isOf =
		(userId: string) =>
		(row: { userId?: string }): boolean =>
			row.userId === userId;
	function take(identifier: string, hash: string): boolean {
		const fits = (row: VerificationToken) => row.identifier === identifier && row.token === hash;
		const found = tokens.find(fits);
		if (!found || found.expires.getTime() <= Date.now()) return false;
		return removeFrom(tokens, fits) > 0;
	}
	const direct: Direct = {
		password: (userId) => passwords.get(userId) ?? null,
		setPassword,
		replaceHash(userId, old, hash) {
			if (passwords.get(userId)?.hash !== old) return false;
			setPassword(userId, hash);
			return true;
		},
		sessions: (userId) =>
			sessionsOf(data, userId).map(({ sessionToken, expires }) => ({
				...{ sessionToken, expires },
				details: details.get(sessionToken) ?? null,
			})),
		sessionDetails: (token) => details.get(token) ?? null,
		describeSession: (token, told) => void details.set(token, told),
		endSession: (userId, token) =>
			data.sessions.get(token)?.userId === userId ? endSession(data, token) : false,
		endSessions: (userId, except) => endSessions(data, userId, except),
		accounts: (userId) =>
			accounts
				.filter(isOf(userId))
				.map(({ provider, providerAccountId, type }) => ({ provider, providerAccountId, type })),
		passkeys: (userId) =>
			authenticators
				.filter(isOf(userId))
				.map(({ credentialID, credentialDeviceType }) => ({ credentialID, credentialDeviceType })),
		removeWay(userId, way, others) {
			const isAccount = (row: AdapterAccount) =>
				way.kind === 'account' &&
				isOf(userId)(row) &&
				row.provider === way.provider &&
				row.providerAccountId === way.providerAccountId;
			const isPasskey = (row: AdapterAuthenticator) =>
				way.kind === 'passkey' && isOf(userId)(row) && row.credentialID === way.credentialID;
			const isPassword = way.kind === 'password' && passwords.has(userId);
			if (!isPassword && !accounts.some(isAccount) && !authenticators.some(isPasskey)) return 'unknown';
			// The core keeps a passkey as an account, too.
			const linked = accounts.filter((row) => isOf(userId)(row) && row.type !== 'webauthn').length;
			const keys = authenticators.filter(isOf(userId)).length;
			if (others + linked + keys + (passwords.has(userId) ? 1 : 0) < 2) return 'last';
			if (isPassword) passwords.delete(userId);
			removeFrom(accounts, isAccount);
			const [key] = authenticators.filter(isPasskey);
			removeFrom(accounts, (row) => key !== undefined && row.providerAccountId === key.providerAccountId);
			removeFrom(authenticators, isPasskey);
			return 'removed';
		},
		putToken(identifier, token, expires) {
			dropTokens([identifier]);
			tokens.push({ identifier, token, expires });
		},
		findToken(hash) {
			const found = tokens.find(({ token }) => token === hash);
			return found ? { identifier: found.identifier, expires: found.expires } : null;
		},
		takeToken: take,
		dropTokens,
		changePassword({ userId, hash, token, verifies, keep, drop }) {
			if (token && !take(token.identifier, token.hash)) return false;
			setPassword(userId, hash);
			const user = users.get(userId);
			if (verifies && user) users.set(userId, { ...user, emailVerified: new Date() });
			endSessions(data, userId, keep);
			dropTokens(drop);
			return true;
		},
		changeEmail(userId, from, to) {
			const user = users.get(userId);
			const taken = [...users.values()].some(({ email, id }) => id !== userId && fold(email) === fold(to));
			if (user?.email !== from || taken) return false;
			users.set(userId, { ...user, email: to, emailVerified: new Date() });
			return true;
		},
		purge: (userId, drop) => purge(data, userId, drop),
		deleteUser(userId, drop) {
			if (data.referenced.has(userId)) throw new Error('FOREIGN KEY constraint failed');
			purge(data, userId, drop);
			users.delete(userId);
		},
		hit(key, seconds, points) {
			const now = Date.now();
			const known = hits.get(key);
			const open = known && known.until > now ? known : { points: 0, until: now + seconds * 1000 };
			open.points += points;
			if (points > 0) hits.set(key, open);
			return { points: open.points, until: new Date(open.until) };
		},
		clearHits: (key) => void hits.delete(key),
		dropHits(now) {
			for (const [key, { until }] of hits) if (until <= now.getTime()) hits.delete(key);
		},
	};
	return direct as unknown as AccountStore;
}
