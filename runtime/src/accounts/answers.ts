import { decode, encode } from '@auth/core/jwt';
import type {
	AccountAnswer,
	AccountFailure,
	AccountPageData,
	AccountPages,
	AccountRequest,
} from '../core/accounts.js';
import { withBase } from '../core/http/base.js';
import { clearCookies, parseCookies } from '../core/http/cookies.js';
import { withQuery } from '../core/http/redirects.js';
import { isDevelopmentProcess } from '../core/providers/development.js';
import type { Resolved, SetCookie } from '../core/types.js';
import { accountMessage, type MessageDetails } from './messages.js';
import type { AccountsContext } from './types.js';

/** What goes from a form to the page that is shown next, and is no matter of its address. */
export interface Remembered {
	/** The address that was typed. */
	email?: string | undefined;
	/** Where the link of a mail leads; only while developing, without a mailer. */
	link?: string | undefined;
}

/** Seconds. */
const maxAge = 10 * 60;

const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.form`;
const options = ({ secure }: Resolved) =>
	({ httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge }) satisfies SetCookie['options'];

/** The path of a page, with the application's base. */
export const pathOf = ({ pages }: AccountsContext, { base }: Resolved, page: keyof AccountPages): string =>
	withBase(pages[page], base);

/**
 * All went well: the page says so.
 *
 * @param name what was done, as in `messages.ts`
 */
export async function done(
	context: AccountsContext,
	resolved: Resolved,
	page: keyof AccountPages,
	name: string,
	{ cookies = [], ...remembered }: Remembered & { cookies?: SetCookie[] } = {},
): Promise<AccountAnswer> {
	const redirect = withQuery(pathOf(context, resolved, page), { done: name });
	return { ok: true, redirect, cookies: [...cookies, ...(await remember(resolved, remembered))] };
}

/** What is told of a failure besides its name. */
interface FailureDetails extends MessageDetails {
	field?: string | undefined;
	cookies?: SetCookie[] | undefined;
}

/**
 * Something that the person has to do.
 *
 * @param name as in `messages.ts`
 */
export function failed(status: number, name: string, more: FailureDetails = {}): AccountFailure {
	const { page: _, minLength: __, maxLength: ___, ...rest } = more;
	const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
	return { ok: false, status, error: name, message: accountMessage(name, more), ...given };
}

/** The cookie that keeps what was typed for the page that is shown next. Sealed: it holds an address. */
export async function remember(resolved: Resolved, { email, link }: Remembered): Promise<SetCookie[]> {
	const name = cookieName(resolved);
	if (!email && !link) return [];
	const secret = resolved.core.secret as string[];
	const value = await encode({ token: { email, link }, secret, salt: name, maxAge });
	return [{ name, value, options: options(resolved) }];
}

/** Removes what was kept, where something was. */
export function forget(resolved: Resolved, headers: Headers): SetCookie[] {
	const name = cookieName(resolved);
	const present = parseCookies(headers.get('cookie'), name).has(name);
	return present ? clearCookies([name], options(resolved)) : [];
}

/** What every page gets. */
export async function basicData(
	resolved: Resolved,
	page: keyof AccountPages,
	{ headers, query }: AccountRequest,
): Promise<AccountPageData> {
	const [error, done] = [query.get('error'), query.get('done')];
	const field = query.get('field');
	// Only beside what it belongs to: reading a page anew, days later, is no reason to show an address.
	const { email, link } = error || done ? await readRemembered(resolved, headers) : {};
	return {
		action: `${resolved.basePath}/account`,
		error: error
			? {
					name: error,
					message: accountMessage(error, { page, email }),
					...(field && /^[a-z]+$/.test(field) && { field }),
				}
			: null,
		done: done ? { name: done, message: accountMessage(done, { page, email }) } : null,
		email: email ?? '',
		link: (showsLinks(resolved) && link) || null,
	};
}

/** Both locks of test people: what a mail would have said is shown to whoever develops, and to nobody else. */
export const showsLinks = ({ dev }: Resolved): boolean => dev && isDevelopmentProcess();

async function readRemembered(resolved: Resolved, headers: Headers): Promise<Remembered> {
	const name = cookieName(resolved);
	const token = parseCookies(headers.get('cookie'), name).get(name);
	if (!token) return {};
	const secret = resolved.core.secret as string[];
	return ((await decode({ token, secret, salt: name }).catch(() => null)) ?? {}) as Remembered;
}
