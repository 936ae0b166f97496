import { EventError } from '@auth/core/errors';
import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import { clearCookies, parseCookies, readSessionCookie } from './cookies.js';
import { readDatabaseSession } from './database-session.js';
import { readJwtSession } from './jwt-session.js';
import { asError, wrapError } from './log.js';
import type { Resolved, SetCookie } from './types.js';

/** What reading a session came to. */
export interface SessionResult {
	session: Session | null;
	/** Cookies to send along: usually none. */
	cookies: SetCookie[];
}

/**
 * Reads the session of a request. It decodes or looks up, and writes only when a refresh is due: the core
 * encrypts anew and sets a cookie on every read, which made every page uncacheable.
 *
 * Specification: sections 2.1, 3 and 7 ("session lookup with no valid session returns null").
 *
 * @param cookieHeader the request's Cookie header
 * @returns never throws: a problem, a forged cookie and a database that is down all come back as null
 */
export async function readSession(
	resolved: Resolved,
	cookieHeader: string | null,
	canSetCookies: () => boolean,
): Promise<SessionResult> {
	const none: SessionResult = { session: null, cookies: [] };
	if (resolved.problem) return none;
	const { name, options } = resolved.sessionCookie;
	const { value, names } = readSessionCookie(parseCookies(cookieHeader), name);
	if (value === '') return none;
	const read = resolved.strategy === 'jwt' ? readJwtSession : readDatabaseSession;
	try {
		const result = await read(resolved, { value, names, canSetCookies });
		if (result === 'invalid') return { session: null, cookies: clearCookies(names, options) };
		if (result.event) await fireSessionEvent(resolved, result.event);
		return { session: result.session, cookies: result.cookies };
	} catch (error) {
		resolved.logger.error(asError(error));
		return none;
	}
}

/** Specification: section 6. A handler that throws is logged and does not disturb the reader. */
async function fireSessionEvent(
	{ core, logger }: Resolved,
	event: { session: Session; token?: JWT },
): Promise<void> {
	try {
		await core.events?.session?.(event as { session: Session; token: JWT });
	} catch (error) {
		logger.error(wrapError(EventError, error));
	}
}
