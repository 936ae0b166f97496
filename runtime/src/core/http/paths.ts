import type { PagesOptions } from '@auth/core/types';
import { normalizeBase, withBase } from './base.js';

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
