import { clearCookies, cookiePairs, twins } from '../http/cookies.js';
import { parseHttpUrl } from '../http/origin.js';
import { readSessionCookies } from '../session/cookies.js';
import { allNames, sessionIn } from '../session/legacy.js';
import type { Resolved, SetCookie } from '../types.js';

/** Headers that describe the body that arrived, not the one that is handed on. */
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];

/** A request for the core, under the resolved origin. */
export async function coreRequest(
	resolved: Resolved,
	original: { headers: Headers },
	url: URL,
	body?: { text: string; type: string },
): Promise<Request> {
	const headers = new Headers(original.headers);
	for (const name of bodyHeaders) headers.delete(name);
	await dropMisleadingCookies(headers, resolved);
	if (!body) return new Request(url, { headers });
	headers.set('content-type', body.type);
	return new Request(url, { method: 'POST', headers, body: body.text });
}

/**
 * Takes cookies out that would mislead the core: it takes every cookie whose name begins like that of the session for a
 * part of it, so that anybody on a neighbouring subdomain could sign people out for good; and it answers 500 to
 * everything as long as there is a callback-url cookie that is no URL. Of two of one name it reads the first: where there are
 * several sessions it gets the one that counts, as one cookie.
 */
async function dropMisleadingCookies(headers: Headers, resolved: Resolved): Promise<void> {
	const header = headers.get('cookie');
	if (header === null) return;
	const { sessionCookie } = resolved;
	const session = sessionCookie.name;
	const { values, names } = readSessionCookies(header, session);
	const target = targetCookie(resolved);
	const parts = new Set(values.length === 1 ? names : []);
	const kept = header.split(';').filter((pair) => {
		const [[name, value] = ['', '']] = cookiePairs(pair);
		if (name === target) return parseHttpUrl(value) !== null;
		return !name.startsWith(session) || parts.has(name);
	});
	const chosen = values.length === 1 ? '' : await sessionIn(resolved, header);
	if (chosen !== '') kept.push(`${session}=${encodeURIComponent(chosen)}`);
	headers.set('cookie', kept.join(';'));
}

/** Name of the cookie in which the core keeps where a sign-in is to end. */
export const targetCookie = ({ core, secure }: Resolved): string =>
	core.cookies?.callbackUrl?.name ?? `${secure ? '__Secure-' : ''}authjs.callback-url`;

/**
 * What to send to the browser for cookies that the core sets. Where these are the session's, what the core did not get to see
 * of it is removed: left over, it would be read as the session next time. And what has the same name without their `Domain`
 * goes: of the session's in any case, of others when it was sent.
 *
 * @param headers of the browser's request
 */
export function settleCookies(resolved: Resolved, headers: Headers, set: readonly SetCookie[]): SetCookie[] {
	const { name, options } = resolved.sessionCookie;
	const header = headers.get('cookie');
	const { names, values } = readSessionCookies(header, name);
	const own = new Set([...names, name]);
	const changed = new Set(set.map((cookie) => cookie.name));
	const sent = new Set(cookiePairs(header).map(([name]) => name));
	const isDecided = [...changed].some((cookie) => own.has(cookie));
	// Those of earlier days in any case: left over, they would be taken over when today's is gone.
	const parts = values.length > 1 ? allNames(resolved, header, names) : allNames(resolved, header, []);
	const leftovers = isDecided ? parts.filter((part) => !changed.has(part)) : [];
	const replaced = set.filter((cookie) => cookie.name.startsWith(name) || sent.has(cookie.name));
	return [...twins(replaced), ...set, ...clearCookies(leftovers, options)];
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

/** Parameters of a URL. The core sets them one by one, and each time the whole URL is written anew. */
export const mostParams = 100;

/**
 * Puts parameters for the provider's authorization page where the core looks for them: into the query. No more than the core
 * can bear.
 */
export function setAuthorizationParams(url: URL, params: Iterable<readonly [string, string]>): void {
	// In one pass: `searchParams.set` goes through all parameters, and writes the whole URL anew, each time.
	const merged = new Map(url.searchParams);
	for (const [name, value] of params) {
		if (merged.size === mostParams) break;
		if (!reservedParams.has(name)) merged.set(name, value);
	}
	url.search = new URLSearchParams([...merged]).toString();
}
