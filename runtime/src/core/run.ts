import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import type { AuthError } from '@auth/core/errors';
import type { Provider } from '@auth/core/providers';
import type { LoggerInstance } from '@auth/core/types';
import { parseCookies } from './cookies.js';
import { pageRedirect } from './endpoint-response.js';
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

/** What a run of the core came to besides its answer. */
interface Outcome {
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
	const { core } = resolved;
	const config = {
		...core,
		callbacks: {
			...core.callbacks,
			...(core.callbacks?.signIn && { signIn: watched(core.callbacks.signIn, outcome) }),
		},
		logger: listening(core.logger as LoggerInstance, outcome),
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
function watched(callback: SignInCallback, outcome: Outcome): SignInCallback {
	return async (params) => {
		const answer = await callback(params);
		if (typeof answer !== 'string' || params.account?.type !== 'webauthn') return answer;
		outcome.detour = answer;
		return false;
	};
}

/**
 * Runs the core for an endpoint.
 *
 * @param verified true when the request is proven to come from our own pages; else the core wants its CSRF token
 */
export async function askCore(resolved: Resolved, request: Request, verified: boolean): Promise<Response> {
	const { core, origin, signInPage } = resolved;
	const { pathname } = new URL(request.url);
	const outcome: Outcome = {};
	const config = coreConfig(resolved, verified, outcome);
	// A page that points at the endpoint itself: the core would redirect to it for ever.
	const pages = Object.entries(core.pages ?? {}).filter(([, page]) => page.split('?')[0] !== pathname);
	const response = await Auth(request, { ...config, pages: Object.fromEntries(pages) });
	if (outcome.detour !== undefined) {
		const location = await core.callbacks?.redirect?.({ url: outcome.detour, baseUrl: origin });
		return new Response(null, { status: 302, headers: { location: location ?? origin } });
	}
	// A second tab, the back button, or a cup of tea: no matter of the server's configuration.
	if (outcome.error === 'InvalidCheck') return pageRedirect(resolved, signInPage, { error: 'InvalidCheck' });
	return response;
}

function listening(logger: LoggerInstance, outcome: Outcome): LoggerInstance {
	const error: LoggerInstance['error'] = (problem) => {
		outcome.error = (problem as Partial<AuthError>).type ?? problem.name;
		logger.error(problem);
	};
	return { ...logger, error };
}

const silent: LoggerInstance = { error() {}, warn() {}, debug() {} };

/**
 * What the core answers to any request while the configuration is broken: its error page, or a 500 with a
 * message that says no more than "see the log". The problem itself was logged when it was found.
 */
export async function answerProblem(resolved: Resolved, request: Request): Promise<Response> {
	return Auth(request, { ...resolved.core, providers: [], trustHost: false, logger: silent });
}
