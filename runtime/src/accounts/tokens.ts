import { sha256 } from '../core/digest.js';

/** What a token is for: one is worth nothing in the place of another. */
export type TokenPurpose = 'signup' | 'reset' | 'email' | 'notme';

/** Characters. More than any address, name and path that we put into one. */
const longest = 2_000;

/**
 * Makes a single-use token for a link. What goes with it stands in the token itself: only its digest is kept, so that nobody can
 * change it.
 *
 * @param payload plain data
 * @returns the token for the link, and the digest for the store. No secret is in it: 256 bits need none, and a link outlives the
 *   rotation of AUTH_SECRET
 */
export async function makeToken(
	purpose: TokenPurpose,
	payload?: Readonly<Record<string, string>>,
): Promise<{ token: string; hash: string }> {
	const random = base64url(crypto.getRandomValues(new Uint8Array(32)));
	const said = payload && base64url(new TextEncoder().encode(JSON.stringify(payload)));
	const token = said ? `${random}.${said}` : random;
	return { token, hash: await digest(purpose, token) };
}

/**
 * Reads a token that somebody sent. What is in it counts only when the store knows its digest.
 *
 * @returns null for what was never one of ours
 */
export async function readToken(
	purpose: TokenPurpose,
	token: unknown,
): Promise<{ hash: string; payload: Readonly<Record<string, string>> } | null> {
	if (typeof token !== 'string' || token.length > longest) return null;
	const parts = /^[\w-]{43}(?:\.([\w-]+))?$/.exec(token);
	if (!parts) return null;
	const [, said] = parts;
	try {
		const payload = said === undefined ? {} : JSON.parse(new TextDecoder().decode(bytes(said)));
		return { hash: await digest(purpose, token), payload };
	} catch {
		return null;
	}
}

/** Under what the tokens of somebody are kept. */
export const identifierOf = (purpose: TokenPurpose, who: string): string => `authgraft:${purpose}:${who}`;

/**
 * All that a person may have open: worth nothing any more after a new password or address. Not what takes a change of address
 * back, which is of use to its owner just then.
 */
export const openTokens = (user: { id: string; email: string }): string[] => [
	identifierOf('signup', user.email),
	...(['reset', 'email'] as const).map((purpose) => identifierOf(purpose, user.id)),
];

const digest = (purpose: TokenPurpose, token: string) => sha256(`authgraft:${purpose}\0${token}`);

const base64url = (given: Uint8Array) =>
	btoa(String.fromCharCode(...given))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');

const bytes = (text: string) =>
	Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
