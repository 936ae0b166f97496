import type { PagesOptions } from '@auth/core/types';
import type { RuntimeConfig } from '../types.js';

/** `app/`, `/app/` and `/app` become `/app`; `/`, nothing and a URL, under which only assets lie, become `''`. */
export function normalizeBase(given: RuntimeConfig['base'], url: string | URL = 'http://x'): string {
	// While a page is rendered, SvelteKit answers with a path relative to that page.
	const path =
		typeof given === 'function' ? new URL((given as (path: string) => string)('/'), url).pathname : given;
	if (/^[a-z][a-z\d+.-]*:/i.test(path ?? '')) return '';
	const trimmed = (path ?? '').replace(/^\/+|\/+$/g, '');
	return trimmed === '' || trimmed === '.' ? '' : `/${trimmed}`;
}

/** Puts the host's base in front of a path, unless it is there already. */
export function withBase(path: string, base: string): string {
	const absolute = path.startsWith('/') ? path : `/${path}`;
	if (base === '' || absolute === base || absolute.startsWith(`${base}/`)) return absolute;
	return absolute === '/' ? base : `${base}${absolute}`;
}

/** A path without the host's base. */
export function withoutBase(pathname: string, base: string): string {
	return pathname === base || pathname.startsWith(`${base}/`) ? pathname.slice(base.length) || '/' : pathname;
}

/**
 * The full path of the auth endpoints.
 *
 * Specification: section 2.5 (`basePath`), default `/auth`; SolidStart's is `/api/auth`.
 *
 * @param configured `basePath` of the config; the predecessor overwrote it
 * @param authUrl AUTH_URL, whose path counts when `basePath` is not set. A bare `https://your-domain` has none
 */
export function resolveBasePath(
	configured: string | undefined,
	authUrl: URL | null,
	base: string,
	fallback = '/auth',
): string {
	const fromUrl = normalizeBase(authUrl?.pathname);
	const path = configured === undefined ? fromUrl : normalizeBase(configured);
	return withBase(path === '' || path === base ? fallback : path, base);
}

/** The `pages` option with the host's base in front of relative ones. Absolute URLs stay as they are. */
export function resolvePages(
	pages: Partial<PagesOptions> | undefined,
	base: string,
): Partial<PagesOptions> | undefined {
	if (!pages) return undefined;
	const entries = Object.entries(pages).flatMap(([kind, page]) => {
		if (!page) return [];
		return [[kind, /^https?:\/\//i.test(page) ? page : withBase(page, base)]];
	});
	return Object.fromEntries(entries);
}
