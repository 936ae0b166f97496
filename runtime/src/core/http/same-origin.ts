/**
 * Whether the browser itself says that a request comes from our own pages. Both headers are out of reach of
 * scripts. The host's own check is off while developing, and covers form content types only.
 *
 * @param origins what counts as own: the resolved origin and the one under which the host saw the request
 */
export function isSameOrigin(headers: Headers, origins: readonly string[]): boolean {
	const origin = headers.get('origin');
	if (origin !== null && origins.includes(origin)) return true;
	return headers.get('sec-fetch-site') === 'same-origin';
}
