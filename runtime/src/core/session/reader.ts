import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';
import type { SetCookie } from '../types.js';

/** What a strategy's reader needs to know about the request. */
export interface SessionRequest {
	/** The cookie's value, never empty. */
	value: string;
	/** Names of the cookies that carry it. */
	names: string[];
	/** It is not under today's name yet: it gets there with the next answer that can set cookies. */
	adopted?: boolean;
	/** False once the response is on its way: then nothing is re-issued. */
	canSetCookies: () => boolean;
}

/** `invalid`: the cookie is worthless, take it away. */
export type ReaderResult =
	| 'invalid'
	| { session: Session | null; cookies: SetCookie[]; event?: { session: Session; token?: JWT } };
