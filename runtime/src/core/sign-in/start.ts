import { clearCookies, parseCookies } from '../http/cookies.js';
import { parseHttpUrl } from '../http/origin.js';
import { localPath, safeTarget } from '../http/redirects.js';
import type { Resolved, SetCookie } from '../types.js';

/** Seconds. As long as a link of an e-mail is good. */
const maxAge = 24 * 60 * 60;

/** With the prefix no neighbouring subdomain can plant one. */
const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.start`;
const options = ({ secure }: Resolved) =>
	({ httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge }) satisfies SetCookie['options'];

/** What is to be known when people come back from a provider or by a link. */
interface Start {
	/** The sign-in page that they came from, where it is not the configuration's. */
	page: string;
	/** Whether they ticked `remember`. */
	remember: boolean;
}

/** Cookies that keep it, and take back what was begun before. */
export function startCookies(resolved: Resolved, headers: Headers, { page, remember }: Start): SetCookie[] {
	const kept = new URLSearchParams({ ...(page && { page }), ...(remember && { remember: '1' }) });
	if (kept.size === 0) return clearStart(resolved, headers);
	return [{ name: cookieName(resolved), value: kept.toString(), options: options(resolved) }];
}

export function readStart(resolved: Resolved, headers: Headers): Start {
	const name = cookieName(resolved);
	const kept = new URLSearchParams(parseCookies(headers.get('cookie'), name).get(name));
	const page = safeTarget(kept.get('page'), resolved.origin, '');
	return { page: page.startsWith('/') ? page : '', remember: isTicked(kept.get('remember')) };
}

export function clearStart(resolved: Resolved, headers: Headers): SetCookie[] {
	const name = cookieName(resolved);
	const present = parseCookies(headers.get('cookie'), name).has(name);
	return present ? clearCookies([name], options(resolved)) : [];
}

/** What a checkbox sends, or a script. */
export const isTicked = (value: unknown): boolean => !/^(|0|false|off|null|undefined)$/.test(String(value));

/** By its name: a localized page, and one for other people, is called as the configuration's is. */
export function isSignInPage({ signInPage, basePath, origin }: Resolved, { pathname }: URL): boolean {
	const last = (path: string) => path.replace(/\/+$/, '').split('/').at(-1);
	return pathname === `${basePath}/signin` || last(pathname) === last(new URL(signInPage, origin).pathname);
}

/**
 * Where a sign-in that starts comes from, as the browser says it.
 *
 * @param own path of the page whose action runs
 * @param lazy whether the configuration's is kept, too: that of the provider's answer may be another
 * @returns the sign-in page, where it is another than the configuration's, and where to go afterwards
 */
export function cameFrom(
	resolved: Resolved,
	headers: Headers,
	own?: string,
	lazy?: boolean,
): { page: string; wanted: string | undefined } {
	const { origin, hostOrigin, signInPage, base } = resolved;
	const referer = parseHttpUrl(headers.get('referer') ?? '');
	const from = referer && [origin, hostOrigin].includes(referer.origin) ? referer : null;
	const path = from ? localPath(from) : undefined;
	const query = from?.searchParams;
	const told = query?.get('redirectTo') ?? query?.get('callbackUrl') ?? undefined;
	const isPage = from !== null && (from.pathname === own || isSignInPage(resolved, from));
	const page = isPage || told !== undefined ? from?.pathname : undefined;
	return {
		page: page && (lazy || page !== new URL(signInPage, origin).pathname) ? page : '',
		// Home is where a sign-in ends anyway.
		wanted: isPage ? told : path === (base || '/') ? undefined : path,
	};
}
