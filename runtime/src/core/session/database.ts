import type { Adapter } from '@auth/core/adapters';
import { SessionTokenError } from '@auth/core/errors';
import { clearCookies, twins } from '../http/cookies.js';
import { wrapError } from '../log.js';
import type { Resolved } from '../types.js';
import { refreshOnce } from './database-refresh.js';
import { lifeOfRow } from './life.js';
import { publicSession } from './public.js';
import type { ReaderResult, SessionRequest } from './reader.js';

type SessionAdapter = Required<Pick<Adapter, 'getSessionAndUser' | 'deleteSession' | 'updateSession'>>;

/** Looks a session up by the token in the cookie. See {@link readSession}. */
export async function readDatabaseSession(
	resolved: Resolved,
	request: SessionRequest,
): Promise<ReaderResult> {
	const { core, updateAge, logger, sessionCookie, shortSession } = resolved;
	const maxAge = lifeOfRow(resolved, request.value);
	const adapter = core.adapter as SessionAdapter;
	const sessionToken = request.value;
	try {
		const found = await adapter.getSessionAndUser(sessionToken);
		if (!found) return 'invalid';

		// Some adapters hand out strings. A date that is none must not become a session without an end.
		const expires = new Date(found.session.expires);
		if (Number.isNaN(expires.getTime())) throw new TypeError('adapter: `expires` of the session is no date');
		if (expires.getTime() < Date.now()) {
			await adapter.deleteSession(sessionToken);
			return 'invalid';
		}

		// The row keeps no date of its last update: it was `maxAge` before the expiry.
		const isDue = (expires: Date) => expires.getTime() - maxAge * 1000 + updateAge * 1000 <= Date.now();
		const moved = isDue(expires) && request.canSetCookies() ? await moveOn(isDue) : null;
		const { name, options } = sessionCookie;
		const until = moved ?? (request.adopted && request.canSetCookies() ? expires : null);
		const expiring = { ...options, ...(until && maxAge !== shortSession && { expires: until }) };
		const written = until ? [{ name, value: sessionToken, options: expiring }] : [];
		const isOlder = (other: string) => until && resolved.legacyCookies.length > 0 && other !== name;
		const older = clearCookies(request.names.filter(isOlder), options);
		const cookies = [...twins(written), ...written, ...older];
		const row = { user: found.user, session: { expires: moved ?? expires } };
		const session = await publicSession(row, resolved.sessionCallback);
		return { session, cookies, ...(session && { event: { session } }) };
	} catch (error) {
		// The database is down, or a callback failed. Keep the cookie: it is good again when they are.
		logger.error(wrapError(SessionTokenError, error));
		return { session: null, cookies: [] };
	}

	async function moveOn(isDue: (expires: Date) => boolean): Promise<Date | null> {
		try {
			return await refreshOnce(adapter, sessionToken, { maxAge, isDue });
		} catch (error) {
			// It was read, so it is good; a database that cannot be written to signs nobody out.
			logger.error(wrapError(SessionTokenError, error));
			return null;
		}
	}
}
