import type { Resolved } from '../types.js';

/**
 * Whether the browser itself says that a request comes from our own pages. Both headers are out of reach of
 * scripts. The host's own check is off while developing, and covers form content types only.
 *
 * Where the browser says how the sites relate, that decides: behind TLS, `Origin: http://...` of the own host is what an
 * attacker in the network forges.
 *
 * @param origins what counts as own: the resolved origin and the one under which the host saw the request
 * @param allowed further origins whose pages may do the same
 */
export function isSameOrigin(
	headers: Headers,
	origins: readonly string[],
	allowed: readonly string[] = [],
): boolean {
	const site = headers.get('sec-fetch-site');
	if (isAllowedOrigin(headers, allowed)) return true;
	// `none`: a person, and no page, sent it; then the origin is left to say of which page it was.
	if (site !== null && site !== 'none') return site === 'same-origin';
	return isAllowedOrigin(headers, origins);
}

/** Whether the page that sends a request is of one of these origins, to the letter. */
export function isAllowedOrigin(headers: Headers, origins: readonly string[]): boolean {
	const origin = headers.get('origin');
	return origin !== null && origins.includes(origin);
}

/**
 * Whether another site's page opens a socket: browsers let any page do that, send the cookies of a neighbour along, and let
 * the page read what comes.
 */
export function isForeignSocket(
	headers: Headers,
	{ origin, hostOrigin, allowedOrigins }: Pick<Resolved, 'origin' | 'hostOrigin' | 'allowedOrigins'>,
): boolean {
	if (headers.get('upgrade')?.toLowerCase() !== 'websocket' || !headers.has('origin')) return false;
	return !isSameOrigin(headers, [origin, hostOrigin], allowedOrigins);
}
