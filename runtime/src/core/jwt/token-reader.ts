import type { JWT } from '@auth/core/jwt';
import type { ShownClaims } from './claims.js';

/** Reads the session tokens of a configuration. */
export interface TokenReader {
	/**
	 * @param salt the cookie's name
	 * @returns the claims, an object of the caller's own, or null
	 * @throws Error when the token is forged, over, or of a secret that is gone
	 */
	read(token: string, salt: string): Promise<JWT | null>;
	/**
	 * What a token shows that was verified a while ago and still holds, at once: a page waits for nothing, and little of it
	 * runs. The caller must not change it.
	 *
	 * @returns undefined when it has to be read
	 */
	shown(token: string, salt: string): ShownClaims | undefined;
}
