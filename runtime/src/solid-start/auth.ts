import { answerEndpoint } from '../core/endpoints/index.js';
import { noStore, serverError } from '../core/http/responses.js';
import { asError, createLogger } from '../core/log.js';
import type { Resolved } from '../core/types.js';
import { findEndpoint } from './location.js';
import { resolvedOf, sessionOf } from './request-state.js';
import { runtimeConfig } from './settings.js';
import type { SolidAuthInput, SolidAuthResult, SolidEvent } from './types.js';

/**
 * Makes the two handlers of the auth endpoints. One build works with SolidStart 1 and 2.
 *
 * ```ts
 * // src/routes/api/auth/[...solidauth].ts
 * export const { GET, POST } = SolidAuth(authConfig);
 * ```
 *
 * Specification: section 4.1 (`AuthA`).
 *
 * @param config the options, or a function that makes them for a request. They are never written to
 * @returns handlers that never throw. SolidStart also sends HEAD to GET: it is answered without using a magic link up
 * @throws TypeError when called without a list of providers, or when `basePath` and `prefix` contradict each other.
 *   Every other mistake is logged with its fix when the first request comes, and the endpoints answer 500
 */
export function SolidAuth(config: SolidAuthInput): SolidAuthResult {
	if (typeof config !== 'function') runtimeConfig(config);
	const handler = (event: SolidEvent) => handle(event, config);
	return { GET: handler, POST: handler };
}

async function handle(event: SolidEvent, config: SolidAuthInput): Promise<Response> {
	try {
		const resolved = await resolvedOf(event, config);
		const { pathname, searchParams } = new URL(event.request.url);
		const endpoint = findEndpoint(pathname, resolved);
		if (!endpoint) return unknownEndpoint(pathname, resolved);
		return await answerEndpoint(resolved, endpoint, event.request, searchParams, () =>
			sessionOf(event, config),
		);
	} catch (error) {
		createLogger({}).error(asError(error));
		return serverError();
	}
}

function unknownEndpoint(pathname: string, { basePath, base, logger }: Resolved): Response {
	const own = basePath.slice(base.length);
	const mounted = [basePath, own].some((path) => pathname.startsWith(`${path}/`));
	if (!mounted) {
		const [before = '', after] = pathname.split(`${own}/`);
		// What stands in front of it is where the application lies, or a folder of the route file.
		const fix = after === undefined ? '' : `Say where the application lies, with \`base: '${before}'\`. Or m`;
		logger.error(
			new Error(
				`The auth route was asked for ${pathname}, but its path is ${basePath}. ${fix || 'M'}ove the route file, or set \`prefix\``,
			),
		);
	}
	return Response.json({ message: 'Not Found' }, { status: 404, headers: noStore });
}
