import { isAuthAction } from '@auth/core';
import type { Session } from '@auth/core/types';
import { noStore } from './answers.js';
import { type Body, readBody } from './body.js';
import { unfinished } from './check-providers.js';
import { isUsableEmail } from './email.js';
import { confirmPage } from './email-link.js';
import { finish, pageRedirect } from './endpoint-response.js';
import { signInError } from './errors.js';
import { findProvider, providerId as idOf } from './providers.js';
import { safeTarget } from './redirects.js';
import { answerProblem, askCore, coreRequest, endpointUrl, setAuthorizationParams } from './run.js';
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
	// Without a session there is none to change: the core would log an error for every cookie that is none.
	if (action === 'session' && (!post || !(await readSession()))) return sessionResponse(await readSession());

	const provider = findProvider(resolved.providers, providerId);
	if (providerId !== undefined && !provider) {
		return Response.json(signInError('UnknownProvider'), { status: 404, headers: noStore });
	}
	return post
		? answerPost(resolved, { action, provider }, request, query)
		: answerGet(resolved, { action, provider }, request, query);
}

/** An endpoint with the provider that its path names. */
interface Call {
	action: string;
	provider: ResolvedProvider | undefined;
}

async function answerGet(
	resolved: Resolved,
	call: Call,
	request: Request,
	query: URLSearchParams,
): Promise<Response> {
	const { action, provider } = call;
	// Typed into the address bar or prefetched: the core has only an error page for it.
	if (action === 'signin' && provider) return pageRedirect(resolved, resolved.signInPage, {});
	if (isEmailLink(resolved, call, query)) return confirmPage(resolved, query);
	// Pages with a form carry the core's token, for browsers that send no Origin; other reads need no cookie.
	const verified = !['signin', 'signout', 'csrf'].includes(action);
	const url = coreUrl(resolved, call);
	url.search = query.toString();
	setWanted(resolved, url, query);
	return finish(resolved, request, await askCore(resolved, coreRequest(resolved, request, url), verified));
}

async function answerPost(
	resolved: Resolved,
	call: Call,
	request: Request,
	query: URLSearchParams,
): Promise<Response> {
	const { action, provider } = call;
	const verified = isVerified(resolved, request.headers);
	const confirmed = isEmailLink(resolved, call, query);
	// The core asks for its token with passwords only: somebody else's page must not sign people in another way.
	const signsIn = confirmed || (action === 'callback' && provider?.type === 'webauthn');
	const body = await readBody(request);
	if (!body) return Response.json({ message: 'Content Too Large' }, { status: 413, headers: noStore });
	const wanted = body.fields.callbackUrl;
	const mistake = signsIn && !verified ? 'MissingCSRF' : signInMistake(call, body);
	if (mistake) {
		return finish(resolved, request, pageRedirect(resolved, resolved.signInPage, { error: mistake }), wanted);
	}
	const url = coreUrl(resolved, call);
	if (action === 'signin') setAuthorizationParams(url, query);
	else url.search = query.toString();
	setWanted(resolved, url, query);
	// A link that was confirmed goes to the core as the GET that it knows.
	const toCore = coreRequest(resolved, request, url, confirmed ? undefined : body);
	return finish(resolved, request, await askCore(resolved, toCore, verified), wanted);
}

/** Whether this is the link of a sign-in e-mail, which people confirm. */
function isEmailLink(
	{ confirmEmailLinks }: Resolved,
	{ action, provider }: Call,
	query: URLSearchParams,
): boolean {
	return confirmEmailLinks && action === 'callback' && provider?.type === 'email' && query.has('token');
}

/** The core's URL for an endpoint. Credentials sign in at their callback, so that a client need not know the type. */
function coreUrl(resolved: Resolved, { action, provider }: Call): URL {
	const credentials = provider?.type === 'credentials' && action === 'signin';
	return endpointUrl(resolved, credentials ? 'callback' : action, provider && idOf(provider));
}

function setWanted({ origin, base }: Resolved, url: URL, query: URLSearchParams): void {
	const wanted = query.get('callbackUrl') ?? query.get('redirectTo');
	if (wanted) url.searchParams.set('callbackUrl', safeTarget(wanted, origin, base || '/'));
}

/** Whether a POST needs no CSRF token. A content type proves nothing: JSON gets no exemption. */
function isVerified({ origin, hostOrigin, needsToken }: Resolved, headers: Headers): boolean {
	if (isSameOrigin(headers, [origin, hostOrigin])) return true;
	return !needsToken && !headers.has('origin') && !headers.has('sec-fetch-site');
}

/** What is wrong before the core is asked: it would call a mistyped address a server error. */
function signInMistake({ action, provider }: Call, { fields }: Body): string | null {
	if (action !== 'signin' || !provider) return null;
	if (unfinished(provider)) return 'Configuration';
	return provider.type === 'email' && !isUsableEmail(provider, fields.email) ? 'EmailSignInError' : null;
}

function sessionResponse(session: Session | null): Response {
	return Response.json(session, {
		headers: { 'cache-control': 'private, no-cache, no-store', expires: '0', pragma: 'no-cache' },
	});
}
