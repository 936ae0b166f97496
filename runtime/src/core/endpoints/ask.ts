import { Auth } from '@auth/core';
import type { LoggerInstance } from '@auth/core/types';
import type { AccountFailure } from '../accounts.js';
import { coreConfig } from '../auth-core/config.js';
import type { Outcome } from '../auth-core/outcome.js';
import { coreRequest, settleCookies } from '../auth-core/request.js';
import { signInError } from '../errors.js';
import type { Body } from '../http/body.js';
import { serializeCookie, setCookieOf } from '../http/cookies.js';
import { noStore, serverError } from '../http/responses.js';
import { canLink, clearIntent, readIntent } from '../linking/intent.js';
import { providerId } from '../providers/index.js';
import { isSession } from '../session/life.js';
import type { Resolved, SetCookie } from '../types.js';
import { type Call, coreAction } from './call.js';
import { acceptOlderLinks } from './email-link.js';
import { pageRedirect } from './response.js';

/** What the core is asked. */
export interface Question {
	url: URL;
	/** True when the request is proven to come from our own pages; else the core wants its CSRF token. */
	verified: boolean;
	body?: Body;
	call: Call;
	/** Seconds that the session lasts, where it is a short one. */
	life?: number | undefined;
}

/**
 * Runs the core for an endpoint.
 *
 * @param request the browser's
 */
export async function askCore(
	resolved: Resolved,
	request: { headers: Headers },
	question: Question,
): Promise<Response> {
	const { action, provider } = question.call;
	if (action !== 'callback' || !provider || !canLink(provider)) return run(resolved, request, question);
	const intent = await readIntent(resolved, request.headers, providerId(provider));
	const response =
		intent === 'over'
			? pageRedirect(resolved, resolved.signInPage, { error: 'SessionEnded' })
			: await run(resolved, request, question, intent === 'holds');
	return addCookies(response, clearIntent(resolved, request.headers));
}

async function run(
	resolved: Resolved,
	request: { headers: Headers },
	{ url, verified, body, call, life }: Question,
	linking = false,
): Promise<Response> {
	const { core, origin, signInPage } = resolved;
	const outcome: Outcome = {};
	const adapter = acceptOlderLinks(resolved, url.searchParams.get('token'));
	// A page that points at the endpoint itself: the core would redirect to it for ever.
	const pages = Object.entries(core.pages ?? {}).filter(([, page]) => page.split('?')[0] !== url.pathname);
	const toCore = await coreRequest(resolved, request, url, body);
	const run = { ...call, action: coreAction(call), headers: toCore.headers, linking };
	const config = coreConfig(resolved, { verified, run, adapter, outcome, life });
	const response = await Auth(toCore, { ...config, pages: Object.fromEntries(pages) });
	if (outcome.detour !== undefined) {
		const location = await core.callbacks?.redirect?.({ url: outcome.detour, baseUrl: origin });
		return new Response(null, { status: 302, headers: { location: location ?? origin } });
	}
	if (outcome.failure) return tooMuch(resolved, outcome.failure);
	// A callback that throws, or a database that is down, is no reason to sign people out who change their session.
	if (outcome.error === 'JWTSessionError' || outcome.error === 'SessionTokenError')
		return Response.json(signInError('Configuration'), { status: 500, headers: noStore });
	// A second tab, the back button, or a cup of tea: no matter of the server's configuration.
	if (outcome.error === 'InvalidCheck') return pageRedirect(resolved, signInPage, { error: 'InvalidCheck' });
	if (!body && leadsTo(response, url)) return serverError();
	return addCookies(settled(resolved, request, response, life !== undefined), outcome.cookies ?? []);
}

/** A password that was not checked, since too many were. */
function tooMuch(resolved: Resolved, { error, retryAfter }: AccountFailure): Response {
	const response = pageRedirect(resolved, resolved.signInPage, { error });
	if (retryAfter) response.headers.set('retry-after', String(retryAfter));
	return response;
}

/** Whether the error page sends the browser to itself: when the core cannot even show that, it does so for ever. */
function leadsTo(response: Response, url: URL): boolean {
	return response.headers.get('location') === `${url.origin}${url.pathname}?error=Configuration`;
}

function settled(
	resolved: Resolved,
	request: { headers: Headers },
	response: Response,
	isShort: boolean,
): Response {
	const lines = response.headers.getSetCookie();
	if (lines.length === 0) return response;
	// As the core has written them.
	const written = new Map(lines.map((line) => [setCookieOf(line), line]));
	const headers = new Headers(response.headers);
	headers.delete('set-cookie');
	for (const cookie of settleCookies(resolved, request.headers, [...written.keys()]))
		headers.append('set-cookie', ending(written.get(cookie) ?? serializeCookie(cookie), cookie));
	return new Response(response.body, { status: response.status, headers });

	function ending(line: string, cookie: SetCookie): string {
		return isShort && isSession(resolved, cookie) ? line.replace(/; expires=[^;]*/i, '') : line;
	}
}

/** Adds cookies to a response, whose headers may be immutable. */
export function addCookies(response: Response, cookies: readonly SetCookie[]): Response {
	if (cookies.length === 0) return response;
	const headers = new Headers(response.headers);
	for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie));
	return new Response(response.body, { status: response.status, headers });
}

const silent: LoggerInstance = { error() {}, warn() {}, debug() {} };

/**
 * What the core answers to any request while the configuration is broken: its error page, or a 500 with a
 * message that says no more than "see the log". The problem itself was logged when it was found.
 */
export async function answerProblem(resolved: Resolved, request: Request): Promise<Response> {
	return Auth(request, { ...resolved.core, providers: [], trustHost: false, logger: silent });
}
