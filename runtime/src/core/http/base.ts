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
