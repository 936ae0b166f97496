import type {
	AdapterAccount,
	AdapterAuthenticator,
	AdapterSession,
	AdapterUser,
	VerificationToken,
} from '@auth/core/adapters';
import type { SessionDetails, StoredPassword } from '../store.js';

/** What a database in memory holds. */
export interface MemoryRows {
	users: Map<string, AdapterUser>;
	accounts: AdapterAccount[];
	/** By token. */
	sessions: Map<string, AdapterSession>;
	authenticators: AdapterAuthenticator[];
	/** Of links, too. */
	tokens: VerificationToken[];
	passwords: Map<string, StoredPassword>;
	/** By the token of the session. */
	details: Map<string, SessionDetails>;
	hits: Map<string, { points: number; until: number }>;
	/** People whom a table of the application refers to. */
	referenced: Set<string>;
}

/** Takes what fits out of a list, and counts it. */
export function removeFrom<T>(list: T[], fits: (item: T) => boolean): number {
	const kept = list.filter((item) => !fits(item));
	const count = list.length - kept.length;
	list.splice(0, list.length, ...kept);
	return count;
}

export const fold = (email: string | null | undefined) => email?.toLowerCase();

export function endSession({ sessions, details }: MemoryRows, token: string): boolean {
	details.delete(token);
	return sessions.delete(token);
}

export const sessionsOf = ({ sessions }: MemoryRows, userId: string) =>
	[...sessions.values()].filter((session) => session.userId === userId);

export function endSessions(data: MemoryRows, userId: string, except?: string): void {
	for (const { sessionToken } of sessionsOf(data, userId))
		if (sessionToken !== except) endSession(data, sessionToken);
}

/** Without people: what both forgetting somebody and shutting strangers out take away. */
export function purge(data: MemoryRows, userId: string, drop: readonly string[]): void {
	data.passwords.delete(userId);
	endSessions(data, userId);
	removeFrom(data.accounts, (account) => account.userId === userId);
	removeFrom(data.authenticators, (passkey) => passkey.userId === userId);
	removeFrom(data.tokens, ({ identifier }) => drop.includes(identifier));
}
