import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import type { Provider } from '@auth/core/providers';
import type { LoggerInstance } from '@auth/core/types';
import { parseCookies } from './cookies.js';
import { parseHttpUrl } from './origin.js';
import type { Resolved, ResolvedProvider } from './types.js';

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
	dropUnusableTarget(headers, resolved);
	if (!body) return new Request(url, { headers });
	headers.set('content-type', body.type);
	return new Request(url, { method: 'POST', headers, body: body.text });
}

/** The core answers 500 to everything as long as the browser has a callback-url cookie that is no URL. */
function dropUnusableTarget(headers: Headers, { core, secure }: Resolved): void {
	const name = core.cookies?.callbackUrl?.name ?? `${secure ? '__Secure-' : ''}authjs.callback-url`;
	const cookies = headers.get('cookie');
	const target = parseCookies(cookies).get(name);
	if (!cookies || target === undefined || parseHttpUrl(target)) return;
	const rest = cookies.split(';').filter((pair) => pair.split('=')[0]?.trim() !== name);
	headers.set('cookie', rest.join(';'));
}

/** The URL of an endpoint under the resolved origin. */
export function endpointUrl(resolved: Resolved, action: string, providerId?: string): URL {
	const provider = providerId === undefined ? '' : `/${encodeURIComponent(providerId)}`;
	return new URL(`${resolved.basePath}/${action}${provider}`, resolved.origin);
}

/** Parameters that the core has to set itself: a caller must not decide where the code is sent. */
const reservedParams = new Set([
	'client_id',
	'redirect_uri',
	'response_type',
	'response_mode',
	'state',
	'nonce',
	'code_challenge',
	'code_challenge_method',
	'callbackUrl',
]);

/** Puts parameters for the provider's authorization page where the core looks for them: into the query. */
export function setAuthorizationParams(url: URL, params: Iterable<readonly [string, string]>): void {
	for (const [name, value] of params) {
		if (!reservedParams.has(name)) url.searchParams.set(name, value);
	}
}

/** Where a `signIn` callback sends somebody instead of signing them in. */
export interface Detour {
	url?: string;
}

/**
 * Options for one run of the core: copies, since it writes to what it is given.
 *
 * @param verified true when the request is proven to come from our own pages; else the core wants its CSRF token
 * @param detour filled when `callbacks.signIn` answers a passkey with a URL
 */
export function coreConfig(resolved: Resolved, verified: boolean, detour: Detour = {}): AuthConfig {
	const { core } = resolved;
	const config = {
		...core,
		callbacks: {
			...core.callbacks,
			...(core.callbacks?.signIn && { signIn: watched(core.callbacks.signIn, detour) }),
		},
		providers: core.providers.map((provider) => unseen(provider as ResolvedProvider)),
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

type SignInCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['signIn']>;

/** The core signs passkeys in although the callback named another page: it looks at the answer for the others only. */
function watched(callback: SignInCallback, detour: Detour): SignInCallback {
	return async (params) => {
		const answer = await callback(params);
		if (typeof answer !== 'string' || params.account?.type !== 'webauthn') return answer;
		detour.url = answer;
		return false;
	};
}

const silent: LoggerInstance = { error() {}, warn() {}, debug() {} };

/**
 * What the core answers to any request while the configuration is broken: its error page, or a 500 with a
 * message that says no more than "see the log". The problem itself was logged when it was found.
 */
export async function answerProblem(resolved: Resolved, request: Request): Promise<Response> {
	return Auth(request, { ...resolved.core, providers: [], trustHost: false, logger: silent });
}
