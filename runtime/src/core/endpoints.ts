import { Auth, isAuthAction } from '@auth/core';
import type { Session } from '@auth/core/types';
import { noStore } from './answers.js';
import { type Body, readBody } from './body.js';
import { unfinished } from './check-providers.js';
import { isUsableEmail } from './email.js';
import { confirmPage } from './email-link.js';
import { finish, pageRedirect } from './endpoint-response.js';
import { signInError } from './errors.js';
import { findProvider } from './providers.js';
import { safeTarget } from './redirects.js';
import {
	answerProblem,
	coreConfig,
	coreRequest,
	type Detour,
	endpointUrl,
	setAuthorizationParams,
} from './run.js';
import { isSameOrigin } from './same-origin.js';
import type { Resolved, ResolvedProvider } from './types.js';

/** An auth endpoint that a path names. */
export interface Endpoint {
	action: string;
	providerId: string | undefined;
}

/** Actions that the core shows a page for, and the application may show its own. */
const pageActions = new Set(['signin', 'signout', 'error', 'verify-request']);

export function isPageAction({ action, providerId }: Endpoint): boolean {
	return pageActions.has(action) && providerId === undefined;
}

/** Which endpoint a path is, or null when it is none: then the application gets the request. */
export function matchEndpoint(pathname: string, basePath: string): Endpoint | null {
	if (!pathname.startsWith(`${basePath}/`)) return null;
	const [action = '', providerId, ...more] = pathname
		.slice(basePath.length + 1)
		.replace(/\/$/, '')
		.split('/');
	if (!isAuthAction(action) || more.length > 0 || providerId === '') return null;
	if (providerId !== undefined && !['signin', 'callback', 'webauthn-options'].includes(action)) return null;
	return { action, providerId };
}

/**
 * Answers an auth endpoint.
 *
 * Specification: section 4.
 *
 * @param request what the browser sent
 * @param query the query of the URL, which hosts may hand out apart from the request
 * @param readSession the session of this request, read once however often it is asked for. For a POST it must set no
 *   cookie: a refresh would take back what the answer sets
 */
export async function answerEndpoint(
	resolved: Resolved,
	{ action, providerId }: Endpoint,
	request: Request,
	query: URLSearchParams,
	readSession: () => Promise<Session | null>,
): Promise<Response> {
	const { method, headers } = request;
	// Mail scanners send HEAD to every link: the core is not asked, so a magic link stays unused.
	if (method === 'HEAD') return new Response(null);
	if (method !== 'GET' && method !== 'POST') {
		return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
	}
	const post = method === 'POST';
	if (resolved.problem) {
		const body = post ? { text: '', type: 'text/plain' } : undefined;
		return answerProblem(resolved, coreRequest(resolved, request, endpointUrl(resolved, action), body));
	}
	const verified = isVerified(resolved, action, post, headers);
	// Without a session there is none to change: the core would log an error for every cookie that is none.
	if (action === 'session' && (!post || !(await readSession()))) return sessionResponse(await readSession());

	const provider = findProvider(resolved.providers, providerId);
	if (providerId !== undefined && !provider) {
		return Response.json(signInError('UnknownProvider'), { status: 404, headers: noStore });
	}
	// Typed into the address bar or prefetched: the core has only an error page for it.
	if (!post && action === 'signin' && provider) return pageRedirect(resolved, resolved.signInPage, {});

	const isCallback = action === 'callback';
	const isEmailLink =
		isCallback && provider?.type === 'email' && resolved.confirmEmailLinks && query.has('token');
	if (isEmailLink && !post) return confirmPage(resolved, query);
	// The core asks for its token with passwords only: somebody else's page must not sign people in another way.
	if (post && !verified && (isEmailLink || (isCallback && provider?.type === 'webauthn')))
		return finish(resolved, request, pageRedirect(resolved, resolved.signInPage, { error: 'MissingCSRF' }));

	const body = post ? await readBody(request) : undefined;
	if (body === null)
		return Response.json({ message: 'Content Too Large' }, { status: 413, headers: noStore });
	const wanted = body?.fields.callbackUrl;
	const mistake = action === 'signin' && provider ? signInMistake(provider, body) : null;
	if (mistake) {
		return finish(resolved, request, pageRedirect(resolved, resolved.signInPage, { error: mistake }), wanted);
	}
	const url = coreUrl(resolved, { action, providerId }, query, { post, provider });
	const detour: Detour = {};
	const response = await Auth(
		// The confirmed link itself, as the core knows it.
		coreRequest(resolved, request, url, isEmailLink ? undefined : body),
		withoutOwnPage(coreConfig(resolved, verified, detour), url.pathname),
	);
	const answer = detour.url === undefined ? response : await follow(resolved, detour.url);
	return finish(resolved, request, answer, wanted);
}

/** Sends somebody where a `signIn` callback wants them, within what `callbacks.redirect` allows. */
async function follow({ core, origin }: Resolved, url: string): Promise<Response> {
	const location = (await core.callbacks?.redirect?.({ url, baseUrl: origin })) ?? origin;
	return new Response(null, { status: 302, headers: { location } });
}

/** The core's URL for an endpoint. Credentials sign in at their callback, so that a client need not know the type. */
function coreUrl(
	resolved: Resolved,
	{ action, providerId }: Endpoint,
	query: URLSearchParams,
	{ post, provider }: { post: boolean; provider: ResolvedProvider | undefined },
): URL {
	const credentials = provider?.type === 'credentials' && action === 'signin';
	const url = endpointUrl(resolved, credentials ? 'callback' : action, providerId);
	if (post && action === 'signin') setAuthorizationParams(url, query);
	else url.search = query.toString();
	const wanted = query.get('callbackUrl') ?? query.get('redirectTo');
	if (wanted) url.searchParams.set('callbackUrl', safeTarget(wanted, resolved.origin, resolved.base || '/'));
	return url;
}

/**
 * Whether the core may leave its CSRF token out. A content type proves nothing: JSON gets no exemption.
 * Pages with a form carry the token all the same, for browsers that send no Origin; other reads need no cookie.
 */
function isVerified(resolved: Resolved, action: string, post: boolean, headers: Headers): boolean {
	if (!post) return !['signin', 'signout', 'csrf'].includes(action);
	if (isSameOrigin(headers, [resolved.origin, resolved.hostOrigin])) return true;
	return !resolved.needsToken && !headers.has('origin') && !headers.has('sec-fetch-site');
}

/** What is wrong before the core is asked: it would call a mistyped address a server error. */
function signInMistake(provider: ResolvedProvider, body: Body | undefined): string | null {
	if (unfinished(provider)) return 'Configuration';
	return provider.type === 'email' && !isUsableEmail(provider, body?.fields.email)
		? 'EmailSignInError'
		: null;
}

/** Takes a page out of `pages` that points at the endpoint itself: the core would redirect to it for ever. */
function withoutOwnPage(config: ReturnType<typeof coreConfig>, pathname: string): typeof config {
	const pages = Object.entries(config.pages ?? {}).filter(([, page]) => page.split('?')[0] !== pathname);
	return { ...config, pages: Object.fromEntries(pages) };
}

function sessionResponse(session: Session | null): Response {
	return Response.json(session, {
		headers: { 'cache-control': 'private, no-cache, no-store', expires: '0', pragma: 'no-cache' },
	});
}
