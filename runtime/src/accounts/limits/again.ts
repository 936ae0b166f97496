import type { AccountRequest } from '../../core/accounts.js';
import type { Resolved } from '../../core/types.js';
import type { AccountsContext } from '../types.js';
import { allow } from './index.js';

/**
 * A double click is one: the same form, sent again by the same browser within seconds, sends no second mail. Its link would end the
 * first one's, and people open either. Counted by what was sent, so that it tells nothing of who has an account.
 *
 * Without a mailer nothing is swallowed: the page that is shown in the end has to show the link that works.
 */
export async function isSentAgain(
	context: AccountsContext,
	resolved: Resolved,
	form: string,
	{ headers, fields }: AccountRequest,
): Promise<boolean> {
	if (!context.options.send) return false;
	const browser = JSON.stringify([form, headers.get('user-agent'), fields]);
	return (await allow(context, resolved, 'again', { browser })) !== null;
}
