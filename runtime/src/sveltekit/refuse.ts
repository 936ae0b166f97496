import type { RequestEvent } from '@sveltejs/kit';
import { noStore } from '../core/answers.js';
import { localPath, withQuery } from '../core/redirects.js';
import { isEnhanced, wantsPage } from './wants-page.js';

/**
 * Answers someone who is not signed in, in the form that the caller understands: a redirect for a person, which
 * SvelteKit turns into its own kind for data requests; SvelteKit's redirect result for an enhanced form; 401 for programs.
 *
 * @param signInPage path or URL; the wanted path is added as `redirectTo`
 */
export function refuse(event: RequestEvent, signInPage: string): Response {
	const location = signInLocation(event, signInPage);
	if (isEnhanced(event)) {
		return Response.json({ type: 'redirect', status: 303, location }, { headers: noStore });
	}
	if (wantsPage(event)) return new Response(null, { status: 303, headers: { location, ...noStore } });
	return Response.json({ message: 'Unauthorized' }, { status: 401, headers: noStore });
}

/** Answers someone who is signed in and may not pass. */
export function forbid(event: RequestEvent): Response {
	const error = { message: 'Forbidden' };
	return Response.json(isEnhanced(event) ? { type: 'error', error } : error, {
		status: 403,
		headers: noStore,
	});
}

/** The sign-in page, with the way back. */
export function signInLocation({ url }: Pick<RequestEvent, 'url'>, signInPage: string): string {
	return withQuery(signInPage, { redirectTo: wantedPath(url) });
}

/** Where to come back to: the page, without the name of a form action. */
function wantedPath(url: URL): string {
	const page = new URL(url);
	for (const name of [...page.searchParams.keys()]) if (name.startsWith('/')) page.searchParams.delete(name);
	page.hash = '';
	return localPath(page);
}
