import { type ActionFailure, fail, type RequestEvent } from '@sveltejs/kit';
import type {
	AccountOverview,
	ForgotPasswordPageData,
	SetPasswordPageData,
	SignUpPageData,
} from '../accounts/types.js';
import type { AccountFailure, AccountPages } from '../core/accounts.js';
import { signInError } from '../core/errors.js';
import { locationFor } from '../core/http/redirects.js';
import { isSameOrigin } from '../core/http/same-origin.js';
import { asError } from '../core/log.js';
import { textFields } from '../core/sign-in/form.js';
import type { Resolved } from '../core/types.js';
import { leaveFor, setCookies, setRetryAfter } from './actions.js';
import { type ConfigFor, resolvedFor } from './config-for.js';
import { currentCookies, sessionOf, stateOf } from './request-state.js';

/**
 * What `form` holds after a form of an account page has failed. Never what was typed, but for the address.
 *
 * Specification: section 7.
 */
export type AccountFormFailure = {
	/** Name of the error, for code: `TooManyTries`, `PasswordTooShort` ... */
	error: string;
	/** A sentence for people. */
	message: string;
	/** Name of the field that it is about. */
	field?: string;
	/** The address that was typed. */
	email?: string;
	/** Seconds until it makes sense to try again. */
	retryAfter?: number;
};

/** A form action of an account page: it redirects when all is well. */
export type AccountAction = (
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	event: RequestEvent<any, any>,
) => Promise<ActionFailure<AccountFormFailure>>;

/** A page of accounts: `export const load = signUp.load; export const actions = signUp.actions;` */
export interface AccountPage<Data, Actions extends string> {
	/**
	 * What the page shows: plain data.
	 *
	 * @param event the request's, as SvelteKit hands it over
	 */
	// biome-ignore lint/suspicious/noExplicitAny: it fits every route
	load: (event: RequestEvent<any, any>) => Promise<Data>;
	/** Its form actions, by name. */
	actions: Record<Actions, AccountAction>;
}

/** The forms of the account page. */
const accountActions = [
	...(['profile', 'email', 'password', 'confirm', 'link', 'unlink', 'remove-passkey'] as const),
	...(['end-session', 'end-other-sessions', 'delete'] as const),
] as const;

/** The pages that accounts need. */
export interface AccountPagesResult {
	/** People make an account. */
	signUp: AccountPage<SignUpPageData, 'default'>;
	/** People who have lost their password ask for a link. */
	forgotPassword: AccountPage<ForgotPasswordPageData, 'default'>;
	/** People choose a password, behind a link. */
	setPassword: AccountPage<SetPasswordPageData, 'default'>;
	/** What is known about whoever is signed in, and what they can change. */
	account: AccountPage<AccountOverview, (typeof accountActions)[number]>;
}

/** Makes the pages of accounts. */
export function createAccountPages(configFor: ConfigFor): AccountPagesResult {
	const page = <D>(name: keyof AccountPages) => ({
		load: (event: RequestEvent) => load(event, configFor, name) as Promise<D>,
	});
	const action = (name: string) => createAction(configFor, name);
	return {
		signUp: { ...page<SignUpPageData>('signUp'), actions: { default: action('sign-up') } },
		forgotPassword: {
			...page<ForgotPasswordPageData>('forgotPassword'),
			actions: { default: action('forgot-password') },
		},
		setPassword: {
			...page<SetPasswordPageData>('setPassword'),
			actions: { default: action('set-password') },
		},
		account: {
			...page<AccountOverview>('account'),
			actions: Object.fromEntries(accountActions.map((name) => [name, action(name)])) as Record<
				(typeof accountActions)[number],
				AccountAction
			>,
		},
	};
}

async function load(event: RequestEvent, configFor: ConfigFor, name: keyof AccountPages): Promise<unknown> {
	const resolved = await resolvedFor(event, configFor);
	const state = stateOf(event);
	// Query parameters cannot be read while prerendering, and such a page is nobody's.
	if (!resolved?.accounts)
		throw new Error(`${name} needs \`accounts\` in the configuration of SvelteKitAuth`);
	const headers = new Headers(event.request.headers);
	const cookies = currentCookies(event);
	if (cookies !== null) headers.set('cookie', cookies);
	const request = { headers, fields: {}, query: event.url.searchParams };
	const session = state ? await sessionOf(event, state) : null;
	const data = await resolved.accounts.page(resolved, name, request, session);
	if (state) state.guarded = true;
	if ('leave' in data) return leaveTo(resolved, String(data.leave));
	try {
		// Not `no-referrer`: with it browsers send `Origin: null` with the form.
		event.setHeaders({ 'referrer-policy': 'same-origin' });
	} catch {
		// The application has set one.
	}
	return data;
}

function leaveTo(resolved: Resolved, target: string): never {
	const { location, external } = locationFor(target, resolved);
	return leaveFor(location, external);
}

function createAction(configFor: ConfigFor, name: string): AccountAction {
	return async (event) => {
		const resolved = await resolvedFor(event, configFor);
		const accounts = resolved?.accounts;
		if (!accounts) return fail(500, signInError('Configuration'));
		const { headers } = event.request;
		// SvelteKit checks the origin of forms, but not while developing.
		if (!isSameOrigin(headers, [resolved.origin, resolved.hostOrigin]))
			return fail(403, signInError('MissingCSRF'));
		const fields = textFields(await event.request.formData());
		const answer = await accounts
			.run(resolved, name, { headers, fields, query: event.url.searchParams })
			.catch((error: unknown): AccountFailure => {
				resolved.logger.error(asError(error));
				return { ok: false, status: 500, ...signInError('Configuration') };
			});
		if (!answer.ok) {
			const { ok: _, status, cookies = [], ...said } = answer;
			setRetryAfter(event, said.retryAfter);
			setCookies(event, cookies);
			return fail(status, said);
		}
		// A download is a matter of its endpoint.
		if ('response' in answer) return fail(400, signInError('Configuration'));
		setCookies(event, answer.cookies);
		return leaveTo(resolved, answer.redirect);
	};
}
