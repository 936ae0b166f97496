import type { AdapterUser } from '@auth/core/adapters';
import { clearCookies, parseCookies } from '../../core/http/cookies.js';
import type { Resolved, SetCookie } from '../../core/types.js';
import type { Purpose } from '../mails/password-link.js';
import { identifierOf, readToken } from '../tokens.js';
import type { AccountsContext } from '../types.js';

/** The link of a mail that leads to the page to choose a password. */
export interface Link {
	purpose: Purpose;
	/** Under what its token is kept. */
	identifier: string;
	hash: string;
	expires: Date;
	/** Whose it is. */
	email: string;
	/** Whom it is about; nobody yet when they sign up. */
	user: AdapterUser | null;
	payload: Readonly<Record<string, string>>;
}

/** Seconds. From opening the link to sending the form. */
const maxAge = 60 * 60;

const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.set-password`;
const options = ({ secure }: Resolved) =>
	({ httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge }) satisfies SetCookie['options'];

/** Keeps the token of a link that was opened: it stands in no address from then on, and so in no log, history or `Referer`. */
export function keepLink(resolved: Resolved, purpose: Purpose, token: string): SetCookie {
	return { name: cookieName(resolved), value: `${purpose}.${token}`, options: options(resolved) };
}

export const dropLink = (resolved: Resolved): SetCookie[] =>
	clearCookies([cookieName(resolved)], options(resolved));

/** The link that was opened in this browser, or null when it is used up, over, or was never one. Nothing is used up by looking. */
export async function openedLink(
	{ store, adapter }: AccountsContext,
	resolved: Resolved,
	headers: Headers,
): Promise<Link | null> {
	const name = cookieName(resolved);
	const value = parseCookies(headers.get('cookie'), name).get(name) ?? '';
	const [, purpose, text] = /^(signup|reset)\.(.+)$/.exec(value) ?? [];
	if (!isPurpose(purpose)) return null;
	const token = await readToken(purpose, text);
	const found = token && (await store.findToken(token.hash));
	const start = identifierOf(purpose, '');
	if (!token || !found?.identifier.startsWith(start) || found.expires.getTime() <= Date.now()) return null;
	const { identifier, expires } = found;
	const who = identifier.slice(start.length);
	const user = purpose === 'reset' ? await adapter.getUser(who) : null;
	const email = purpose === 'signup' ? who : user?.email;
	return email ? { purpose, identifier, expires, email, user, ...token } : null;
}

export const isPurpose = (text: string | undefined): text is Purpose => text === 'signup' || text === 'reset';
