import { type Cipher, type Open, toBase64Url } from './cipher.js';

/** What reads the tokens of one secret. */
export interface TokenKey {
	/** The first part of every token that the core encrypts with this secret. It names the key, and all of it is fixed. */
	header: string;
	open: Open;
}

/** Enough for many tenants, each with secrets that rotate. */
const mostKeys = 200;
/** By cipher: in a process there is one. Keys, and no promises of them: see `platformCipher`. */
const known = new WeakMap<Cipher, Map<string, TokenKey>>();

/**
 * The key of a secret for one cookie, derived as the core does it: once, not for each token.
 *
 * @param salt the cookie's name
 */
export async function tokenKey(cipher: Cipher, secret: string, salt: string): Promise<TokenKey> {
	const keys = known.get(cipher) ?? new Map<string, TokenKey>();
	known.set(cipher, keys);
	// A cookie's name holds no line break.
	const id = `${salt}\n${secret}`;
	const key = keys.get(id) ?? (await makeKey(cipher, secret, salt));
	// To the end of the line: the first one goes when there are too many.
	keys.delete(id);
	keys.set(id, key);
	for (const oldest of keys.keys()) {
		if (keys.size <= mostKeys) break;
		keys.delete(oldest);
	}
	return key;
}

async function makeKey(cipher: Cipher, secret: string, salt: string): Promise<TokenKey> {
	const { subtle } = globalThis.crypto;
	const encoder = new TextEncoder();
	const material = await subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits']);
	const info = encoder.encode(`Auth.js Generated Encryption Key (${salt})`);
	const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(salt), info };
	const bytes = new Uint8Array(await subtle.deriveBits(algorithm, material, 512));
	const thumbprint = JSON.stringify({ k: toBase64Url(bytes), kty: 'oct' });
	const kid = toBase64Url(new Uint8Array(await subtle.digest('SHA-512', encoder.encode(thumbprint))));
	const protectedHeader = JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid });
	const header = toBase64Url(encoder.encode(protectedHeader));
	return { header, open: await cipher.importKey(bytes, header) };
}
