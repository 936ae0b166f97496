import { type Environment, readSwitch } from '../environment.js';

/**
 * Whether the host header and its forwarded forms may be believed.
 * Never "NODE_ENV is not production": that variable is unset on many production hosts.
 *
 * Specification: section 2.5 (`trustHost`), section 5 (`AUTH_TRUST_HOST`).
 */
export function isTrusted(config: { trustHost?: boolean; dev?: boolean }, env: Environment): boolean {
	if (config.trustHost !== undefined) return config.trustHost;
	if (env('AUTH_URL')) return true;
	const trust = readSwitch(env('AUTH_TRUST_HOST'));
	if (trust !== undefined) return trust;
	// Platforms that are known to set the header themselves.
	if (env('VERCEL') || env('CF_PAGES')) return true;
	return config.dev === true;
}

/** Parses an http(s) URL. Anything else is null. */
export function parseHttpUrl(value: string | undefined): URL | null {
	try {
		const url = new URL(value ?? '');
		return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
	} catch {
		return null;
	}
}

/**
 * The one origin of a request, for handler, session, actions and redirects alike. When the endpoint and the
 * session read resolved it separately, they disagreed behind a TLS proxy and looked for different cookies.
 *
 * @param url the URL under which the host saw the request
 * @returns AUTH_URL's origin, else the forwarded one when trusted (not on Cloudflare), else the host's own
 */
export function resolveOrigin(
	url: URL,
	headers: Headers,
	settings: { authOrigin: string | null; trusted: boolean },
): string {
	if (settings.authOrigin) return settings.authOrigin;
	if (settings.trusted && !isWorker()) {
		const forwarded = forwardedOrigin(url, headers);
		if (forwarded) return forwarded;
	}
	return url.origin;
}

/**
 * Cloudflare finds a Worker by the Host header, so the host of its URL is true; and it hands X-Forwarded-Host on as anybody
 * has written it, so that is never believed there, whatever AUTH_TRUST_HOST and CF_PAGES say.
 */
function isWorker(): boolean {
	const { navigator } = globalThis as { navigator?: { userAgent?: string } };
	return navigator?.userAgent === 'Cloudflare-Workers';
}

function forwardedOrigin(url: URL, headers: Headers): string | null {
	const host = firstValue(headers.get('x-forwarded-host'));
	// Many proxies pass Host on and add the protocol alone, and SolidStart 2's server does not look at it. Only ever
	// upwards: an inner proxy says "http" about itself, while the browser is on https.
	if (!host && firstValue(headers.get('x-forwarded-proto')) === 'https') return `https://${url.host}`;
	// A name or an address with an optional port. More would let a header smuggle a path or credentials in.
	// No DNS name is longer than 253 characters.
	if (!host || host.length > 260 || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host))
		return null;
	const protocol = firstValue(headers.get('x-forwarded-proto')) ?? url.protocol.slice(0, -1);
	if (protocol !== 'http' && protocol !== 'https') return null;
	return parseHttpUrl(`${protocol}://${host}`)?.origin ?? null;
}

/** Each proxy on the way appends to the list, so the first value is the one that the browser used. */
function firstValue(list: string | null): string | undefined {
	return list?.split(',')[0]?.trim().toLowerCase() || undefined;
}
