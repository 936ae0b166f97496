import type { AdapterSession } from '@auth/core/adapters';
import { settleCookies } from '../../core/auth-core/request.js';
import { sha256 } from '../../core/digest.js';
import { lifeOfRow, shortToken } from '../../core/session/life.js';
import type { Resolved, SetCookie } from '../../core/types.js';
import type { AccountsContext } from '../types.js';
import type { Visitor } from './visitor.js';

/** A session that takes the place of another one. */
export interface Rotated {
	token: string;
	/** Digest of the token. */
	session: string;
	cookies: SetCookie[];
	/** Takes it back: the older one goes on. */
	undo(): Promise<void>;
}

/**
 * Makes a new token for a session, which ends when it would have ended: whoever has seen the older one has nothing, once that was
 * removed. That is left to the caller.
 */
export async function rotate(
	{ adapter, store }: AccountsContext,
	resolved: Resolved,
	headers: Headers,
	{ user, row, token: old }: Visitor,
): Promise<Rotated> {
	const { core, sessionCookie, shortSession } = resolved;
	const isShort = old.startsWith(shortToken);
	const token = (isShort ? shortToken : '') + (core.session?.generateSessionToken?.() ?? crypto.randomUUID());
	const expires = new Date(row.expires);
	await adapter.createSession({ sessionToken: token, userId: user.id, expires } satisfies AdapterSession);
	const details = await store.sessionDetails(old);
	if (details) await store.describeSession(token, details);
	// A short one's cookie lasts as long as the browser is open.
	const lasts = lifeOfRow(resolved, token) !== shortSession;
	const cookie = {
		name: sessionCookie.name,
		value: token,
		options: { ...sessionCookie.options, ...(lasts && { expires }) },
	};
	return {
		token,
		session: await sha256(token),
		cookies: settleCookies(resolved, headers, [cookie]),
		undo: async () => void (await adapter.deleteSession(token)),
	};
}
