import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { signOut } from '../../core/sign-in/index.js';
import type { Resolved } from '../../core/types.js';
import { done, failed } from '../answers.js';
import type { AccountsContext } from '../types.js';
import { findByHandle, sessionHandle } from './handles.js';
import type { Visitor } from './visitor.js';

/** Signs one browser out; where it is this one, as its own button does. */
export async function endSession(
	context: AccountsContext,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
	{ userId, token }: Visitor,
): Promise<AccountAnswer> {
	const session = await findByHandle(await context.store.sessions(userId), sessionHandle, fields.handle);
	if (session?.sessionToken === token) return signOut(resolved, { headers }, undefined);
	const ended = session && (await context.store.endSession(userId, session.sessionToken));
	return ended ? done(context, resolved, 'account', 'session-ended') : failed(404, 'UnknownItem');
}

/** Signs every other browser out. */
export async function endOtherSessions(
	context: AccountsContext,
	resolved: Resolved,
	_request: AccountRequest,
	{ userId, token }: Visitor,
): Promise<AccountAnswer> {
	await context.store.endSessions(userId, token);
	return done(context, resolved, 'account', 'sessions-ended');
}
