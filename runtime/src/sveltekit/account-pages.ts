import { fail, type RequestEvent } from '@sveltejs/kit';
import type {
	AccountOverview,
	ForgotPasswordPageData,
	SetPasswordPageData,
	SignUpPageData,
} from '../accounts/types.js';
import type { AccountFailure, AccountPages } from '../core/accounts.js';
import { signInError } from '../core/errors.js';
import { textFields } from '../core/http/body.js';
import { locationFor } from '../core/http/redirects.js';
import { isSameOrigin } from '../core/http/same-origin.js';
import { asError } from '../core/log.js';
import type { Resolved } from '../core/types.js';
import { type AccountAction, type AccountPagesResult, accountActions } from './account-types.js';
import { leaveFor, setCookies, setRetryAfter } from './actions.js';
import { type ConfigFor, resolvedFor } from './config-for.js';
import { currentCookies, sessionOf, stateOf } from './request-state.js';

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
