import { Auth, raw } from '@auth/core';
import { AuthError, CredentialsSignin } from '@auth/core/errors';
import { coreConfig } from '../auth-core/config.js';
import type { Outcome } from '../auth-core/outcome.js';
import { coreRequest, endpointUrl, setAuthorizationParams, settleCookies } from '../auth-core/request.js';
import { clientError, configurationError, type SignInError, signInError } from '../errors.js';
import { safeTarget, withQuery } from '../http/redirects.js';
import type { Run } from '../linking/index.js';
import { canLink, clearIntent, startIntent } from '../linking/intent.js';
import { asError } from '../log.js';
import { unfinished } from '../providers/check.js';
import { isUsableEmail } from '../providers/email.js';
import { findProvider } from '../providers/index.js';
import { isSession } from '../session/life.js';
import { leave, leaverOf } from '../sign-out/index.js';
import type { Resolved, SetCookie } from '../types.js';
import { cameFrom, isTicked, startCookies } from './start.js';

/** What an action came to: where to send the browser, or what to tell the person. */
export type ActionResult =
	| { ok: true; redirect: string; cookies: SetCookie[] }
	| ({
			ok: false;
			status: number;
			/** Seconds. */
			retryAfter?: number;
	  } & SignInError);

export interface SignInRequest {
	/** The browser's request: its headers are handed on, so that `authorize` sees them. */
	request: { headers: Headers };
	providerId: string | undefined;
	/** Where to go afterwards. Passes `callbacks.redirect`. */
	redirectTo: string | undefined;
	/** What the person typed. */
	fields: Readonly<Record<string, string>>;
	/** Additional parameters for the provider's authorization page, such as `login_hint`. */
	authorizationParams?: Readonly<Record<string, string>>;
	/** Whether the provider's account is to be added to who is signed in. */
	link?: boolean;
	/** Path of the page whose action runs. */
	page?: string | undefined;
	/** Whether requests get configurations of their own: the provider's answer may have another sign-in page. */
	lazy?: boolean;
}

/**
 * Signs in, or starts to. The caller has proven that the request comes from our own pages.
 *
 * Specification: sections 4.2 (sign-in form action), 5 and 7.
 *
 * @returns mistakes of people and of the configuration as values; it throws nothing
 */
export async function signIn(resolved: Resolved, request: SignInRequest): Promise<ActionResult> {
	if (resolved.problem) return misconfigured(resolved, resolved.problem.message);
	const { providerId, fields } = request;
	const { headers } = request.request;
	const { page, wanted } = cameFrom(resolved, headers, request.page, request.lazy);
	const target = safeTarget(request.redirectTo ?? wanted, resolved.origin, resolved.base || '/');
	if (!providerId) {
		return { ok: true, redirect: withQuery(resolved.signInPage, { redirectTo: target }), cookies: [] };
	}
	const provider = findProvider(resolved.providers, providerId);
	if (!provider || provider.type === 'webauthn') return failure(400, 'UnknownProvider');
	if (provider.type === 'email' && !isUsableEmail(provider, fields.email))
		return failure(400, 'EmailSignInError');
	const missing = unfinished(provider);
	if (missing) return misconfigured(resolved, missing);

	const action = provider.type === 'credentials' ? 'callback' : 'signin';
	const url = endpointUrl(resolved, action, providerId);
	setAuthorizationParams(url, Object.entries(request.authorizationParams ?? {}));
	const body = new URLSearchParams({ ...fields, callbackUrl: target });
	const remember = isTicked(fields.remember);
	const life = action === 'callback' && !remember ? resolved.shortSession : undefined;
	const start = action === 'signin' ? startCookies(resolved, headers, { page, remember }) : [];
	if (!canLink(provider)) {
		const result = await runAction(resolved, headers, url, body, { action, provider }, life);
		return withMore(result, start);
	}
	const intent = request.link
		? await startIntent(resolved, headers, providerId)
		: clearIntent(resolved, headers);
	if (intent === 'Configuration') return failure(500, intent);
	if (intent === 'SessionEnded') return failure(401, intent);
	const result = await runAction(resolved, headers, url, body, { action, provider });
	return withMore(result, [...start, ...[intent].flat()]);
}

const withMore = (result: ActionResult, more: SetCookie[]): ActionResult =>
	result.ok ? { ...result, cookies: [...result.cookies, ...more] } : result;

/**
 * Ends the session. The caller has proven that the request comes from our own pages.
 *
 * Specification: section 4.2 (sign-out form action).
 *
 * @param atProvider the form's field of that name
 */
export async function signOut(
	resolved: Resolved,
	{ headers }: { headers: Headers },
	redirectTo: string | undefined,
	atProvider?: string,
): Promise<ActionResult> {
	if (resolved.problem) return misconfigured(resolved, resolved.problem.message);
	const target = safeTarget(redirectTo, resolved.origin, resolved.base || '/');
	const body = new URLSearchParams({ callbackUrl: target });
	const run = { action: 'signout', provider: undefined };
	const leaver = await leaverOf(resolved, headers, atProvider);
	const result = await runAction(resolved, headers, endpointUrl(resolved, 'signout'), body, run);
	if (!leaver || !result.ok) return result;
	const left = await leave(resolved, headers, leaver, result.redirect);
	return left ? withMore({ ...result, redirect: left.redirect }, left.cookies) : result;
}

async function runAction(
	resolved: Resolved,
	headers: Headers,
	url: URL,
	body: URLSearchParams,
	run: Omit<Run, 'headers'>,
	life?: number,
): Promise<ActionResult> {
	const type = 'application/x-www-form-urlencoded';
	const request = await coreRequest(resolved, { headers }, url, { text: body.toString(), type });
	// With this header the core answers errors instead of throwing them.
	request.headers.delete('x-auth-return-redirect');
	const outcome: Outcome = {};
	try {
		const core = { verified: true, run: { ...run, headers: request.headers }, life, outcome };
		const config = coreConfig(resolved, core);
		const result: unknown = await Auth(request, { ...config, raw: raw as typeof raw });
		// A configuration error comes back as a finished Response, even in raw mode. It has been logged.
		if (result instanceof Response) return failure(500, 'Configuration');
		const { redirect, cookies = [] } = result as { redirect?: string; cookies?: SetCookie[] };
		const settled = settleCookies(resolved, headers, cookies);
		if (life) for (const cookie of settled) if (isSession(resolved, cookie)) delete cookie.options.expires;
		const all = [...settled, ...(outcome.cookies ?? [])];
		return { ok: true, redirect: redirect ?? (resolved.base || '/'), cookies: all };
	} catch (error) {
		if (outcome.failure) return outcome.failure;
		// The core has logged it already when it is one of its own.
		if (!(error instanceof AuthError)) resolved.logger.error(asError(error));
		return failureOf(error);
	}
}

function failureOf(error: unknown): ActionResult {
	if (error instanceof CredentialsSignin) return failure(400, 'CredentialsSignin', error.code);
	const type = error instanceof AuthError ? clientError(error.type) : 'Configuration';
	return failure(type === 'Configuration' ? 500 : type === 'AccessDenied' ? 403 : 400, type);
}

function misconfigured(resolved: Resolved, detail: string): ActionResult {
	return { ok: false, status: 500, ...configurationError(resolved.dev, detail) };
}

function failure(status: number, error: string, code?: string): ActionResult {
	return { ok: false, status, ...signInError(error, code) };
}
