import { decode, encode } from '@auth/core/jwt';
import { clearCookies } from '../http/cookies.js';
import { readSessionCookies, writeSessionCookies } from '../session/cookies.js';
import type { Resolved, SetCookie } from '../types.js';

/** Seconds. Long enough to read what the provider asks. */
const maxAge = 10 * 60;

/** With the prefix no neighbouring subdomain can plant one. */
const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.sign-out`;
const options = ({ secure }: Resolved) =>
	({ httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge }) satisfies SetCookie['options'];

/** Characters. Servers refuse heads above 16 kB, and a browser sends other cookies, too. */
const longest = 9000;

/** What is known of somebody who is at the provider, to sign out there. */
export interface UnderWay {
	/** What the provider sends back; `''` for those that send back nothing. */
	state: string;
	/** Where the person is to end. */
	target: string;
	/** What is too long for a URL. */
	form?: { action: string; name: string; fields: Record<string, string> };
}

/** @returns cookies that keep it, or null when they would be too large */
export async function keepUnderWay(
	resolved: Resolved,
	headers: Headers,
	underWay: UnderWay,
): Promise<SetCookie[] | null> {
	const name = cookieName(resolved);
	const secret = resolved.core.secret as string[];
	const value = await encode({ token: { ...underWay }, secret, salt: name, maxAge });
	const { names } = readSessionCookies(headers.get('cookie'), name);
	return value.length > longest ? null : writeSessionCookies(name, value, options(resolved), names);
}

/** Null where nothing is under way in this browser, which what was not sealed by us is, too. */
export async function readUnderWay(resolved: Resolved, headers: Headers): Promise<UnderWay | null> {
	const name = cookieName(resolved);
	const [value] = readSessionCookies(headers.get('cookie'), name).values;
	if (!value) return null;
	const secret = resolved.core.secret as string[];
	const kept = await decode({ token: value, secret, salt: name }).catch(() => null);
	return kept as UnderWay | null;
}

export function clearUnderWay(resolved: Resolved, headers: Headers): SetCookie[] {
	const { names } = readSessionCookies(headers.get('cookie'), cookieName(resolved));
	return clearCookies(names, options(resolved));
}
