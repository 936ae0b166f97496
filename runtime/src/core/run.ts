import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import type { LoggerInstance } from '@auth/core/types';
import type { Resolved } from './types.js';

/** Headers that describe the body that arrived, not the one that is handed on. */
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];

/** A request for the core, under the resolved origin. */
export function coreRequest(
	original: { headers: Headers },
	url: URL,
	body?: { text: string; type: string },
): Request {
	const headers = new Headers(original.headers);
	for (const name of bodyHeaders) headers.delete(name);
	if (!body) return new Request(url, { headers });
	headers.set('content-type', body.type);
	return new Request(url, { method: 'POST', headers, body: body.text });
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

/**
 * Options for one run of the core: copies, since it writes to what it is given.
 *
 * @param verified true when the request is proven to come from our own pages; else the core wants its CSRF token
 */
export function coreConfig(resolved: Resolved, verified: boolean): AuthConfig {
	const config = { ...resolved.core, callbacks: { ...resolved.core.callbacks } };
	return verified ? { ...config, skipCSRFCheck } : config;
}

const silent: LoggerInstance = { error() {}, warn() {}, debug() {} };

/**
 * What the core answers to any request while the configuration is broken: its error page, or a 500 with a
 * message that says no more than "see the log". The problem itself was logged when it was found.
 */
export async function answerProblem(resolved: Resolved, request: Request): Promise<Response> {
	return Auth(request, { ...resolved.core, providers: [], trustHost: false, logger: silent });
}
