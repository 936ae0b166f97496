import type { RequestEvent } from '@sveltejs/kit';
import { localPath, withQuery } from '../../core/http/redirects.js';
import { forbidden, noStore } from '../../core/http/responses.js';
import { isEnhanced, wantsPage } from './wants-page.js';

/**
 * Answers someone who is not signed in, in the form that the caller understands: a redirect for a person, which
 * SvelteKit turns into its own kind for data requests; SvelteKit's redirect result for an enhanced form; 401 for programs.
 *
 * @param signInPage path or URL; the wanted path is added as `redirectTo`
 * @param isEndpoint whether the route is a `+server` file
 */
export function refuse(event: RequestEvent, signInPage: string, isEndpoint: boolean): Response {
	const location = signInLocation(event, signInPage);
	if (isEnhanced(event)) {
		return Response.json({ type: 'redirect', status: 303, location }, { headers: noStore });
	}
	if (wantsPage(event, isEndpoint))
		return new Response(null, { status: 303, headers: { location, ...noStore } });
	return tell(event, 401, 'Unauthorized');
}

/** Answers someone who is signed in and may not pass. */
export function forbid(event: RequestEvent): Response {
	const isKits = event.isRemoteRequest || event.isDataRequest || isEnhanced(event);
	return isKits ? tell(event, 403, 'Forbidden') : forbidden(event.request);
}

/** An error in JSON, in the shape in which SvelteKit's own code in the browser shows it. */
function tell(event: RequestEvent, status: number, message: string): Response {
	const isResult = event.isRemoteRequest || isEnhanced(event);
	const body = isResult ? { type: 'error', status, error: { status, message } } : { message };
	return Response.json(body, { status, headers: noStore });
}

/** The sign-in page, with the way back. */
export function signInLocation(event: Pick<RequestEvent, 'url' | 'request'>, signInPage: string): string {
	return withQuery(signInPage, { redirectTo: wantedPath(urlOf(event)) });
}

/** In a remote `query` SvelteKit 3 forbids the event's URL; the request has it as the browser sent it. */
function urlOf(event: Pick<RequestEvent, 'url' | 'request'>): URL {
	try {
		return event.url;
	} catch {
		const url = new URL(event.request.url);
		url.pathname = url.pathname.replace(/(\/|\.html)__data\.json$/, '');
		return url;
	}
}

/** Where to come back to: the page, without the name of a form action. */
function wantedPath(url: URL): string {
	const page = new URL(url);
	// In one pass: deleting goes through all parameters, and writes the whole URL anew, each time.
	const kept = [...page.searchParams].filter(([name]) => !/^(\/|x-sveltekit-)/.test(name));
	if (kept.length < page.searchParams.size) page.search = new URLSearchParams(kept).toString();
	page.hash = '';
	return localPath(page);
}
