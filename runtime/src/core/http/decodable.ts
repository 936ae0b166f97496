/**
 * Whether a path can be percent-decoded, as routers need it. The result of `decodeURI` is used on purpose: bundlers
 * take the call for free of effects, and Rolldown dropped it together with the exception that it was there for.
 */
export function isDecodable(pathname: string): boolean {
	try {
		return decodeURI(pathname).length <= pathname.length;
	} catch {
		return false;
	}
}
