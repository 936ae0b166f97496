import { decode, type JWT, type JWTOptions } from '@auth/core/jwt';
import { ClaimsCache, type SessionCacheLimits } from './cache.js';
import type { Cipher } from './cipher.js';
import { isOver, parseClaims, type ShownClaims, showClaims } from './claims.js';
import { tokenKey } from './keys.js';
import { platformCipher } from './platform.js';
import type { TokenReader } from './token-reader.js';

/** More than any server takes as a header. */
const longest = 100_000;

type Jwt = JWTOptions & { secret: unknown };

/**
 * Makes the reader of a configuration's session tokens. Tokens as the core writes them are decrypted by the platform,
 * with keys that are derived once; every other one is the core's to judge. What was verified is remembered for a while.
 *
 * The cache belongs to one configuration, so that nothing is found in it that another secret or cookie stands for.
 *
 * @param jwt the secrets, the one that signs first; a `decode` of the application's own is the only one that is asked
 * @param limits false: nothing is remembered
 */
export function createTokenReader(
	jwt: Jwt,
	limits: SessionCacheLimits | false = {},
	findCipher: () => Promise<Cipher | null> = platformCipher,
): TokenReader {
	const byCore: TokenReader['read'] = async (token, salt) =>
		jwt.decode({ ...jwt, token, salt } as Parameters<typeof jwt.decode>[0]);
	const secrets = [jwt.secret].flat();
	// What a decode of the application's own accepts is its business, each time.
	if (jwt.decode !== decode || !secrets.every(isSecret)) return { read: byCore, shown: () => undefined };

	let cipher: Cipher | null | undefined;
	const cache = limits && limits.entries !== 0 ? new ClaimsCache(limits) : null;
	return { read, shown };

	async function read(token: string, salt: string): Promise<JWT | null> {
		if (token.length > longest) throw new Error('the token is too long');
		// Looked for once: a promise costs more than the look at it.
		if (cipher === undefined) cipher = await findCipher();
		if (!cipher) return byCore(token, salt);
		if (!cache) return (await verify(cipher, token, salt)).claims;

		const id = await cipher.digest(token);
		const known = cache.get(id, salt);
		if (known !== undefined) {
			try {
				return parseClaims(known.text);
			} catch (error) {
				cache.delete(id);
				throw error;
			}
		}
		const { claims, text } = await verify(cipher, token, salt);
		if (claims) cache.set(id, salt, text);
		return claims;
	}

	function shown(token: string, salt: string): ShownClaims | undefined {
		if (!cache || !cipher?.immediate || token.length > longest) return undefined;
		const known = cache.get(cipher.digest(token) as string, salt);
		if (!known) return undefined;
		if (known.shown === undefined) known.shown = showClaims(JSON.parse(known.text));
		return known.shown && !isOver(known.shown.exp) ? known.shown : undefined;
	}

	async function verify(cipher: Cipher, token: string, salt: string) {
		const [header, key, iv, ciphertext, tag, ...more] = token.split('.');
		for (const secret of secrets as string[]) {
			const { header: own, open } = await tokenKey(cipher, secret, salt);
			if (header !== own) continue;
			if (key !== '' || !iv || !ciphertext || !tag || more.length > 0)
				throw new Error('the token has no such parts');
			const bytes = await open({ iv, ciphertext, tag });
			if (!bytes) throw new Error('the token is forged');
			const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
			return { claims: parseClaims(text), text };
		}
		// Written in another way: without the name of a key, say, or by `A256GCM`.
		const claims = await byCore(token, salt);
		return { claims, text: JSON.stringify(claims) };
	}
}

const isSecret = (secret: unknown): secret is string => typeof secret === 'string' && secret !== '';
