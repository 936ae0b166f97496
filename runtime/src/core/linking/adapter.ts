import type { Adapter, AdapterUser } from '@auth/core/adapters';
import { asError } from '../log.js';
import { isUsableEmail } from '../providers/email.js';
import type { Resolved, ResolvedProvider } from '../types.js';
import { liveSession } from './session.js';

/** What is found out while somebody comes in. */
export interface Arrival {
	/** Whether the session of this browser counts: it is somebody else's unless linking was asked for. */
	keepsSession: boolean;
	/** The row that the provider's account belongs to. */
	owner?: AdapterUser | null;
	/** The address that the provider has verified. */
	proven?: string | undefined;
	/** By address, as they were when it was decided: a row that is made in between must not slip in. */
	rows: Map<string, AdapterUser | null>;
	/** The one that was looked up last: databases may find it by an address in other letters. */
	row?: AdapterUser | null;
}

/**
 * The adapter for one run of the core's `callback`.
 *
 * @param old token of the session in this browser, or `''`
 */
export function arrivalAdapter(
	{ logger }: Resolved,
	adapter: Adapter,
	provider: ResolvedProvider | undefined,
	arrival: Arrival,
	old: string,
): Adapter {
	const all = adapter as Required<Adapter>;
	/** Some adapters throw when there is nothing to delete. */
	async function end(token: string): Promise<void> {
		if (token !== '' && (await all.getSessionAndUser(token))) await all.deleteSession(token);
	}
	const guarded: Partial<Adapter> = {
		getSessionAndUser: async (token) => (arrival.keepsSession ? liveSession(adapter, token) : null),
		async getUserByAccount(account) {
			arrival.owner = await all.getUserByAccount(account);
			return arrival.owner;
		},
		async getUserByEmail(email) {
			const known = arrival.rows.get(email);
			if (known !== undefined) return known;
			const row = await all.getUserByEmail(email);
			arrival.rows.set(email, row);
			arrival.row = row;
			return row;
		},
		createUser(user) {
			const proven = arrival.proven !== undefined && arrival.proven === user.email?.toLowerCase();
			return all.createUser(proven ? { ...user, emailVerified: new Date() } : user);
		},
		async createSession(session) {
			const made = await all.createSession(session);
			try {
				if (old !== session.sessionToken) await end(old);
			} catch (error) {
				// Whoever comes in is in: the older row is over by itself some day.
				logger.error(asError(error));
			}
			return made;
		},
		deleteSession: end,
		async useVerificationToken(link) {
			if (link.identifier !== undefined && !isAddress(provider, link.identifier)) return null;
			const found = await all.useVerificationToken(link);
			return found && isAddress(provider, found.identifier) ? found : null;
		},
	};
	// An adapter that lacks a function goes on lacking it: the core looks.
	const there = Object.entries(guarded).filter(([name]) => name in adapter);
	return { ...adapter, ...Object.fromEntries(there) };
}

/**
 * The table of tokens is also used for others than links: a token to choose a new password, kept as `reset:42` by the same
 * hash, signed in as a new user of that name.
 */
function isAddress(provider: ResolvedProvider | undefined, identifier: string): boolean {
	return (
		!identifier.startsWith('authgraft:') && provider !== undefined && isUsableEmail(provider, identifier)
	);
}

/** The adapter for a run of `webauthn-options`, which puts whom it finds into a cookie: no more of the row than passkeys need. */
export function passkeyAdapter(adapter: Adapter): Adapter {
	return {
		...adapter,
		async getSessionAndUser(token) {
			const found = await liveSession(adapter, token);
			if (!found) return null;
			const { id, name = null, email, image = null } = found.user;
			return { ...found, user: { id, name, email, image, emailVerified: null } };
		},
	};
}
