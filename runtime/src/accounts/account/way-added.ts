import type { Resolved } from '../../core/types.js';
import { tell } from '../mails/index.js';
import type { AccountsContext } from '../types.js';

/** Tells somebody that there is one more way into their account: whoever sits at an open browser may have added it. */
export async function tellWayAdded(
	context: AccountsContext,
	resolved: Resolved,
	{ headers, userId }: { headers: Headers; userId: string },
): Promise<void> {
	const user = await context.adapter.getUser(userId);
	if (user) tell(context, resolved, headers, { kind: 'way-added', to: user.email });
}
