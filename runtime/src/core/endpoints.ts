import { Auth, isAuthAction } from '@auth/core';
import type { Session } from '@auth/core/types';
import { type Body, readBody } from './body.js';
import { unfinished } from './check.js';
import { isUsableEmail } from './email.js';
import { finish, pageRedirect } from './endpoint-response.js';
import { signInError } from './errors.js';
import { findProvider } from './providers.js';
import { safeTarget } from './redirects.js';
import { answerProblem, coreConfig, coreRequest, endpointUrl, setAuthorizationParams } from './run.js';
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
 * @param readSession the session of this request, read once however often it is asked for
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
		const url = endpointUrl(resolved, action);
		return answerProblem(
			resolved,
			post ? coreRequest(request, url, { text: '', type: 'text/plain' }) : coreRequest(request, url),
		);
	}
	if (action === 'session' && !post) return sessionResponse(await readSession());

	const provider = findProvider(resolved.providers, providerId);
	if (providerId !== undefined && !provider) {
		return Response.json(signInError('UnknownProvider'), { status: 404 });
	}
	// Typed into the address bar or prefetched: the core has only an error page for it.
	if (!post && action === 'signin' && provider) return pageRedirect(resolved, resolved.signInPage, {});

	const url = coreUrl(resolved, { action, providerId }, query, { post, provider });
	const body = post ? await readBody(request) : undefined;
	const wanted = body?.fields.callbackUrl;
	const mistake = action === 'signin' && provider ? signInMistake(provider, body) : null;
	if (mistake) {
		return finish(resolved, request, pageRedirect(resolved, resolved.signInPage, { error: mistake }), wanted);
	}
	const response = await Auth(
		coreRequest(request, url, body),
		withoutOwnPage(coreConfig(resolved, isVerified(resolved, action, post, headers)), url.pathname),
	);
	return finish(resolved, request, response, wanted);
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
	if (post) return isSameOrigin(headers, [resolved.origin, resolved.hostOrigin]);
	return !['signin', 'signout', 'csrf'].includes(action);
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
