import { decode, encode } from '@auth/core/jwt';
import { parseCookies } from '../../core/http/cookies.js';
import type { Resolved, SetCookie } from '../../core/types.js';

/** Seconds. */
const maxAge = 90 * 24 * 60 * 60;

/** With the prefix no neighbouring subdomain can plant one. */
const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.known`;

/** The cookie of a browser in which somebody gave the right password. It opens nothing: it only counts apart. */
export async function knownBrowser(resolved: Resolved, userId: string): Promise<SetCookie[]> {
	const name = cookieName(resolved);
	const secret = resolved.core.secret as string[];
	const value = await encode({ token: { userId }, secret, salt: name, maxAge });
	const { secure } = resolved;
	return [{ name, value, options: { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge } }];
}

/** Whether this person has given the right password in this browser before. */
export async function isKnownBrowser(resolved: Resolved, headers: Headers, userId: string): Promise<boolean> {
	const name = cookieName(resolved);
	const token = parseCookies(headers.get('cookie'), name).get(name);
	if (!token) return false;
	const secret = resolved.core.secret as string[];
	const known = await decode({ token, secret, salt: name }).catch(() => null);
	return known?.userId === userId;
}
