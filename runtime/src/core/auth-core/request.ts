import { clearCookies, parseCookies, readSessionCookie } from '../http/cookies.js';
import { parseHttpUrl } from '../http/origin.js';
import type { Resolved, SetCookie } from '../types.js';

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
	// In one pass: `searchParams.set` goes through all parameters, and writes the whole URL anew, each time.
	const merged = new Map(url.searchParams);
	for (const [name, value] of params) if (!reservedParams.has(name)) merged.set(name, value);
	url.search = new URLSearchParams([...merged]).toString();
}
