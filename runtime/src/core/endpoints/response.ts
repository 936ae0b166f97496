import { clientError, signInErrorMessage } from '../errors.js';
import { safeTarget, withQuery } from '../http/redirects.js';
import type { Resolved } from '../types.js';

/** A redirect to one of the application's pages. */
export function pageRedirect(resolved: Resolved, page: string, params: Record<string, string>): Response {
	const location = new URL(withQuery(page, params), resolved.origin).href;
	return new Response(null, { status: 302, headers: { location, 'cache-control': 'private, no-store' } });
}

/**
 * Mends what the core answers: its redirects, and the JSON form of them that the client asks for.
 *
 * @param request the request that was answered
 * @param wanted where the person wanted to go
 * @param page the sign-in page that the person came from, where it is not the configuration's
 */
export function finish(
	resolved: Resolved,
	request: { headers: Headers },
	response: Response,
	wanted?: string,
	page?: string,
): Promise<Response> {
	const headers = new Headers(response.headers);
	if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store');
	return request.headers.has('x-auth-return-redirect')
		? finishJson(resolved, response, headers)
		: Promise.resolve(finishRedirect(resolved, response, headers, wanted, page));
}

function finishRedirect(
	resolved: Resolved,
	response: Response,
	headers: Headers,
	wanted?: string,
	page?: string,
): Response {
	const location = headers.get('location');
	if (location) headers.set('location', keepWanted(resolved, mendTarget(resolved, location), wanted, page));
	return new Response(response.body, { status: response.status, headers });
}

/** `{ url }` with 200 for success and failure alike told the client nothing: name the error and use the status. */
async function finishJson(resolved: Resolved, response: Response, headers: Headers): Promise<Response> {
	const location = headers.get('location');
	const isJson = headers.get('content-type')?.includes('application/json');
	const data: unknown = isJson && !location ? await response.clone().json() : undefined;
	const given = location ?? (data as { url?: unknown } | undefined | null)?.url;
	if (typeof given !== 'string') return finishRedirect(resolved, response, headers);

	const url = mendTarget(resolved, given);
	headers.delete('location');
	headers.delete('content-length');
	const failure = errorIn(resolved, url);
	return Response.json({ url, ...failure }, { status: failure ? statusOf(failure.error) : 200, headers });
}

/** The error that a URL of ours carries. Another URL may have an `error` parameter of its own. */
function errorIn(
	resolved: Resolved,
	target: string,
): { error: string; code?: string; message: string } | undefined {
	const { basePath, origin, core, signInPage } = resolved;
	const url = new URL(target, origin);
	const error = url.searchParams.get('error');
	const pages = [signInPage, core.pages?.error, `${basePath}/signin`, `${basePath}/error`];
	const isPage = pages.some((page) => {
		if (!page) return false;
		const own = new URL(page, origin);
		return own.origin === url.origin && own.pathname === url.pathname;
	});
	if (!error || !isPage) return undefined;
	const code = url.searchParams.get('code');
	return { error, ...(code && { code }), message: signInErrorMessage(error, code ?? undefined) };
}

/** After a mistyped password the core forgets where the person wanted to go. */
function keepWanted(resolved: Resolved, target: string, wanted?: string, page?: string): string {
	const { origin, signInPage } = resolved;
	const own = new URL(signInPage, origin).href.split(/[?#]/)[0];
	const path = safeTarget(wanted, origin, '');
	const isMistake = target.split(/[?#]/)[0] === own && errorIn(resolved, target) !== undefined;
	if (!isMistake) return target;
	const back = page ? `${origin}${page}${target.slice(own?.length)}` : target;
	return path.startsWith('/') ? withQuery(back, { redirectTo: path }) : back;
}

function statusOf(error: string): number {
	if (error === 'CredentialsSignin') return 401;
	if (error === 'AccessDenied' || error === 'MissingCSRF') return 403;
	if (error === 'TooManyTries') return 429;
	if (error === 'Busy') return 503;
	return clientError(error) === 'Configuration' && error !== 'EmailSignInError' ? 500 : 400;
}

function mendTarget(resolved: Resolved, target: string): string {
	const { origin, base, basePath, signInPage } = resolved;
	// Without a wanted target the core goes to the bare origin, outside an application that is mounted below it.
	if (target === origin && base) return `${origin}${base}`;
	// When a profile cannot be read the core appends "/signin" to the callback's URL, code and all, and the
	// browser comes back with a used code: "pkceCodeVerifier could not be parsed" hides the cause.
	if (target.startsWith(`${origin}${basePath}/callback/`) && target.endsWith('/signin')) {
		return new URL(withQuery(signInPage, { error: 'OAuthCallbackError' }), origin).href;
	}
	return target;
}
