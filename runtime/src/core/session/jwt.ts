import { JWTSessionError } from '@auth/core/errors';
import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import { asError, wrapError } from '../log.js';
import { markUnkept } from '../provider-tokens/unkept.js';
import type { Resolved, SetCookie } from '../types.js';
import { writeSessionCookies } from './cookies.js';
import { sessionIn } from './legacy.js';
import { lifeOfToken } from './life.js';
import { publicSession } from './public.js';
import type { ReaderResult, SessionRequest } from './reader.js';

/**
 * The session of a token that was verified before, at once, where neither a callback nor an event of the application has a
 * say in it and no refresh is due: most page views of most people.
 *
 * @returns undefined when it has to be read
 */
export function knownSession(resolved: Resolved, value: string): Session | undefined {
	const { core, tokens, sessionCallback, sessionCookie, updateAge } = resolved;
	if (core.callbacks?.jwt || sessionCallback || core.events?.session) return undefined;
	const claims = tokens.shown(value, sessionCookie.name);
	if (!claims || isDue(claims, updateAge)) return undefined;
	return { user: { ...claims.user }, expires: claims.expires };
}

/** Reads a session that lives in the cookie itself. See {@link readSession}. */
export async function readJwtSession(resolved: Resolved, request: SessionRequest): Promise<ReaderResult> {
	const { core, jwt, logger, sessionCookie } = resolved;
	const payload = await decodeToken(resolved, request.value);
	if (!payload) return 'invalid';

	const life = lifeOfToken(resolved, payload);
	const isShort = life === resolved.shortSession;
	const callback = core.callbacks?.jwt;
	// A copy: callbacks may change the token in place, and the change must be seen.
	const before = callback && JSON.stringify(payload);
	if (!request.canSetCookies()) markUnkept(payload);
	try {
		const token = callback ? await callback({ token: payload } as Parameters<typeof callback>[0]) : payload;
		resolved.lastRead = { value: request.value, token: token ?? null };
		if (token === null) return 'invalid';
		// It has been told, and the cookie may be good.
		if (token === undefined) return { session: null, cookies: [] };

		const changed = before !== undefined && !sameJson(before, token);
		const due = changed || request.adopted || isDue(payload, resolved.updateAge);
		const reissue = due && request.canSetCookies();
		const newExpires = new Date(Date.now() + life * 1000);
		const expires = reissue || typeof payload.exp !== 'number' ? newExpires : new Date(payload.exp * 1000);
		const session = await publicSession({ token, expires }, resolved.sessionCallback);

		let cookies: SetCookie[] = [];
		if (reissue) {
			const value = await jwt.encode({
				...{ ...jwt, token, salt: sessionCookie.name },
				...(isShort && { maxAge: life }),
			});
			const options = { ...sessionCookie.options, ...(!isShort && { expires: newExpires }) };
			cookies = writeSessionCookies(sessionCookie.name, value, options, request.names);
		}
		return { session, cookies, ...(session && { event: { session, token } }) };
	} catch (error) {
		// A callback of the application failed. The cookie is good: keep it, so that nobody is signed out by a bug.
		logger.error(wrapError(JWTSessionError, error));
		return { session: null, cookies: [] };
	}
}

/**
 * What the session cookie of a request holds, for code that needs more than the session shows, such as an access token.
 * Where the session was read before, as the `jwt` callback left it: a token that it has just refreshed is the good one, and
 * none when it has ended the session.
 *
 * @returns null without a valid cookie, and always with database sessions: those hold no token to read
 */
export async function readToken(resolved: Resolved, cookieHeader: string | null): Promise<JWT | null> {
	if (resolved.problem || resolved.strategy !== 'jwt') return null;
	const value = await sessionIn(resolved, cookieHeader);
	if (value === '') return null;
	const known = resolved.lastRead;
	if (known?.value === value) return JSON.parse(JSON.stringify(known.token));
	const token = await decodeToken(resolved, value);
	// Whatever is made of it reaches no cookie.
	if (token) markUnkept(token);
	return token;
}

async function decodeToken(resolved: Resolved, token: string): Promise<JWT | null> {
	try {
		return await resolved.tokens.read(token, resolved.sessionCookie.name);
	} catch (error) {
		// Anyone can send rubbish, and every cookie is rubbish after a change of secret: no error, no stack.
		resolved.logger.debug('Session cookie could not be read, so it is removed.', {
			reason: asError(error).message,
		});
		return null;
	}
}

/** Whether the token is older than `updateAge`. Tokens without an issue date come from a custom `jwt.encode`. */
function isDue({ iat }: Pick<JWT, 'iat'>, updateAge: number): boolean {
	return typeof iat !== 'number' || iat + updateAge <= Date.now() / 1000;
}

function sameJson(before: string, token: JWT): boolean {
	const after = JSON.stringify(token);
	return after === before || equal(JSON.parse(before), JSON.parse(after));
}

function equal(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b))
		return false;
	const keys = Object.keys(a);
	if (keys.length !== Object.keys(b).length) return false;
	const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
	return keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key]));
}
