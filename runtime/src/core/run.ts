import { type AuthConfig, skipCSRFCheck } from '@auth/core';
import type { Adapter } from '@auth/core/adapters';
import type { AuthError } from '@auth/core/errors';
import type { Provider } from '@auth/core/providers';
import type { LoggerInstance } from '@auth/core/types';
import { clearCookies, parseCookies, readSessionCookie } from './cookies.js';
import { isDevelopmentProvider } from './development.js';
import { developmentSessions } from './development-session.js';
import { parseHttpUrl } from './origin.js';
import type { Resolved, ResolvedProvider, SetCookie } from './types.js';

/** Headers that describe the body that arrived, not the one that is handed on. */
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];

/** A request for the core, under the resolved origin. */
export function coreRequest(
	resolved: Resolved,
	original: { headers: Headers },
	url: URL,
	body?: { text: string; type: string },
): Request {
	const headers = new Headers(original.headers);
	for (const name of bodyHeaders) headers.delete(name);
	dropMisleadingCookies(headers, resolved);
	if (!body) return new Request(url, { headers });
	headers.set('content-type', body.type);
	return new Request(url, { method: 'POST', headers, body: body.text });
}

/**
 * Takes cookies out that would mislead the core: it takes every cookie whose name begins like that of the session for a
 * part of it, so that anybody on a neighbouring subdomain could sign people out for good; and it answers 500 to
 * everything as long as there is a callback-url cookie that is no URL.
 */
function dropMisleadingCookies(headers: Headers, { core, secure, sessionCookie }: Resolved): void {
	const header = headers.get('cookie');
	if (header === null) return;
	const cookies = parseCookies(header);
	const session = sessionCookie.name;
	const parts = usedParts(cookies, session);
	const target = core.cookies?.callbackUrl?.name ?? `${secure ? '__Secure-' : ''}authjs.callback-url`;
	const kept = header.split(';').filter((pair) => {
		const [name = ''] = parseCookies(pair).keys();
		if (name === target) return parseHttpUrl(cookies.get(name)) !== null;
		return !name.startsWith(session) || parts.includes(name);
	});
	headers.set('cookie', kept.join(';'));
}

/** The cookies that make up the session: where there is a whole one, its pieces are left over from another. */
function usedParts(cookies: ReadonlyMap<string, string>, name: string): string[] {
	return cookies.get(name) ? [name] : readSessionCookie(cookies, name).names;
}

/**
 * Removes what the core did not get to see of the session's cookies, where it has changed the session: left over, it
 * would be read as the session next time.
 *
 * @param headers of the browser's request
 * @param set names of the cookies that the core has set
 */
export function removeLeftovers(
	{ sessionCookie }: Resolved,
	headers: Headers,
	set: readonly string[],
): SetCookie[] {
	const { name, options } = sessionCookie;
	const cookies = parseCookies(headers.get('cookie'));
	const { names } = readSessionCookie(cookies, name);
	if (!set.some((cookie) => names.includes(cookie) || cookie === name)) return [];
	const used = usedParts(cookies, name);
	return clearCookies(
		names.filter((part) => !used.includes(part) && !set.includes(part)),
		options,
	);
}

/** The URL of an endpoint under the resolved origin. */
export function endpointUrl(resolved: Resolved, action: string, providerId?: string): URL {
	const provider = providerId === undefined ? '' : `/${encodeURIComponent(providerId)}`;
	return new URL(`${resolved.basePath}/${action}${provider}`, resolved.origin);
}

/** Parameters that the core has to set itself, or that stand for all others: a caller must not decide where the code is sent. */
const reservedParams = new Set([
	'request',
	'request_uri',
	'registration',
	'client_id',
	'redirect_uri',
	'response_type',
	'response_mode',
	'state',
	'nonce',
	'code_challenge',
	'code_challenge_method',
	'callbackUrl',
	'redirectTo',
]);

/** Puts parameters for the provider's authorization page where the core looks for them: into the query. */
export function setAuthorizationParams(url: URL, params: Iterable<readonly [string, string]>): void {
	for (const [name, value] of params) {
		if (!reservedParams.has(name)) url.searchParams.set(name, value);
	}
}

/** What a run of the core came to besides its answer. */
export interface Outcome {
	/** Where a `signIn` callback sends somebody instead of signing them in with a passkey. */
	detour?: string;
	/** Type of the last error that was logged: the answer says `Configuration` for most of them. */
	error?: string;
}

/**
 * Options for one run of the core: copies, since it writes to what it is given.
 *
 * @param verified true when the request is proven to come from our own pages; else the core wants its CSRF token
 * @param outcome filled while the core runs
 */
export function coreConfig(resolved: Resolved, verified: boolean, outcome: Outcome = {}): AuthConfig {
	const { core, strategy, maxAge } = resolved;
	const testPeople = (core.providers as ResolvedProvider[]).some(isDevelopmentProvider);
	const inDatabase = strategy === 'database' && testPeople ? developmentSessions(core, maxAge) : undefined;
	const config = {
		...core,
		...inDatabase,
		...(core.adapter && core.events?.signOut && { adapter: rememberingDeleted(core.adapter) }),
		callbacks: {
			...core.callbacks,
			...(core.callbacks?.signIn && { signIn: watched(core.callbacks.signIn, outcome) }),
		},
		logger: listening(core.logger as LoggerInstance, outcome),
		providers: (inDatabase?.providers ?? core.providers).map((provider) =>
			unseen(provider as ResolvedProvider),
		),
	};
	return verified ? { ...config, skipCSRFCheck } : config;
}

/**
 * The core's check of the configuration looks at every provider once, and remembers in variables of the process that
 * there was one with e-mail, passkeys or a password: from then on every other configuration in the process has to have
 * what these need. The first look, which is that check, gets to see nothing; {@link findProblem} has checked it all.
 */
function unseen(provider: ResolvedProvider): Provider {
	if (provider.type === 'oauth' || provider.type === 'oidc') return provider;
	let looked = false;
	return () => {
		const type = looked ? provider.type : 'checked';
		looked = true;
		return { ...provider, type } as ReturnType<Extract<Provider, (...args: never[]) => unknown>>;
	};
}

/** The core hands `events.signOut` what the adapter answers to a deletion, and most answer nothing: nobody knows who left. */
function rememberingDeleted(adapter: Adapter): Adapter {
	return {
		...adapter,
		async deleteSession(token) {
			const found = await adapter.getSessionAndUser?.(token);
			return (await adapter.deleteSession?.(token)) ?? found?.session;
		},
	};
}

type SignInCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['signIn']>;

/** The core signs passkeys in although the callback named another page: it looks at the answer for the others only. */
function watched(callback: SignInCallback, outcome: Outcome): SignInCallback {
	return async (params) => {
		const answer = await callback(params);
		if (typeof answer !== 'string' || params.account?.type !== 'webauthn') return answer;
		outcome.detour = answer;
		return false;
	};
}

function listening(logger: LoggerInstance, outcome: Outcome): LoggerInstance {
	const error: LoggerInstance['error'] = (problem) => {
		const { type = problem.name, cause } = problem as Partial<AuthError>;
		// With two tabs the second one's `state` is in the cookie: the core calls that any error.
		const foreign = /"state" response parameter/.test(String(cause?.err?.message));
		outcome.error = foreign ? 'InvalidCheck' : type;
		logger.error(problem);
	};
	return { ...logger, error };
}
