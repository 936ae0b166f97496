import { isHttpError, isRedirect, type RequestEvent } from '@sveltejs/kit';
import { isDecodable } from '../core/http/decodable.js';
import { serverError } from '../core/http/responses.js';
import { asError, createLogger } from '../core/log.js';
import type { MaybePromise } from '../core/maybe-promise.js';

type Resolve = (event: RequestEvent) => MaybePromise<Response>;

/**
 * Calls the rest of the chain. A `redirect()` or `error()` that a later hook throws is SvelteKit's to handle,
 * except where SvelteKit does not catch it: on a path that cannot be decoded it would end the server.
 */
export async function resolveSafely(event: RequestEvent, resolve: Resolve): Promise<Response> {
	try {
		return await resolve(event);
	} catch (thrown) {
		if (isDecodable(event.url.pathname)) throw thrown;
		if (isRedirect(thrown)) {
			return new Response(null, { status: thrown.status, headers: { location: encodeURI(thrown.location) } });
		}
		if (isHttpError(thrown)) return Response.json(thrown.body, { status: thrown.status });
		createLogger({}).error(asError(thrown));
		return serverError();
	}
}
