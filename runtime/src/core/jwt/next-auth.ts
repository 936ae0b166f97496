import type { JWT } from '@auth/core/jwt';
import { concat, fromBase64Url } from './cipher.js';
import { parseClaims } from './claims.js';

/** `{"alg":"dir","enc":"A256GCM"}`, as these tokens all begin. */
const header = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0';
/** What the key was derived for: cores 0.2 to 0.18.0, and 0.1. */
const purposes = ['Auth.js Generated Encryption Key', 'NextAuth.js Generated Encryption Key'];
/** More than any server takes as a header. */
const longest = 100_000;
/** What the core of then put into each session, and into nothing else that it encrypted with the same key. */
const ofSession = ['sub', 'name', 'email', 'picture'];

/** By the list of secrets, of which each configuration has one. Keys, and no promises of them: see `platformCipher`. */
const known = new WeakMap<readonly string[], CryptoKey[]>();

/**
 * Reads a session token of a core up to 0.18.0. Its key belonged to no cookie, so that the checks of a sign-in that was under way
 * are tokens as good as any: they hold nobody, and are no session.
 *
 * @returns null for everything else
 * @throws Error when the token is over, or not valid yet
 */
export async function readNextAuthToken(secrets: readonly string[], token: string): Promise<JWT | null> {
	if (token.length > longest) return null;
	const [first, key, ...rest] = token.split('.');
	if (first !== header || key !== '' || rest.length !== 3) return null;
	const [iv, text, tag] = rest.map(fromBase64Url);
	if (iv?.length !== 12 || !text || tag?.length !== 16) return null;
	const algorithm = { name: 'AES-GCM', iv, additionalData: bytesOf(header) };
	for (const one of await keysOf(secrets)) {
		const found = await crypto.subtle.decrypt(algorithm, one, concat([text, tag])).catch(() => null);
		if (!found) continue;
		const claims = parseClaims(new TextDecoder('utf-8', { fatal: true }).decode(found));
		const isSession = typeof claims.exp === 'number' && ofSession.some((name) => Object.hasOwn(claims, name));
		return isSession ? claims : null;
	}
	return null;
}

async function keysOf(secrets: readonly string[]): Promise<CryptoKey[]> {
	const keys = known.get(secrets) ?? (await Promise.all(secrets.flatMap(makeKeys)));
	known.set(secrets, keys);
	return keys;
}

function makeKeys(secret: string): Promise<CryptoKey>[] {
	const { subtle } = crypto;
	return purposes.map(async (purpose) => {
		const material = await subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey']);
		const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(purpose) };
		return subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
	});
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
