import type { Adapter } from '@auth/core/adapters';
import { parseHttpUrl } from '../http/origin.js';
import { liveSession } from '../linking/session.js';
import { isDevelopmentProvider } from '../providers/development.js';
import { findProvider, providerId, providerName, providerOption } from '../providers/index.js';
import { sessionIn } from '../session/legacy.js';
import type { Resolved, ResolvedProvider, SetCookie } from '../types.js';
import { keepUnderWay } from './cookie.js';
import { endSessionEndpoint, isCognito, isKinde, textOf } from './discovery.js';
import { rememberedIn } from './remember.js';

/** Characters. Some servers and proxies cut what is longer. */
const longestUrl = 2000;

/** Somebody who signs out at the provider, too. */
export interface Leaver {
	provider: ResolvedProvider;
	/** What the provider said of the person, when they came. */
	idToken: string | undefined;
	/** Address of the person. */
	email: string | undefined;
}

/**
 * Who signs out at which provider. To be asked before the session is ended: nobody knows it afterwards.
 *
 * @param asked the field `atProvider`
 * @returns null for everybody who signs out here alone
 */
export async function leaverOf(resolved: Resolved, headers: Headers, asked: unknown): Promise<Leaver | null> {
	const wanted =
		asked === undefined ? resolved.signOut?.atProvider === true : ['true', 'on', '1'].includes(String(asked));
	if (!wanted || resolved.problem) return null;
	try {
		const value = await sessionIn(resolved, headers.get('cookie'));
		return value === '' ? null : await leaverWith(resolved, value);
	} catch {
		// A database that is down is told by what signs out.
		return null;
	}
}

async function leaverWith(resolved: Resolved, value: string): Promise<Leaver | null> {
	const { core, providers, strategy, tokens, sessionCookie, accounts } = resolved;
	const token = strategy === 'jwt' ? await tokens.read(value, sessionCookie.name) : null;
	const row = strategy === 'jwt' ? null : await liveSession(core.adapter as Adapter, value);
	if (!token && !row) return null;
	const known = row ? await accounts?.signedInWith?.(resolved, value) : null;
	const others = providers.filter((provider) => !isDevelopmentProvider(provider));
	const only = others.length === 1 && others[0] ? providerId(others[0]) : undefined;
	const id = known?.provider ?? rememberedIn(token ?? value) ?? only;
	const provider = findProvider(providers, id);
	if (provider?.type !== 'oidc') return null;
	// An application that wants it in the cookie puts it there, under this name as a rule.
	const idToken = known?.idToken ?? token?.id_token;
	const email = row ? row.user.email : token?.email;
	return { provider, idToken: textOf(idToken), email: textOf(email) };
}

/**
 * Where somebody goes to sign out at the provider, who is signed out here by now: OpenID Connect RP-Initiated Logout 1.0,
 * section 2.
 *
 * @param target where the person is to end: it has passed `callbacks.redirect`
 * @returns null where there is nowhere to go
 */
export async function leave(
	resolved: Resolved,
	headers: Headers,
	{ provider, idToken, email }: Leaver,
	target: string,
): Promise<{ redirect: string; cookies: SetCookie[] } | null> {
	const endpoint = await endSessionEndpoint(resolved, provider);
	if (!endpoint) return null;
	const { origin, basePath, core } = resolved;
	const back = `${origin}${basePath}/signout`;
	const clientId = providerOption<string>(provider, 'clientId') ?? '';
	// A proxy's address is registered instead of ours: people end at the provider.
	const proxied = core.redirectProxyUrl && parseHttpUrl(core.redirectProxyUrl)?.origin !== origin;
	const state = crypto.randomUUID();
	const plain = async (params: Record<string, string>, state: string) => ({
		redirect: withParams(endpoint, params),
		cookies: (await keepUnderWay(resolved, headers, { state, target })) ?? [],
	});
	if (isKinde(provider)) return plain({ redirect: back }, '');
	if (isCognito(provider)) return plain({ client_id: clientId, logout_uri: back }, '');

	const common = { client_id: clientId, ...(!proxied && { post_logout_redirect_uri: back, state }) };
	const hinted: Record<string, string> = idToken ? { id_token_hint: idToken, ...common } : common;
	const short = { ...common, ...(email && { logout_hint: email }) };
	if (!idToken) return plain(short, state);
	if (withParams(endpoint, hinted).length <= longestUrl) return plain(hinted, state);
	const form = { action: endpoint.href, name: providerName(provider), fields: hinted };
	const cookies = await keepUnderWay(resolved, headers, { state, target, form });
	return cookies ? { redirect: `${back}?leave`, cookies } : plain(short, state);
}

/** In the place of what the endpoint has of the same names. */
function withParams(endpoint: URL, params: Record<string, string>): string {
	const url = new URL(endpoint);
	for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
	return url.href;
}
