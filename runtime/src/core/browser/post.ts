/**
 * What came of signing in or out from the browser. Mistakes and failures are values: nothing is thrown.
 *
 * Specification: sections 4.2 (client-side methods) and 7.
 */
export interface SignInResult {
	/** True when there was no error. The predecessor said true for a wrong password. */
	ok: boolean;
	/** HTTP status, or 0 when no server answered. */
	status: number;
	/** Where to go next, absolute, or null when the server named no page. */
	url: string | null;
	/** Name of the error, for `signInErrorMessage`. `NetworkError` when no server answered. */
	error: string | undefined;
	/** The code of a `CredentialsSignin`, undefined for every other error. */
	code: string | undefined;
}

/** A result for what failed before the server could say how. */
export function failedResult(error: string, status = 0): SignInResult {
	return { ok: false, status, url: null, error, code: undefined };
}

/** Sends a request, or says null when no server answered: offline, refused, or the page is being left. */
export async function ask(url: string, init?: RequestInit): Promise<Response | null> {
	try {
		// With the cookies also where the endpoints are of another origin.
		return await fetch(url, { credentials: 'include', ...init });
	} catch {
		return null;
	}
}

/**
 * Posts a form to an endpoint and reads what came of it.
 *
 * @param fields in the order in which they are sent
 */
export async function postForm(url: string, fields: Iterable<[string, string]>): Promise<SignInResult> {
	const form = new URLSearchParams([...fields]);
	// Of another origin, as a whole URL says: SvelteKit refuses such forms by itself, before anybody could allow them.
	const elsewhere = /^https?:/.test(url);
	const body = elsewhere ? JSON.stringify(Object.fromEntries(form)) : form;
	const headers = {
		'X-Auth-Return-Redirect': '1',
		...(elsewhere && { 'Content-Type': 'application/json' }),
	};
	const response = await ask(url, { method: 'POST', headers, body });
	return response ? readAnswer(response) : failedResult('NetworkError');
}

/** Reads the JSON that an endpoint answers when the client asks for it instead of a redirect. */
export async function readAnswer(response: Response): Promise<SignInResult> {
	const data = await parse(response);
	const url = typeof data.url === 'string' ? resolveUrl(data.url) : null;
	const error = typeof data.error === 'string' ? data.error : errorOf(response, url);
	return {
		ok: error === undefined,
		status: response.status,
		url,
		error,
		code: typeof data.code === 'string' ? data.code : undefined,
	};
}

/**
 * Leaves the page. Not `goto`: the target may be a route of the hook or of another site, which SvelteKit 3
 * refuses. Reloads when only the hash differs, since the browser would stay.
 */
export function followUrl(target: string): void {
	const url = new URL(target, location.href);
	// Only what a browser may show: a `javascript:` URL would run here.
	if (url.protocol !== 'http:' && url.protocol !== 'https:') return;
	const stays = url.href.split('#')[0] === location.href.split('#')[0];
	location.href = url.href;
	if (stays && url.href.includes('#')) location.reload();
}

function resolveUrl(url: string): string | null {
	try {
		// Pages such as `pages.newUser` come as paths.
		return new URL(url, location.href).href;
	} catch {
		return null;
	}
}

/** The object that an answer holds; empty when it is none of ours, such as a proxy's HTML. */
async function parse(response: Response): Promise<Record<string, unknown>> {
	try {
		const data: unknown = await response.json();
		return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}

/** The error of an answer that names none. Success always says where to go: a page with status 200 is not ours. */
function errorOf({ ok, status }: Response, url: string | null): string | undefined {
	if (ok && url !== null) return undefined;
	// A host that refuses a request itself answers in its own words: SvelteKit's origin check is a 403.
	return status === 403 ? 'MissingCSRF' : 'Configuration';
}
