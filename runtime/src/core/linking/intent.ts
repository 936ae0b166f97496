import { MissingAdapter } from '@auth/core/errors';
import { decode, encode } from '@auth/core/jwt';
import { clearCookies, parseCookies } from '../http/cookies.js';
import type { Resolved, ResolvedProvider, SetCookie } from '../types.js';
import { signedIn } from './session.js';

/** Seconds. As long as the core's own checks of a sign-in: what is begun is over when they are. */
const maxAge = 15 * 60;

/** With the prefix no neighbouring subdomain can plant one. */
const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.link`;
const options = ({ secure }: Resolved) =>
	({ httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge }) satisfies SetCookie['options'];

/** Only these link: a link of an e-mail signs in whoever has the address, and passkeys are registered on purpose. */
export function canLink(provider: ResolvedProvider | undefined): boolean {
	return provider?.type === 'oauth' || provider?.type === 'oidc';
}

/**
 * Begins to link: whoever comes back from the provider in this session gets the account added. The caller has proven that
 * the request comes from our own pages.
 *
 * @returns the cookie that says so, or the name of the mistake
 */
export async function startIntent(
	resolved: Resolved,
	headers: Headers,
	provider: string,
): Promise<SetCookie | 'SessionEnded' | 'Configuration'> {
	if (!resolved.core.adapter) {
		resolved.logger.error(
			new MissingAdapter('Without an adapter there is nothing that accounts could be linked to.'),
		);
		return 'Configuration';
	}
	const who = await signedIn(resolved, headers);
	if (!who) return 'SessionEnded';
	const name = cookieName(resolved);
	const secret = resolved.core.secret as string[];
	const value = await encode({ token: { ...who, provider }, secret, salt: name, maxAge });
	return { name, value, options: options(resolved) };
}

/**
 * What was begun in this browser: `none`, which anything that is not sealed by us is, too; `holds` in the same session and
 * for the same provider; else `over`.
 */
export async function readIntent(
	resolved: Resolved,
	headers: Headers,
	provider: string,
): Promise<'none' | 'holds' | 'over'> {
	const name = cookieName(resolved);
	const value = parseCookies(headers.get('cookie'), name).get(name);
	if (!value) return 'none';
	const secret = resolved.core.secret as string[];
	const intent = await decode({ token: value, secret, salt: name }).catch(() => null);
	if (!intent) return 'none';
	const who = await signedIn(resolved, headers);
	const same = who?.userId === intent.userId && who?.session === intent.session;
	return same && intent.provider === provider ? 'holds' : 'over';
}

/** Removes what was begun: a plain sign-in that follows it must not come to be a link. */
export function clearIntent(resolved: Resolved, headers: Headers): SetCookie[] {
	const name = cookieName(resolved);
	const present = parseCookies(headers.get('cookie'), name).has(name);
	return present ? clearCookies([name], options(resolved)) : [];
}
