/**
 * Whether the browser itself says that a request comes from our own pages. Both headers are out of reach of
 * scripts. The host's own check is off while developing, and covers form content types only.
 *
 * Where the browser says how the sites relate, that decides: behind TLS, `Origin: http://...` of the own host is what an
 * attacker in the network forges.
 *
 * @param origins what counts as own: the resolved origin and the one under which the host saw the request
 */
export function isSameOrigin(headers: Headers, origins: readonly string[]): boolean {
	const site = headers.get('sec-fetch-site');
	// `none`: a person, and no page, sent it; then the origin is left to say of which page it was.
	if (site !== null && site !== 'none') return site === 'same-origin';
	const origin = headers.get('origin');
	return origin !== null && origins.includes(origin);
}
