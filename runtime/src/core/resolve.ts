import { resolveOrigin } from './origin.js';
import { prepare } from './prepare.js';
import type { Resolved, RuntimeConfig } from './types.js';

/**
 * Resolves a configuration for one request: origin and cookie security, decided once and used by handler,
 * session, actions and redirects.
 *
 * @param config as the user wrote it; never changed
 * @param request the URL under which the host saw the request, and its headers
 * @param told what has been logged already; grows
 */
export function resolveConfig(
	config: RuntimeConfig,
	request: { url: URL; headers: Headers },
	told?: Set<string>,
): Resolved {
	const prepared = prepare(config, told);
	const origin = resolveOrigin(request.url, request.headers, prepared);
	const secure = config.useSecureCookies ?? origin.startsWith('https:');
	const custom = config.cookies?.sessionToken;
	return {
		...prepared,
		core: { ...prepared.core, useSecureCookies: secure },
		origin,
		hostOrigin: request.url.origin,
		secure,
		sessionCookie: {
			name: custom?.name ?? `${secure ? '__Secure-' : ''}authjs.session-token`,
			options: { httpOnly: true, sameSite: 'lax', path: '/', secure, ...custom?.options },
		},
	};
}
