import type { AccountAnswer, AccountFailure, AccountPages, AccountRequest } from '../core/accounts.js';
import { addCookies } from '../core/endpoints/ask.js';
import { pageRedirect } from '../core/endpoints/response.js';
import { readBody, textFields } from '../core/http/body.js';
import { locationFor } from '../core/http/redirects.js';
import { noStore } from '../core/http/responses.js';
import { isSameOrigin } from '../core/http/same-origin.js';
import { asError } from '../core/log.js';
import type { Resolved } from '../core/types.js';
import { openAddressLink } from './account/index.js';
import { failed, pathOf, remember } from './answers.js';
import { isPurpose, keepLink } from './flows/link.js';
import { run } from './run.js';
import type { AccountsContext } from './types.js';

/** Where the form of an action stands. All others are on the account page. */
const pageOf: Readonly<Record<string, keyof AccountPages>> = {
	'sign-up': 'signUp',
	'forgot-password': 'forgotPassword',
	'set-password': 'setPassword',
};

/** Answers `<basePath>/account/<action>`: plain forms, and the links of mails. See `AccountsPlug.answer`. */
export async function answerEndpoint(
	context: AccountsContext,
	resolved: Resolved,
	action: string,
	request: Request,
	query: URLSearchParams,
): Promise<Response> {
	const { method, headers } = request;
	if (method === 'GET' || method === 'HEAD') return open(context, resolved, action, request, query);
	if (method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
	const { origin, hostOrigin, allowedOrigins } = resolved;
	const answer = isSameOrigin(headers, [origin, hostOrigin], allowedOrigins)
		? await runBody(context, resolved, action, request, query)
		: failed(403, 'MissingCSRF');
	return sent(context, resolved, action, headers, answer);
}

async function runBody(
	context: AccountsContext,
	resolved: Resolved,
	action: string,
	request: Request,
	query: URLSearchParams,
): Promise<AccountAnswer> {
	const body = await readBody(request);
	if (!body) return failed(413, 'Configuration');
	const fields = textFields(Object.entries(body.fields));
	try {
		return await run(context, resolved, action, { headers: request.headers, fields, query });
	} catch (error) {
		resolved.logger.error(asError(error));
		return failed(500, 'Configuration');
	}
}

/** A link of a mail. Scanners and previews open it, too: it is used up by nothing but a button. */
async function open(
	context: AccountsContext,
	resolved: Resolved,
	action: string,
	request: Request,
	query: URLSearchParams,
): Promise<Response> {
	const { headers, method } = request;
	const asked: AccountRequest = { headers, fields: {}, query };
	const [purpose, token] = [query.get('purpose') ?? '', query.get('token')];
	let response: Response | null;
	if (action === 'set-password' && isPurpose(purpose) && token && token.length < 2_000)
		response = addCookies(pageRedirect(resolved, pathOf(context, resolved, 'setPassword'), {}), [
			keepLink(resolved, purpose, token),
		]);
	else
		response = await openAddressLink(context, resolved, action, asked).catch((error: unknown) => {
			resolved.logger.error(asError(error));
			return Response.json(said(failed(500, 'Configuration')), { status: 500, headers: noStore });
		});
	response ??= Response.json({ message: 'Not Found' }, { status: 404, headers: noStore });
	// Scanners send HEAD first: what it would set is of no use to them.
	return method === 'HEAD' ? new Response(null, { status: response.status }) : response;
}

/** The answer of a form: a redirect to a page, or JSON where a program asks. */
async function sent(
	context: AccountsContext,
	resolved: Resolved,
	action: string,
	headers: Headers,
	answer: AccountAnswer,
): Promise<Response> {
	const json = headers.has('x-auth-return-redirect') || headers.get('accept')?.includes('application/json');
	if (answer.ok && 'response' in answer) return answer.response;
	if (answer.ok) {
		const { location } = locationFor(answer.redirect, resolved);
		const response = json
			? Response.json({ url: new URL(location, resolved.origin).href }, { headers: noStore })
			: new Response(null, { status: 303, headers: { location, ...noStore } });
		return addCookies(response, answer.cookies);
	}
	const { cookies = [], status, error, field, email, retryAfter } = answer;
	const more = retryAfter ? { 'retry-after': String(retryAfter) } : undefined;
	if (json)
		return addCookies(Response.json(said(answer), { status, headers: { ...noStore, ...more } }), cookies);
	const page = pathOf(context, resolved, pageOf[action] ?? 'account');
	const response = pageRedirect(resolved, page, { error, ...(field && { field }) });
	const redirect = new Response(null, {
		status: 303,
		headers: { ...Object.fromEntries(response.headers), ...more },
	});
	return addCookies(redirect, [...cookies, ...(await remember(resolved, { email }))]);
}

/** What a program is told. */
const said = ({ error, message, field, retryAfter }: AccountFailure) => ({
	error,
	message,
	field,
	retryAfter,
});
