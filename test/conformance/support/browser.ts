import { onTestFinished, vi } from 'vitest';
import type { Application } from './application.ts';
import type { Person } from './person.ts';

/**
 * A page that is open in a person's browser: scripts find its `location`, and `fetch` with the person's cookies.
 *
 * @param page its path or URL; another origin than the application's is another site's page
 * @returns pages that scripts went to
 */
export function openBrowser(app: Application, person: Person, page = '/'): { opened: string[] } {
	const opened: string[] = [];
	const open = new URL(page, app.origin);
	vi.stubGlobal('location', {
		get href() {
			return open.href;
		},
		set href(url: string) {
			opened.push(new URL(url, open).href);
		},
		hostname: open.hostname,
		origin: open.origin,
		reload() {},
	});
	const outside = globalThis.fetch;
	vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
		const url = new URL(input, open);
		if (url.origin !== app.origin) return outside(url, init);
		const { method = 'GET', body } = init;
		const { status, headers, text } = await person.visit(url.href, {
			...{ method, from: open.origin, follow: false },
			...(body != null && { body: String(body) }),
			headers: headersOf(init),
		});
		return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	return { opened };
}

/** What a browser adds is of the body's kind. */
function headersOf({ headers, body }: RequestInit): Record<string, string> {
	const all = new Headers(headers);
	if (body instanceof URLSearchParams && !all.has('content-type'))
		all.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
	if (!all.has('accept')) all.set('accept', '*/*');
	return Object.fromEntries(all);
}
