import type { AccountAnswer, AccountRequest } from '../../../core/accounts.js';
import type { Resolved } from '../../../core/types.js';
import { accountAddress } from '../../address.js';
import { done, failed } from '../../answers.js';
import { allow } from '../../limits/index.js';
import { canTell, linkOf, shownLink, tell } from '../../mails/index.js';
import { identifierOf, makeToken } from '../../tokens.js';
import type { AccountsContext } from '../../types.js';
import { passwordsOf } from '../own-password.js';
import type { Visitor } from '../visitor.js';
import { startNotice } from './notice.js';
import { mailReset } from './reset.js';

/** Milliseconds that the link to the new address works. */
const linkMs = 60 * 60 * 1000;

/**
 * Begins to change the address: nothing changes before somebody opens the link that goes to the new one. Whether that is somebody
 * else's already, only its owner gets to know.
 */
export async function email(
	context: AccountsContext,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
	{ user, userId }: Visitor,
): Promise<AccountAnswer> {
	const { adapter, store } = context;
	const [from, to] = [user.email, accountAddress(fields.email)];
	if (to === null) return failed(400, 'EmailInvalid', { field: 'email' });
	if (!canTell(context, resolved)) return failed(500, 'Configuration');
	if (await allow(context, resolved, 'mail', { email: to }))
		return done(context, resolved, 'account', 'email-sent', { email: to });

	const owner = await adapter.getUserByEmail(to);
	const isFree = owner === null || String(owner.id) === userId;
	// Kept in either case: an older link must not tell by going on to work.
	const { token, hash } = await makeToken('email', { from, to });
	await store.putToken(identifierOf('email', userId), hash, new Date(Date.now() + linkMs));
	const link = linkOf(resolved, 'confirm-email', { token });
	if (isFree) tell(context, resolved, headers, { kind: 'email', to, link });
	// Behind the answer, which would take longer.
	else if (!passwordsOf(resolved)) tell(context, resolved, headers, { kind: 'existing', to });
	else void mailReset(context, resolved, headers, 'existing', { userId: String(owner.id), to });
	if (from !== to) {
		const notice = await startNotice(context, userId, { from, to });
		const undo = notice && linkOf(resolved, 'not-me', { token: notice });
		tell(context, resolved, headers, {
			...{ kind: 'email-notice', to: from, newAddress: to },
			...(undo && { link: undo }),
		});
	}
	const shown = isFree ? shownLink(context, resolved, link) : undefined;
	return done(context, resolved, 'account', 'email-sent', { email: to, link: shown });
}
