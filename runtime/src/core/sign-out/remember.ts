import type { AuthConfig } from '@auth/core';
import type { JWT } from '@auth/core/jwt';
import { providerId } from '../providers/index.js';
import type { Resolved, ResolvedProvider } from '../types.js';

/** In the token of a session. */
const claim = 'authgraft_provider';
/** In front of the token of a row. What has other characters in it is not remembered. */
const ofRow = /^(?:short\.)?at-([\w-]+)\./;

/**
 * A configuration whose sessions say by which OpenID provider somebody came: no row of an adapter does, and no token. Nothing
 * changes where nobody signs out at one.
 */
export function remembering(
	{ signOut }: Resolved,
	core: AuthConfig,
	run: { action: string; provider: ResolvedProvider | undefined },
): AuthConfig {
	if (!signOut || run.action !== 'callback' || run.provider?.type !== 'oidc') return core;
	const id = providerId(run.provider);
	const { session, callbacks } = core;
	const own = callbacks?.jwt;
	const generateSessionToken = () => {
		const token = session?.generateSessionToken?.() ?? crypto.randomUUID();
		return /^[\w-]+$/.test(id) ? `at-${id}.${token}` : token;
	};
	return {
		...core,
		session: { ...session, generateSessionToken },
		callbacks: {
			...callbacks,
			async jwt(params) {
				const token = own ? await own(params) : params.token;
				return token && { ...token, [claim]: id };
			},
		},
	};
}

/** The id of the provider, as a session's token has it. `provider` is where others keep it, {@link refreshTokens} among them. */
export function rememberedIn(token: JWT | string): string | undefined {
	if (typeof token === 'string') return ofRow.exec(token)?.[1];
	const id = token[claim] ?? token.provider;
	return typeof id === 'string' ? id : undefined;
}
