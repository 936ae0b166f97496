import { isAuthAction } from '@auth/core';
import type { Session } from '@auth/core/types';
import { isOwnPath } from '../access/named-page.js';
import { coreRequest, endpointUrl, mostParams, targetCookie } from '../auth-core/request.js';
import { signInError } from '../errors.js';
import { parseCookies } from '../http/cookies.js';
import { withCors } from '../http/cors.js';
import { safeTarget } from '../http/redirects.js';
import { noStore } from '../http/responses.js';
import { unfinished } from '../providers/check.js';
import { findProvider } from '../providers/index.js';
import { readToken } from '../session/jwt.js';
import { clearStart, readStart } from '../sign-in/start.js';
import { answerReturn } from '../sign-out/return.js';
import type { Resolved } from '../types.js';
import { addCookies, answerProblem, askCore } from './ask.js';
import { type Call, coreUrl, isEmailLink, setWanted } from './call.js';
import { confirmPage } from './email-link.js';
import { answerPost } from './post.js';
import { finish, pageRedirect } from './response.js';

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

/**
 * Which endpoint a path is, or null when it is none: then the application gets the request.
 *
 * @param accounts whether there are accounts, which have endpoints of their own
 */
export function matchEndpoint(
	pathname: string,
	basePath: string,
	accounts: Resolved['accounts'],
): Endpoint | null {
	if (!pathname.startsWith(`${basePath}/`)) return null;
	const [action = '', providerId, ...more] = pathname
		.slice(basePath.length + 1)
		.replace(/\/$/, '')
		.split('/');
	// Without accounts the path is the application's.
	if (action === 'account' && accounts && providerId && more.length === 0) return { action, providerId };
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
export function answerEndpoint(
	resolved: Resolved,
	endpoint: Endpoint,
	request: Request,
	query: URLSearchParams,
	readSession: () => Promise<Session | null>,
): Promise<Response> {
	return withCors(request, resolved.allowedOrigins, async () => {
		const response = await answer(resolved, endpoint, request, query, readSession);
		// A watcher that asks with HEAD is to see that nothing works.
		return request.method === 'HEAD' && response.body
			? new Response(null, { status: response.status, headers: response.headers })
			: response;
	});
}

async function answer(
	resolved: Resolved,
	{ action, providerId }: Endpoint,
	request: Request,
	query: URLSearchParams,
	readSession: () => Promise<Session | null>,
): Promise<Response> {
	const { method, headers } = request;
	if (action === 'account' && resolved.accounts)
		return resolved.accounts.answer(resolved, providerId ?? '', request, query);
	const head = method === 'HEAD';
	if (method !== 'GET' && method !== 'POST' && !head) {
		return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
	}
	if (query.size > mostParams)
		return Response.json({ message: 'Too Many Parameters' }, { status: 414, headers: noStore });
	const post = method === 'POST';
	if (resolved.problem) {
		const body = post ? { text: '', type: 'text/plain' } : undefined;
		const toCore = await coreRequest(resolved, request, endpointUrl(resolved, action), body);
		return finish(resolved, request, await answerProblem(resolved, toCore));
	}
	if (action === 'session' && !post) return sessionResponse(head ? null : await readSession());
	// Without a session there is none to change: the core would log an error for every cookie that is none.
	const worthless = action === 'session' && resolved.strategy === 'jwt';
	if (worthless && !(await readToken(resolved, headers.get('cookie')))) return sessionResponse(null);

	const provider = findProvider(resolved.providers, providerId);
	const needsProvider = action === 'callback' || action === 'webauthn-options';
	const isOther = action === 'webauthn-options' && provider?.type !== 'webauthn';
	if (isOther || ((needsProvider || providerId !== undefined) && !provider)) {
		return Response.json(signInError('UnknownProvider'), { status: 404, headers: noStore });
	}
	// Mail scanners send HEAD to every link: the core is not asked, so a magic link stays unused.
	if (head) return new Response(null);
	return post
		? answerPost(resolved, { action, provider }, request, query)
		: answerGet(resolved, { action, provider }, request, query, readSession);
}

async function answerGet(
	resolved: Resolved,
	call: Call,
	request: Request,
	query: URLSearchParams,
	readSession: () => Promise<Session | null>,
): Promise<Response> {
	const { action, provider } = call;
	// Typed into the address bar or prefetched: the core has only an error page for it.
	if (action === 'signin' && provider) return pageRedirect(resolved, resolved.signInPage, {});
	// The core does not know it, and would log a stack for every visit.
	if (provider && unfinished(provider))
		return pageRedirect(resolved, resolved.signInPage, { error: 'Configuration' });
	if (isEmailLink(resolved, call, query)) return confirmPage(resolved, query);
	if (action === 'signout') {
		const back = await answerReturn(resolved, request.headers, query, readSession);
		if (back instanceof Response) return back;
		if (back) return addCookies(pageRedirect(resolved, back.target, {}), back.cookies);
	}
	const { pages } = resolved.core;
	// The core puts the name into its redirect as it came, `#` and `&` included.
	if (action === 'error' && pages?.error && !isOwnPath(pages.error, `${resolved.basePath}/error`, resolved))
		return pageRedirect(resolved, pages.error, { error: query.get('error') ?? 'Configuration' });
	// Pages with a form carry the core's token, for browsers that send no Origin; other reads need no cookie.
	const verified = !['signin', 'signout', 'csrf'].includes(action);
	const url = coreUrl(resolved, call);
	url.search = (isPageAction({ action, providerId: undefined }) ? pageQuery(query) : query).toString();
	setWanted(resolved, url, query);
	if (action !== 'callback')
		return finish(resolved, request, await askCore(resolved, request, { url, verified, call }));
	const { page, remember } = readStart(resolved, request.headers);
	const life = remember ? undefined : resolved.shortSession;
	const response = await askCore(resolved, request, { url, verified, call, life });
	const settled = addCookies(response, clearStart(resolved, request.headers));
	return finish(resolved, request, settled, wantedBefore(resolved, request), page);
}

/** Where the person wanted to go when the sign-in began, as the core remembers it. Undefined for where everybody comes from. */
function wantedBefore(resolved: Resolved, { headers }: Request): string | undefined {
	const { origin, base } = resolved;
	const home = base || '/';
	const wanted = parseCookies(headers.get('cookie')).get(targetCookie(resolved));
	const path = safeTarget(wanted, origin, home);
	return path === home ? undefined : path;
}

/** What the core's pages look at. They spread the query over what they show: `?providers=` took the page down. */
function pageQuery(query: URLSearchParams): URLSearchParams {
	const known = ['callbackUrl', 'redirectTo', 'error', 'code', 'provider', 'type'];
	return new URLSearchParams([...query].filter(([name]) => known.includes(name)));
}

function sessionResponse(session: Session | null): Response {
	return Response.json(session, {
		headers: { 'cache-control': 'private, no-cache, no-store', expires: '0', pragma: 'no-cache' },
	});
}
