import { setAuthorizationParams } from '../auth-core/request.js';
import { addField, type Body, readBody } from '../http/body.js';
import { setCookieOf } from '../http/cookies.js';
import { parseHttpUrl } from '../http/origin.js';
import { safeTarget } from '../http/redirects.js';
import { noStore } from '../http/responses.js';
import { isSameOrigin } from '../http/same-origin.js';
import { canLink, clearIntent, startIntent } from '../linking/intent.js';
import { warn } from '../log.js';
import { unfinished } from '../providers/check.js';
import { isUsableEmail } from '../providers/email.js';
import { providerId } from '../providers/index.js';
import { isSession, lifeOfCurrent } from '../session/life.js';
import { cameFrom, clearStart, isSignInPage, isTicked, readStart, startCookies } from '../sign-in/start.js';
import { type Leaver, leave, leaverOf } from '../sign-out/index.js';
import type { Resolved, SetCookie } from '../types.js';
import { addCookies, askCore } from './ask.js';
import { type Call, coreUrl, isEmailLink, setWanted } from './call.js';
import { finish, pageRedirect } from './response.js';

/** Answers a POST to an auth endpoint. Specification: section 4. */
export async function answerPost(
	resolved: Resolved,
	call: Call,
	request: Request,
	query: URLSearchParams,
): Promise<Response> {
	const verified = isVerified(resolved, request.headers);
	const confirmed = isEmailLink(resolved, call, query);
	const foreign = !verified && isRefused(call, request.headers, confirmed);
	if (foreign) tellForeign(resolved, request.headers);
	if (foreign && call.action === 'session') return Response.json(null, { status: 400, headers: noStore });
	// Before the body is read: a stranger's page makes people's browsers send it.
	if (foreign) return backToSignIn(resolved, request, 'MissingCSRF');
	const body = await readBody(request);
	if (!body) return Response.json({ message: 'Content Too Large' }, { status: 413, headers: noStore });

	const starts = call.action === 'signin' && call.provider !== undefined;
	const from = cameFrom(resolved, request.headers);
	if (starts) setPastSignIn(resolved, body, query, from.wanted);
	const wanted = body.fields.callbackUrl;
	const mistake = signInMistake(call, body);
	if (mistake) return backToSignIn(resolved, request, mistake, wanted, from.page);
	const intent = await intentOf(resolved, call, request.headers, body.fields, verified);
	if (typeof intent === 'string') return backToSignIn(resolved, request, intent, wanted, from.page);
	if (call.action === 'signout') setPastSignOut(resolved, body, query);
	const url = prepareUrl(resolved, call, query, body);
	// A link that was confirmed goes to the core as the GET that it knows.
	const { headers } = request;
	const begun = readStart(resolved, headers);
	const typed = call.provider?.type === 'credentials' || call.provider?.type === 'webauthn';
	const remember = starts || typed ? isTicked(body.fields.remember) : begun.remember;
	const comes = typed || call.action === 'callback';
	const life =
		call.action === 'session'
			? await lifeOfCurrent(resolved, headers)
			: comes && !remember
				? resolved.shortSession
				: undefined;
	const start = comes
		? clearStart(resolved, headers)
		: starts
			? startCookies(resolved, headers, { page: from.page, remember })
			: [];
	const question = { url, verified, call, life, ...(!confirmed && { body }) };
	const leaver = call.action === 'signout' ? await leaverOf(resolved, headers, body.fields.atProvider) : null;
	const answer = await askCore(resolved, request, question);
	const response = leaver ? await leaving(resolved, headers, leaver, answer) : answer;
	const settled = addCookies(response, [...intent, ...start]);
	return finish(resolved, request, settled, wanted, starts ? from.page : begun.page);
}

/** On to the provider, for somebody who is signed out here: then the answer takes the session's cookie away. */
async function leaving(
	resolved: Resolved,
	headers: Headers,
	leaver: Leaver,
	answer: Response,
): Promise<Response> {
	const cookies = answer.headers.getSetCookie();
	if (!cookies.some((line) => isSession(resolved, setCookieOf(line)))) return answer;
	const data: unknown = await answer.clone().json().catch(Object);
	const { url = resolved.origin } = data as { url?: string };
	const left = await leave(resolved, headers, leaver, answer.headers.get('location') ?? url);
	if (!left) return answer;
	const redirect = new Response(null, { status: 302, headers: { location: left.redirect } });
	for (const line of cookies) redirect.headers.append('set-cookie', line);
	return addCookies(redirect, left.cookies);
}

/** What a sign-in that starts does to the intent to link, as cookies; or the mistake that it is. */
async function intentOf(
	resolved: Resolved,
	{ action, provider }: Call,
	headers: Headers,
	{ link }: Body['fields'],
	verified: boolean,
): Promise<SetCookie[] | string> {
	if (action !== 'signin' || !provider || !canLink(provider)) return [];
	if (String(link) !== 'true') return clearIntent(resolved, headers);
	// A neighbouring subdomain can plant the core's token.
	if (!verified) return 'MissingCSRF';
	const cookie = await startIntent(resolved, headers, providerId(provider));
	return typeof cookie === 'string' ? cookie : [cookie];
}

const backToSignIn = (
	resolved: Resolved,
	request: Request,
	error: string,
	wanted?: string,
	page?: string,
): Promise<Response> =>
	finish(resolved, request, pageRedirect(resolved, resolved.signInPage, { error }), wanted, page);

/** A client says the page that is open. When that is the sign-in page, what counts is what brought people there. */
function setPastSignIn(resolved: Resolved, body: Body, query: URLSearchParams, before?: string): void {
	const { origin, base } = resolved;
	const { callbackUrl, redirectTo } = body.fields;
	const said = callbackUrl ?? query.get('callbackUrl') ?? redirectTo ?? query.get('redirectTo');
	if (said === null || said === undefined) addField(body, 'callbackUrl', before ?? null);
	if (callbackUrl === undefined) return;
	const open = new URL(safeTarget(callbackUrl, origin, '/'), origin);
	if (open.origin !== origin || !isSignInPage(resolved, open)) return;
	const wanted = open.searchParams.get('redirectTo') ?? open.searchParams.get('callbackUrl');
	addField(body, 'callbackUrl', wanted ?? (base || '/'));
}

/** The core would go where the last sign-in went, which is behind a guard as often as not. */
function setPastSignOut({ base }: Resolved, body: Body, query: URLSearchParams): void {
	const { callbackUrl, redirectTo } = body.fields;
	if (callbackUrl !== undefined || query.has('callbackUrl')) return;
	addField(body, 'callbackUrl', redirectTo ?? query.get('redirectTo') ?? (base || '/'));
}

/** The URL for the core. What is in its query when a sign-in starts, the core hands on to the provider. */
function prepareUrl(resolved: Resolved, call: Call, query: URLSearchParams, body: Body): URL {
	const url = coreUrl(resolved, call);
	if (call.action === 'signin' && call.provider?.type !== 'credentials') {
		setAuthorizationParams(url, query);
		const wanted = query.get('callbackUrl') ?? query.get('redirectTo');
		if (body.fields.callbackUrl === undefined) addField(body, 'callbackUrl', wanted);
	} else {
		url.search = query.toString();
		setWanted(resolved, url, query);
	}
	return url;
}

/** Whether a POST needs no CSRF token. A content type proves nothing: JSON gets no exemption. */
function isVerified(resolved: Resolved, headers: Headers): boolean {
	const { origin, hostOrigin, allowedOrigins, needsToken } = resolved;
	if (isSameOrigin(headers, [origin, hostOrigin], allowedOrigins)) return true;
	return !needsToken && !headers.has('origin') && !headers.has('sec-fetch-site');
}

/**
 * Whether a POST that nothing vouches for is refused before the core looks for its token. The core wants one with
 * passwords, and none with passkeys and links; and a neighbouring subdomain can plant one.
 */
function isRefused({ action, provider }: Call, headers: Headers, confirmed: boolean): boolean {
	const type = action === 'callback' ? provider?.type : undefined;
	// Answers with a form: it comes from the provider's site, and state and nonce vouch for it.
	if (type === 'oauth' || type === 'oidc') return false;
	return confirmed || type === 'webauthn' || isForeign(headers);
}

/** Whether a browser says that another site sends this. `Origin: null` says nothing, so that the token decides. */
function isForeign(headers: Headers): boolean {
	const site = headers.get('sec-fetch-site');
	if (site !== null) return site !== 'none';
	return (headers.get('origin') ?? 'null') !== 'null';
}

/** By the logger, of which each configuration has one: strangers can send as many as they like. */
const told = new WeakSet<object>();

/** Tells once where somebody may look for the fault in their CORS headers. */
function tellForeign({ logger }: Resolved, headers: Headers): void {
	const from = parseHttpUrl(headers.get('origin') ?? '')?.origin;
	if (!from || told.has(logger)) return;
	told.add(logger);
	warn(logger, `A POST of ${from} was refused. Is it yours? See allowedOrigins and AUTH_URL.`);
}

/** What is wrong before the core is asked: it would call a mistyped address a server error. */
function signInMistake({ action, provider }: Call, { fields }: Body): string | null {
	if (!provider) return null;
	if (unfinished(provider)) return 'Configuration';
	const mistyped = action === 'signin' && provider.type === 'email' && !isUsableEmail(provider, fields.email);
	return mistyped ? 'EmailSignInError' : null;
}
