import type { JWT } from '@auth/core/jwt';
import type { Resolved, SetCookie } from '../types.js';
import { sessionIn } from './legacy.js';

/** Rows keep no word of how long a session was meant to last: its token does, which nobody can change. */
export const shortToken = 'short.';

/** Seconds that a session in the database lasts. */
export const lifeOfRow = ({ shortSession, maxAge }: Resolved, token: string): number =>
	shortSession && token.startsWith(shortToken) ? shortSession : maxAge;

/** Seconds that a token lasts: what was made for a short time stays so. A second, since two dates are taken. */
export function lifeOfToken({ shortSession, maxAge }: Resolved, { exp, iat }: JWT): number {
	return shortSession && Number(exp) - Number(iat) <= shortSession + 1 ? shortSession : maxAge;
}

/** The life of a session that somebody changes: undefined for one that is not short. */
export async function lifeOfCurrent(resolved: Resolved, headers: Headers): Promise<number | undefined> {
	const { shortSession, strategy, tokens, sessionCookie } = resolved;
	if (!shortSession) return undefined;
	const value = await sessionIn(resolved, headers.get('cookie'));
	const life =
		strategy === 'database'
			? lifeOfRow(resolved, value)
			: lifeOfToken(resolved, (await tokens.read(value, sessionCookie.name).catch(() => null)) ?? {});
	return life === shortSession ? life : undefined;
}

/** Whether a cookie is the session, or a piece of it. */
export const isSession = ({ sessionCookie }: Resolved, { name }: SetCookie): boolean =>
	name.startsWith(sessionCookie.name);
