/** What came of signing in or out from the browser. */
export interface SignInResult {
	/** True when there was no error. The predecessor said true for a wrong password. */
	ok: boolean;
	/** HTTP status. */
	status: number;
	/** Where to go next, absolute, or null when the server named no page. */
	url: string | null;
	/** Name of the error, for `signInErrorMessage`. */
	error: string | null;
	/** The code of a `CredentialsSignin`. */
	code: string | null;
}

/** Reads the JSON that an endpoint answers when the client asks for it instead of a redirect. */
export async function readAnswer(response: Response): Promise<SignInResult> {
	const data = await parse(response);
	const url = typeof data.url === 'string' ? resolveUrl(data.url) : null;
	const error = typeof data.error === 'string' ? data.error : response.ok ? null : errorOf(response.status);
	return {
		ok: error === null,
		status: response.status,
		url,
		error,
		code: typeof data.code === 'string' ? data.code : null,
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

async function parse(response: Response): Promise<Record<string, unknown>> {
	try {
		const data: unknown = await response.json();
		return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}

/** A host that refuses a request itself answers in its own words: SvelteKit's origin check is a 403. */
function errorOf(status: number): string {
	if (status === 403) return 'MissingCSRF';
	return status === 404 ? 'UnknownProvider' : 'Configuration';
}
