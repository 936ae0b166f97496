import type { Resolved } from '../../core/types.js';
import type { AccountsContext } from '../types.js';
import { allow } from './index.js';

/**
 * A double click is one: the same form for the same address, sent again by the same browser within seconds, sends no second
 * mail. Its link would end the first one's, and people open either. Counted by what was asked, so that it tells nothing of
 * who has an account; of the fields by none but the address, since what is counted is kept as a quick digest.
 *
 * Without a mailer nothing is swallowed: the page that is shown in the end has to show the link that works.
 */
export async function isSentAgain(
	context: AccountsContext,
	resolved: Resolved,
	headers: Headers,
	{ form, email }: { form: string; email: string },
): Promise<boolean> {
	if (!context.options.send) return false;
	const browser = JSON.stringify([form, headers.get('user-agent'), email]);
	return (await allow(context, resolved, 'again', { browser })) !== null;
}
