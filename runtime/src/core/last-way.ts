import { parseCookies } from './http/cookies.js';
import type { Resolved, SetCookie } from './types.js';

/** Seconds. */
const maxAge = 365 * 24 * 60 * 60;

/** With the prefix no neighbouring subdomain can plant one. */
const cookieName = ({ secure }: Pick<Resolved, 'secure'>) => `${secure ? '__Host-' : ''}authgraft.way`;

/**
 * The cookie of a browser in which somebody signed in: by which provider, and nothing of the person. It opens nothing, and is
 * never shown: the sign-in page marks the provider of this id, so that people do not make a second account by another one.
 *
 * @param provider id of the provider
 */
export function lastWay(resolved: Pick<Resolved, 'secure'>, provider: string): SetCookie {
	const { secure } = resolved;
	const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge } as const;
	return { name: cookieName(resolved), value: provider, options };
}

/** Id of the provider by which somebody signed in here last, as the browser says. */
export function lastWayIn(resolved: Pick<Resolved, 'secure'>, cookies: string | null): string | undefined {
	const name = cookieName(resolved);
	return parseCookies(cookies, name).get(name);
}
