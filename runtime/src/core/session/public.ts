import type { AdapterSession, AdapterUser } from '@auth/core/adapters';
import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import type { SessionCallback } from '../types.js';

type CallbackParams = Parameters<SessionCallback>[0];

/** What a session callback can be called with, by strategy. The core types it as all of them at once. */
export type SessionSource =
	| { token: JWT; expires: Date }
	| {
			user: AdapterUser;
			session: Pick<AdapterSession, 'expires'>;
			newSession?: unknown;
			trigger?: 'update';
	  };

/**
 * Builds the session that people may see. It starts from a whitelist: name, email, image and expiry.
 * In database mode the callback used to receive the row itself, and the documented
 * `session.user.id = user.id; return session` sent the session token and the password hash to the browser.
 *
 * Specification: section 2.1.
 *
 * @returns null when the callback answers nothing
 */
export async function publicSession(
	source: SessionSource,
	callback: SessionCallback | undefined,
): Promise<Session | null> {
	const params = 'token' in source ? tokenParams(source) : rowParams(source);
	const chosen = callback ? await callback(params as unknown as CallbackParams) : params.session;
	return plainExpiry(chosen as unknown as Session);
}

/** The user's session callback as the core may call it: same whitelist, for POST /session. */
export function wrapSessionCallback(callback: SessionCallback | undefined): SessionCallback {
	const wrapped = (params: Partial<CallbackParams>) => {
		const { token, session, user, newSession, trigger } = params;
		if (token) return publicSession({ token, expires: new Date(String(session?.expires)) }, callback);
		const row = { user: user as AdapterUser, session: session as AdapterSession, newSession };
		return publicSession(trigger ? { ...row, trigger } : row, callback);
	};
	return wrapped as SessionCallback;
}

function tokenParams({ token, expires }: Extract<SessionSource, { token: JWT }>) {
	const { name, email, picture } = token;
	return { session: { user: { name, email, image: picture }, expires: expires.toISOString() }, token };
}

function rowParams({ user, session, ...update }: Exclude<SessionSource, { token: JWT }>) {
	const { name, email, image } = user;
	// A Date, as the core documents for database sessions. Some adapters hand out strings.
	return { session: { user: { name, email, image }, expires: new Date(session.expires) }, user, ...update };
}

function plainExpiry(session: Session | undefined | null): Session | null {
	if (typeof session !== 'object' || session === null) return null;
	const expires = session.expires as unknown;
	return expires instanceof Date ? { ...session, expires: expires.toISOString() } : session;
}
