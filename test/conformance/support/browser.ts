import { onTestFinished, vi } from 'vitest';
import type { Application } from './application.ts';
import type { Person } from './person.ts';

/**
 * A page that is open in a person's browser: scripts find its `location`, and `fetch` with the person's cookies, which obeys CORS.
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
		const headers = headersOf(init);
		const shared =
			url.origin === open.origin || !isAsked(headers) || (await mayCall(person, url, open.origin));
		if (!shared) throw new TypeError('Failed to fetch');
		const visit = await person.visit(url.href, {
			...{ method, from: open.origin, follow: false },
			...(body != null && { body: String(body) }),
			headers: { ...headers, ...fetchHeaders(url, open, method) },
		});
		if (url.origin !== open.origin && !mayRead(visit.headers, open.origin))
			throw new TypeError('Failed to fetch');
		const { status, text } = visit;
		return new Response([204, 205, 304].includes(status) ? null : text, { status, headers: visit.headers });
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

/** What scripts cannot set. `Origin` goes along wherever another one is asked. */
function fetchHeaders(url: URL, page: URL, method: string): Record<string, string> {
	const site = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.');
	const near = site(url) === site(page) ? 'same-site' : 'cross-site';
	const isOwn = url.origin === page.origin;
	return {
		'sec-fetch-site': isOwn ? 'same-origin' : near,
		'sec-fetch-mode': 'cors',
		...((!isOwn || method !== 'GET') && { origin: page.origin }),
	};
}

/** Whether a browser asks the server before it sends this to another origin. */
function isAsked(headers: Record<string, string>): boolean {
	const { accept: _, 'content-type': type = 'text/plain', ...own } = headers;
	return (
		!/^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)/.test(type) ||
		Object.keys(own).length > 0
	);
}

async function mayCall(person: Person, url: URL, origin: string): Promise<boolean> {
	const asking = { origin, cookie: '', 'access-control-request-method': 'POST' };
	const { status, headers } = await person.visit(url.href, {
		method: 'OPTIONS',
		headers: asking,
		from: origin,
		follow: false,
	});
	const allowed = headers.get('access-control-allow-headers') ?? '';
	return (
		status < 300 &&
		mayRead(headers, origin) &&
		/content-type/.test(allowed) &&
		/x-auth-return-redirect/.test(allowed)
	);
}

/** With cookies `*` is not enough. */
const mayRead = (headers: Headers, origin: string): boolean =>
	headers.get('access-control-allow-origin') === origin &&
	headers.get('access-control-allow-credentials') === 'true';
