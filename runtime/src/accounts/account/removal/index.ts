import type { AccountAnswer, AccountRequest } from '../../../core/accounts.js';
import { settleCookies } from '../../../core/auth-core/request.js';
import { clearCookies } from '../../../core/http/cookies.js';
import { withQuery } from '../../../core/http/redirects.js';
import { asError } from '../../../core/log.js';
import type { Resolved } from '../../../core/types.js';
import { failed } from '../../answers.js';
import { tell } from '../../mails/index.js';
import { openTokens } from '../../tokens.js';
import type { AccountsContext } from '../../types.js';
import { noticeTokens } from '../email/notice.js';
import type { Visitor } from '../visitor.js';
import { isForeignKey } from './foreign-key.js';

/** Deletes the person and all that is kept about them. The application may refuse, and so may its tables. */
export async function removePerson(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
	{ user, userId }: Visitor,
): Promise<AccountAnswer> {
	const { options, store } = context;
	const refused = (error: unknown) => {
		resolved.logger.error(asError(error));
		return failed(409, 'DeleteRefused');
	};
	try {
		await options.beforeDelete?.(user);
	} catch (error) {
		return refused(error);
	}
	try {
		const open = openTokens({ id: userId, email: user.email });
		await store.deleteUser(userId, [...open, ...(await noticeTokens(context, userId))]);
	} catch (error) {
		if (isForeignKey(error)) return refused(error);
		throw error;
	}
	tell(context, resolved, request.headers, { kind: 'deleted', to: user.email });
	const { name, options: attributes } = resolved.sessionCookie;
	const cookies = settleCookies(resolved, request.headers, clearCookies([name], attributes));
	return { ok: true, redirect: withQuery(resolved.signInPage, { done: 'deleted' }), cookies };
}
