import { isAllowedOrigin } from './same-origin.js';

/**
 * Lets pages of allowed origins call an endpoint and read what it answers, and no cache hand that to pages of others.
 *
 * @param answer makes the answer, unless a browser asks whether such a page may call
 */
export async function withCors(
	{ method, headers: asked }: Request,
	allowed: readonly string[],
	answer: () => Promise<Response>,
): Promise<Response> {
	if (allowed.length === 0) return answer();
	const isAllowed = isAllowedOrigin(asked, allowed);
	const {
		body,
		status,
		headers: given,
	} = isAllowed && method === 'OPTIONS' ? new Response(null, { status: 204 }) : await answer();
	const headers = new Headers(given);
	headers.append('vary', 'Origin');
	if (isAllowed) {
		const allow = 'access-control-allow-';
		headers.set(`${allow}origin`, String(asked.get('origin')));
		headers.set(`${allow}credentials`, 'true');
		headers.set(`${allow}headers`, 'content-type, x-auth-return-redirect');
	}
	return new Response(body, { status, headers });
}
