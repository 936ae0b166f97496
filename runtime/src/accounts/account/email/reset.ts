import { asError } from '../../../core/log.js';
import type { Resolved } from '../../../core/types.js';
import { tell } from '../../mails/index.js';
import { passwordLink } from '../../mails/password-link.js';
import type { AccountsContext } from '../../types.js';

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
		const link = await passwordLink(context, resolved, 'reset', userId);
		tell(context, resolved, headers, { kind, to, link });
		return link;
	} catch (error) {
		resolved.logger.error(asError(error));
		return null;
	}
}
