import type { JWT } from '@auth/core/jwt';
import type { Account } from '@auth/core/types';
import type { ProviderTokens } from './answer.js';

/* Where the tokens of a provider stand in the token of a session. */

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Null when there is nothing to refresh, or nothing to do it with. */
export function tokensOf({ access_token, refresh_token, expires_at }: JWT): ProviderTokens | null {
	const [access, refresh] = [text(access_token), text(refresh_token)];
	const expires = typeof expires_at === 'number' ? expires_at : undefined;
	return access && refresh ? { access_token: access, refresh_token: refresh, expires_at: expires } : null;
}

/** A sign-in: its provider's tokens take the place of another's. */
export function withAccount(token: JWT, account: Account): JWT {
	const { provider, access_token, refresh_token, expires_at } = account;
	if (!access_token)
		return without(token, ['provider', 'access_token', 'refresh_token', 'expires_at', 'error']);
	return withTokens({ ...token, provider }, { access_token, refresh_token, expires_at });
}

export function withTokens(token: JWT, { access_token, refresh_token, expires_at }: ProviderTokens): JWT {
	return {
		...without(token, ['refresh_token', 'expires_at', 'error']),
		access_token,
		...(refresh_token !== undefined && { refresh_token }),
		...(expires_at !== undefined && { expires_at }),
	};
}

/** The provider takes the refresh token no more: it is not tried again. */
export function endedToken(token: JWT): JWT {
	return { ...without(token, ['refresh_token']), error: 'RefreshTokenError' };
}

function without(token: JWT, names: readonly string[]): JWT {
	return Object.fromEntries(Object.entries(token).filter(([name]) => !names.includes(name)));
}
