import { asError } from '../../../core/log.js';
import type { Resolved } from '../../../core/types.js';
import { linkOf, tell } from '../../mails/index.js';
import { identifierOf, makeToken } from '../../tokens.js';
import type { AccountsContext } from '../../types.js';

/** Milliseconds that the link to choose a password works. */
const resetMs = 60 * 60 * 1000;

/**
 * Mails somebody a link with which they choose another password.
 *
 * @returns the link, or null when the database failed, which is logged
 */
export async function mailReset(
	context: AccountsContext,
	resolved: Resolved,
	headers: Headers,
	kind: 'reset' | 'existing',
	{ userId, to }: { userId: string; to: string },
): Promise<string | null> {
	try {
		const { token, hash } = await makeToken('reset');
		await context.store.putToken(identifierOf('reset', userId), hash, new Date(Date.now() + resetMs));
		const link = linkOf(resolved, 'set-password', { purpose: 'reset', token });
		tell(context, resolved, headers, { kind, to, link });
		return link;
	} catch (error) {
		resolved.logger.error(asError(error));
		return null;
	}
}
