import type { AuthConfig } from '@auth/core';
import { asError } from '../log.js';
import { parseHttpUrl } from './origin.js';

type RedirectCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['redirect']>;

/** Schemes that run code, or show what is no page, where a URL is followed by script. */
const forbiddenSchemes = new Set([
	...['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:'],
	...['about:', 'view-source:', 'mailto:', 'ws:', 'wss:', 'ftp:'],
]);

/** Characters. The core keeps the target in a cookie, and browsers keep none above 4096 bytes. */
const longestTarget = 3900;

/**
 * Path, query and hash of a URL, never protocol-relative: `https://app//evil.example` has the path
 * `//evil.example`, and a Location header of that leaves the site.
 */
export function localPath(url: URL): string {
	return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}

/**
 * Makes a wanted target safe to hand to a redirect callback. Own URLs become paths; `//evil`, `/\\evil`, schemes that
 * run code and what is longer than a cookie become the fallback; absolute URLs elsewhere stay, since the callback
 * decides on them.
 *
 * @param value what somebody asked for: JSON can hold anything here
 * @param origin the request's own origin
 * @param fallback where to go when the target is unusable
 */
export function safeTarget(value: unknown, origin: string, fallback: string): string {
	if (typeof value !== 'string' || value === '' || value.length > longestTarget) return fallback;
	// Browsers ignore control characters and surrounding blanks in URLs; compare what they would see.
	const wanted = Array.from(value)
		.filter((character) => character.charCodeAt(0) > 31)
		.join('')
		.trim();
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(wanted);
	let url: URL;
	try {
		url = new URL(wanted, `${origin}/`);
	} catch {
		return fallback;
	}
	if (forbiddenSchemes.has(url.protocol)) return fallback;
	const target = url.origin === origin ? localPath(url) : absolute ? url.href : fallback;
	return target.length > longestTarget ? fallback : target;
}

/**
 * Wraps `callbacks.redirect`, so that what goes in and what comes out is safe wherever the core calls it.
 * Default rule, as in the core: own origin only, and those that are allowed besides. The host's base is the fallback, not
 * the bare origin.
 */
export function wrapRedirectCallback(
	callback: RedirectCallback | undefined,
	base: string,
	onError?: (error: Error) => void,
	allowedOrigins: readonly string[] = [],
): RedirectCallback {
	return async ({ url, baseUrl }) => {
		const fallback = base || '/';
		const target = safeTarget(url, baseUrl, fallback);
		let chosen: unknown = target;
		try {
			// Whole, as the core hands it over in most places: callbacks ask whether it begins with the base.
			if (callback) chosen = await callback({ url: new URL(target, baseUrl).href, baseUrl });
		} catch (error) {
			// The core asks it on every page, its error page included: people would go round in circles.
			onError?.(asError(error));
			chosen = fallback;
		}
		const safe = safeTarget(chosen, baseUrl, fallback);
		if (safe.startsWith('/')) return `${baseUrl}${safe}`;
		return callback || allowedOrigins.includes(new URL(safe).origin) ? safe : `${baseUrl}${fallback}`;
	};
}

/**
 * What to put into a Location header: a path when the target is ours, so that it also holds when the host sees
 * another origin than the browser does.
 *
 * @returns `external` is true when the browser leaves the origin under which the host saw the request
 */
export function locationFor(
	target: string,
	resolved: { origin: string; hostOrigin: string; base: string },
): { location: string; external: boolean } {
	const { origin, hostOrigin, base } = resolved;
	const safe = safeTarget(target, origin, base || '/');
	if (safe.startsWith('/')) return { location: safe, external: false };
	return { location: safe, external: parseHttpUrl(safe)?.origin !== hostOrigin };
}

/** Adds query parameters to a path or URL. */
export function withQuery(target: string, params: Record<string, string>): string {
	const [beforeHash = '', hash] = target.split('#');
	const query = new URLSearchParams(params).toString();
	if (query === '') return target;
	return `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${query}${hash === undefined ? '' : `#${hash}`}`;
}
