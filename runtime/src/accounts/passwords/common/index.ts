/** Passwords that others try first. */
import { toBase64Url } from '../../../core/jwt/cipher.js';
import { long } from './long.js';

/** From here on the list is so short that it is always there. */
const longFrom = 15;
/** Characters of a digest that stand for a password: of a billion others three thousand look like one of the list. */
const size = 5;

/**
 * Whether a password is one of the most common ones, in whatever case.
 *
 * @param password as `readPassword` gives it
 * @param length its code points
 */
export async function isCommon(password: string, length: number): Promise<boolean> {
	const list = length >= longFrom ? long : (await import('./short.js')).short;
	const bytes = new TextEncoder().encode(password.toLowerCase());
	const digest = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))).slice(0, size);
	for (let at = 0; at < list.length; at += size) if (list.startsWith(digest, at)) return true;
	return false;
}
