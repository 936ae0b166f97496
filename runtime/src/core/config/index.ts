import type { AuthConfig } from '@auth/core';
import type { CookieOption } from '@auth/core/types';
import { resolveOrigin } from '../http/origin.js';
import { providerOption } from '../providers/index.js';
import { legacyCookies } from '../session/legacy.js';
import type { Prepared, Resolved, ResolvedProvider, RuntimeConfig } from '../types.js';
import { prepare } from './prepare.js';
import { tellSeveral } from './several.js';

/**
 * Resolves a configuration for one request: origin and cookie security, decided once and used by handler,
 * session, actions and redirects.
 *
 * @param config as the user wrote it; never changed
 * @param request the URL under which the host saw the request, its headers, and from where it came
 * @param told what has been logged already; grows
 */
export function resolveConfig(
	config: RuntimeConfig,
	request: { url: URL; headers: Headers; clientAddress?: (() => string | undefined) | undefined },
	told?: Set<string>,
): Resolved {
	const prepared = prepare(config, told, request.url);
	const origin = resolveOrigin(request.url, request.headers, prepared);
	const secure = config.useSecureCookies ?? origin.startsWith('https:');
	if (told) tellSeveral(config, prepared, { origin, headers: request.headers }, told);
	const template = templates[`${secure}`].get(prepared) ?? makeTemplate(prepared, secure);
	const { clientAddress = () => undefined } = request;
	return { ...template, origin, hostOrigin: request.url.origin, clientAddress, lastRead: undefined };
}

type Template = Omit<Resolved, 'origin' | 'hostOrigin' | 'clientAddress' | 'lastRead'>;
/** What depends on nothing of a request but whether its cookies are for https alone: each page needs it. */
const templates = { true: new WeakMap<Prepared, Template>(), false: new WeakMap<Prepared, Template>() };

function makeTemplate(prepared: Prepared, secure: boolean): Template {
	const { core } = prepared;
	const custom = core.cookies?.sessionToken;
	const name = custom?.name ?? `${secure ? '__Secure-' : ''}authjs.session-token`;
	const template = {
		...prepared,
		core: { ...core, useSecureCookies: secure, cookies: checkCookies(prepared, secure) ?? {} },
		secure,
		sessionCookie: {
			name,
			options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure, ...custom?.options },
		},
		legacyCookies: legacyCookies(prepared, secure, name),
	};
	templates[`${secure}`].set(prepared, template);
	return template;
}

/**
 * A provider that answers with a form (`response_mode=form_post`) posts it from its own site, and browsers send no `lax`
 * cookie along. The core sees to state and nonce, and forgets PKCE and where the person wanted to go.
 */
function checkCookies({ core, providers }: Prepared, secure: boolean): AuthConfig['cookies'] {
	if (!secure || !providers.some(answersWithForm)) return core.cookies;
	const open = (cookie: Partial<CookieOption> = {}) => ({
		...cookie,
		options: { sameSite: 'none' as const, secure, ...cookie.options },
	});
	const { pkceCodeVerifier, callbackUrl } = core.cookies ?? {};
	return { ...core.cookies, pkceCodeVerifier: open(pkceCodeVerifier), callbackUrl: open(callbackUrl) };
}

function answersWithForm(provider: ResolvedProvider): boolean {
	type Endpoint = string | { url?: string; params?: Record<string, unknown> };
	const authorization = providerOption<Endpoint>(provider, 'authorization');
	const { url = authorization, params } = typeof authorization === 'object' ? authorization : {};
	return params?.response_mode === 'form_post' || String(url).includes('response_mode=form_post');
}
