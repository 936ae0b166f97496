import type {
	AccountOverview,
	ForgotPasswordPageData,
	SetPasswordPageData,
	SignUpPageData,
} from '../../accounts/types.js';
import type { AccountPages } from '../../core/accounts.js';
import { parseHttpUrl } from '../../core/http/origin.js';
import { requestedPage, routerRedirect } from '../location.js';
import { currentCookies, resolvedOf, sessionOf } from '../request-state.js';
import { requestEvent } from '../session.js';
import type { SolidAuthInput, SolidEvent } from '../types.js';
import type { SignInPageOptions } from './sign-in.js';

/**
 * What each page of accounts shows.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface AccountPageOf {
	/** People make an account. */
	signUp: SignUpPageData;
	/** People who have lost their password ask for a link. */
	forgotPassword: ForgotPasswordPageData;
	/** People choose a password, behind a link. */
	setPassword: SetPasswordPageData;
	/** What is known about whoever is signed in, and what they can change. */
	account: AccountOverview;
}

/**
 * What a page of accounts shows. Its forms are plain ones, `<form method="post" action={`${page.action}/sign-up`}>`: they work
 * without JavaScript, need no token (the endpoint checks the origin), and a mistake comes back as `error`.
 *
 * ```ts
 * const getSignUp = query(async (search: string) => {
 *   'use server';
 *   return accountPage(getRequestEvent(), authConfig, 'signUp', { search });
 * }, 'sign-up-page');
 * ```
 *
 * Specification: section 7.
 *
 * @param event `getRequestEvent()` inside a server function
 * @param config the same value that {@link SolidAuth} got
 * @param name of the page
 * @param options the page's query
 * @returns plain data
 * @throws TypeError outside of a request; Error when the configuration has no `accounts` or the database is down; Response: a
 *   redirect to the sign-in page, where the page is for people who are signed in
 */
export async function accountPage<N extends keyof AccountPages>(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	name: N,
	options: SignInPageOptions = {},
): Promise<AccountPageOf[N]> {
	const current = requestEvent(event);
	const resolved = await resolvedOf(current, config);
	if (!resolved.accounts) throw new Error(`${name} needs \`accounts\` in the configuration`);
	const { request, response } = current;
	// A server function's argument: whoever calls it decides what it is.
	const page = requestedPage(request, resolved);
	const search =
		typeof options.search === 'string'
			? options.search
			: (parseHttpUrl(new URL(page ?? '/', resolved.origin).href)?.search ?? '');
	const headers = new Headers(request.headers);
	const cookies = currentCookies(request);
	if (cookies !== null) headers.set('cookie', cookies);
	const session = await sessionOf(current, config);
	const asked = { headers, fields: {}, query: new URLSearchParams(search) };
	const data = await resolved.accounts.page(resolved, name, asked, session);
	if ('leave' in data) throw routerRedirect(resolved, data.leave, 302);
	try {
		response.headers.append('cache-control', 'private, no-store');
		// Not `no-referrer`: with it browsers send `Origin: null` with the form.
		response.headers.append('referrer-policy', 'same-origin');
	} catch {
		// The response has begun: what is sent by a server function is for nobody else anyway.
	}
	return data as AccountPageOf[N];
}
