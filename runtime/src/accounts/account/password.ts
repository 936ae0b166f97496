import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { asError } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import { done, failed } from '../answers.js';
import { tell } from '../mails/index.js';
import { openTokens } from '../tokens.js';
import type { AccountsContext } from '../types.js';
import { confirmedCookie } from './confirm.js';
import { newHash, passwordsOf } from './own-password.js';
import { rotate } from './rotate.js';
import type { Visitor } from './visitor.js';

/**
 * Sets another password, or the first one. Every other browser is signed out, and this one gets a new token: whoever has seen
 * the older one, or has a link that was not used yet, has nothing.
 */
export async function password(
	context: AccountsContext,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
	visitor: Visitor,
): Promise<AccountAnswer> {
	const { user, userId } = visitor;
	const settings = passwordsOf(resolved);
	if (!settings) return failed(404, 'UnknownItem');
	const hash = await newHash(context, resolved, settings, user, fields.password ?? '');
	if (typeof hash !== 'string') return hash;
	const rotated = await rotate(context, resolved, headers, visitor);
	try {
		const drop = openTokens({ id: userId, email: user.email });
		await context.store.changePassword({ userId, hash, verifies: false, keep: rotated.token, drop });
	} catch (error) {
		// Nothing has changed, so the older session goes on.
		await rotated.undo().catch((failure: unknown) => resolved.logger.error(asError(failure)));
		throw error;
	}
	tell(context, resolved, headers, { kind: 'changed', to: user.email });
	const confirmed = await confirmedCookie(resolved, { userId, session: rotated.session });
	return done(context, resolved, 'account', 'password-changed', { cookies: [...rotated.cookies, confirmed] });
}
