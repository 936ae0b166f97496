import { vi } from 'vitest';
import { cookiesOf, origin } from './fixtures.test.helper.js';

export interface TestBrowser {
	/** Pages that were opened. */
	visited: string[];
	/** Requests that went out. */
	requests: Request[];
	cookies: Map<string, string>;
	reload: ReturnType<typeof vi.fn>;
	/** Requests that went out: method and path with query. */
	sent(): string[];
}

/**
 * Puts a page's `location` and `fetch` in place: with the headers that a browser adds, and a cookie jar.
 * Undo with `vi.unstubAllGlobals()`.
 *
 * @param answer the application
 * @param page the page that is open
 */
export function openPage(
	answer: (request: Request) => Response | Promise<Response>,
	page = `${origin}/page?x=1`,
): TestBrowser {
	const visited: string[] = [];
	const requests: Request[] = [];
	const cookies = new Map<string, string>();
	const reload = vi.fn();
	const open = new URL(page, origin).href;
	vi.stubGlobal('location', {
		get href() {
			return open;
		},
		set href(url: string) {
			visited.push(url);
		},
		hostname: new URL(open).hostname,
		reload,
	});
	vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
		const headers = new Headers(init.headers);
		headers.set('sec-fetch-site', 'same-origin');
		if (init.method === 'POST') headers.set('origin', origin);
		if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
		const request = new Request(new URL(path, open), { ...init, headers });
		requests.push(request.clone());
		const response = await answer(request);
		for (const [name, value] of Object.entries(cookiesOf(response))) {
			if (value === '') cookies.delete(name);
			else cookies.set(name, value);
		}
		return response;
	});
	const sent = () =>
		requests.map(({ method, url }) => {
			const { pathname, search } = new URL(url);
			return `${method} ${pathname}${search}`;
		});
	return { visited, requests, cookies, reload, sent };
}
