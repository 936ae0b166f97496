import { EventError } from '@auth/core/errors';
import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import { clearCookies } from '../http/cookies.js';
import { asError, wrapError } from '../log.js';
import type { Resolved, SetCookie } from '../types.js';
import { chooseSession } from './choose.js';
import { readSessionCookies } from './cookies.js';
import { readDatabaseSession } from './database.js';
import { knownSession, readJwtSession } from './jwt.js';
import { allNames, legacySession } from './legacy.js';
import type { SessionRequest } from './reader.js';

/** What reading a session came to. */
export interface SessionResult {
	session: Session | null;
	/** Cookies to send along: usually none. */
	cookies: SetCookie[];
}

/** What is known without waiting never sets a cookie. */
export type KnownResult = SessionResult & { cookies: [] };

/**
 * Reads the session of a request. It decodes or looks up, and writes only when a refresh is due: the core
 * encrypts anew and sets a cookie on every read, which made every page uncacheable.
 *
 * Specification: sections 2.1, 3 and 7 ("session lookup with no valid session returns null").
 *
 * @param cookieHeader the request's Cookie header
 * @returns never throws: a problem, a forged cookie and a database that is down all come back as null. No promise where
 *   there is nothing to wait for
 */
export function readSession(
	resolved: Resolved,
	cookieHeader: string | null,
	canSetCookies: () => boolean,
): KnownResult | Promise<SessionResult> {
	if (resolved.problem) return nobody();
	const { name } = resolved.sessionCookie;
	const { values, names } = readSessionCookies(cookieHeader, name);
	const [value, another] = values;
	const { legacyCookies } = resolved;
	const all = legacyCookies.length > 0 ? allNames(resolved, cookieHeader, names) : names;
	if (value === undefined) {
		if (legacyCookies.length === 0 || all.length === 0) return nobody();
		const older = legacySession(resolved, cookieHeader);
		return lookUp(resolved, older, { names: all, canSetCookies, adopted: true });
	}
	const isPlain = resolved.strategy === 'jwt' && another === undefined;
	const session = isPlain ? knownSession(resolved, value) : undefined;
	if (session) return { session, cookies: [] };
	return lookUp(resolved, chooseSession(resolved, values), { names: all, canSetCookies });
}

const nobody = (): KnownResult => ({ session: null, cookies: [] });

async function lookUp(
	resolved: Resolved,
	value: Promise<string>,
	request: Omit<SessionRequest, 'value'>,
): Promise<SessionResult> {
	const read = resolved.strategy === 'jwt' ? readJwtSession : readDatabaseSession;
	try {
		const result = await read(resolved, { ...request, value: await value });
		if (result === 'invalid')
			return { session: null, cookies: clearCookies(request.names, resolved.sessionCookie.options) };
		if (result.event) await fireSessionEvent(resolved, result.event);
		return { session: result.session, cookies: result.cookies };
	} catch (error) {
		resolved.logger.error(asError(error));
		return nobody();
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
