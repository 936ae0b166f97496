import type { Resolved } from '../../core/types.js';
import { identifierOf, makeToken } from '../tokens.js';
import type { AccountsContext } from '../types.js';
import { linkOf } from './index.js';

/** Why somebody chooses a password. */
export type Purpose = 'signup' | 'reset';

/** Milliseconds that a link works. */
const life: Record<Purpose, number> = { signup: 24 * 60 * 60 * 1000, reset: 60 * 60 * 1000 };

/**
 * Makes a link to the page on which a password is chosen, and keeps its token.
 *
 * @param who the address of whoever signs up, the id of whoever has an account
 * @param payload plain data that goes along
 * @throws what the database throws
 */
export async function passwordLink(
	{ store }: AccountsContext,
	resolved: Resolved,
	purpose: Purpose,
	who: string,
	payload?: Readonly<Record<string, string>>,
): Promise<string> {
	const { token, hash } = await makeToken(purpose, payload);
	await store.putToken(identifierOf(purpose, who), hash, new Date(Date.now() + life[purpose]));
	return linkOf(resolved, 'set-password', { purpose, token });
}
