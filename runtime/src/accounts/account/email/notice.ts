import { sha256 } from '../../../core/digest.js';
import { identifierOf, makeToken } from '../../tokens.js';
import type { AccountsContext } from '../../types.js';

/** Milliseconds that somebody can take a change of address back: people read what they did not ask for days later. */
const noticeMs = 3 * 24 * 60 * 60 * 1000;

/** Which address has the link that takes changes back. */
const holder = (userId: string) => `authgraft:notice:${userId}:`;
/** Found by the person alone: no link has it, so it is no secret. */
const holderHash = (userId: string) => sha256(`authgraft:notice\0${userId}`);

/**
 * Makes the token with which the owner of the old address takes a change back. Of several changes, that is the first one's: whoever
 * has come into an account, and changes its address twice, must not take back what its owner took back.
 *
 * @returns the token, or null where an earlier address has one
 */
export async function startNotice(
	{ store }: AccountsContext,
	userId: string,
	change: { from: string; to: string },
): Promise<string | null> {
	const hash = await holderHash(userId);
	const identifier = `${holder(userId)}${(await sha256(change.from)).slice(0, 16)}`;
	const held = await store.findToken(hash);
	const open = held && new Date(held.expires).getTime() > Date.now();
	if (open && held.identifier !== identifier) return null;
	if (held && held.identifier !== identifier) await store.dropTokens([held.identifier]);
	const expires = new Date(Date.now() + noticeMs);
	const notice = await makeToken('notme', change);
	await store.putToken(identifier, hash, expires);
	await store.putToken(identifierOf('notme', userId), notice.hash, expires);
	return notice.token;
}

/** Under what all of it is kept: forgotten when a change was taken back, and with the person, since ids may come again. */
export async function noticeTokens({ store }: AccountsContext, userId: string): Promise<string[]> {
	const held = await store.findToken(await holderHash(userId));
	return [identifierOf('notme', userId), ...(held ? [held.identifier] : [])];
}
