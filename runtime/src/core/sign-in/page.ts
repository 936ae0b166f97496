import type { Session } from '@auth/core/types';
import type { AccountNotice, AccountsPlug } from '../accounts.js';
import { configurationError, type SignInError, signInError } from '../errors.js';
import { withBase } from '../http/base.js';
import { locationFor, wrapRedirectCallback } from '../http/redirects.js';
import { lastWayIn } from '../last-way.js';
import { unfinished } from '../providers/check.js';
import type { Resolved } from '../types.js';
import { type PasskeyOption, passkeyOptions, type SignInOption, signInOptions } from './options.js';

/**
 * What a sign-in page shows: plain data.
 *
 * Specification: sections 5 and 7 (`error` and `code` in the sign-in page's URL).
 */
export interface SignInPageData {
	/** Ways to sign in, in the order of the config. */
	providers: SignInOption[];
	/** Providers of passkeys: `signIn(id, { basePath, redirectTo })` of the entry `/webauthn` uses them. */
	passkeys: PasskeyOption[];
	/** Where the auth endpoints are, with the host's base: what the clients want to know. */
	basePath: string;
	/** Where the person wanted to go: a path of this site, unless `callbacks.redirect` allows others. */
	redirectTo: string;
	/** What went wrong before the person came here, or null. */
	error: SignInError | null;
	/** Who is signed in already, or null. */
	session: Session | null;
	/** Where accounts are set up: paths of the pages to sign up and to set a new password. */
	accounts?: { signUp: string; forgotPassword: string };
	/** Where accounts are set up: what was done before the person came here, or null. */
	done?: AccountNotice | null;
}

/**
 * Collects what a sign-in page shows.
 *
 * Specification: sections 5 and 7 (`error` and `code` in the sign-in page's URL).
 *
 * @param query the page's query
 * @param cookies of the request
 */
export async function signInPageData(
	resolved: Resolved,
	query: URLSearchParams,
	session: Session | null,
	cookies: string | null,
): Promise<SignInPageData> {
	const { dev, problem } = resolved;
	// While developing its form says what it lacks; people can do nothing about it.
	const listed = resolved.providers.filter((provider) => dev || problem || !unfinished(provider));
	const isEmpty = listed.length === 0 && resolved.providers.length > 0;
	// Where there is but one way nobody takes another.
	const last = resolved.accounts && listed.length > 1 ? lastWayIn(resolved, cookies) : undefined;
	return {
		providers: signInOptions(listed, last),
		passkeys: passkeyOptions(listed, last),
		basePath: resolved.basePath,
		redirectTo: await wantedTarget(resolved, query.get('redirectTo') ?? query.get('callbackUrl')),
		error: problem
			? configurationError(dev, problem.message)
			: (errorIn(query) ?? (isEmpty ? signInError('Configuration') : null)),
		session,
		...(resolved.accounts && accountsData(resolved, resolved.accounts, query)),
	};
}

function accountsData(
	{ base }: Resolved,
	{ pages, said }: AccountsPlug<Resolved>,
	query: URLSearchParams,
): Pick<SignInPageData, 'accounts' | 'done'> {
	const [signUp, forgotPassword] = [withBase(pages.signUp, base), withBase(pages.forgotPassword, base)];
	return { accounts: { signUp, forgotPassword }, done: said(query) };
}

async function wantedTarget(resolved: Resolved, wanted: string | null): Promise<string> {
	const { origin, base, core } = resolved;
	const decide = core.callbacks?.redirect ?? wrapRedirectCallback(undefined, base);
	const target = await decide({ url: wanted ?? (base || '/'), baseUrl: origin });
	return locationFor(target, resolved).location;
}

function errorIn(query: URLSearchParams): SignInError | null {
	const error = query.get('error');
	if (!error) return null;
	return signInError(error.slice(0, 100), query.get('code')?.slice(0, 100));
}
