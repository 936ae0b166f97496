import type { AdapterSession, AdapterUser } from '@auth/core/adapters';
import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { withQuery } from '../../core/http/redirects.js';
import { liveSession, signedIn } from '../../core/linking/session.js';
import { sessionIn } from '../../core/session/legacy.js';
import type { Resolved } from '../../core/types.js';
import { pathOf } from '../answers.js';
import type { AccountsContext } from '../types.js';

/** Who is signed in, and by which session. */
export interface Visitor {
	/** The row: nothing of it is shown as it is. */
	user: AdapterUser;
	/** Of the store: text, whatever the database has. */
	userId: string;
	row: AdapterSession;
	/** Token of the session. It never leaves the server but as this cookie. */
	token: string;
	/** Digest of the token. */
	session: string;
}

/**
 * Who is signed in with a session of the database, as the application sees it. A token that was signed tells nothing that could
 * be ended or looked up, so it counts for nothing here.
 *
 * @returns null for nobody
 * @throws when the database is down: that is not the same as nobody
 */
export async function visitorOf(
	{ adapter }: AccountsContext,
	resolved: Resolved,
	headers: Headers,
): Promise<Visitor | null> {
	if (resolved.strategy !== 'database') return null;
	const token = await sessionIn(resolved, headers.get('cookie'));
	const found = await liveSession(adapter, token);
	const who = found && (await signedIn(resolved, headers));
	if (!who || who.userId !== String(found.user.id)) return null;
	return { user: found.user, userId: who.userId, row: found.session, token, session: who.session };
}

/** Where nobody is sent: to sign in, and back to the account page. */
export function signInFirst(context: AccountsContext, resolved: Resolved): AccountAnswer {
	const redirectTo = pathOf(context, resolved, 'account');
	return { ok: true, redirect: withQuery(resolved.signInPage, { redirectTo }), cookies: [] };
}

/** What one form of the account page asks for. */
export type Flow = (
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
) => Promise<AccountAnswer>;

/** The same for somebody who is signed in. */
export type VisitorFlow = (
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
	visitor: Visitor,
) => Promise<AccountAnswer>;

/** Lets nobody but somebody who is signed in do something. */
export const signedInOnly =
	(flow: VisitorFlow): Flow =>
	async (context, resolved, request) => {
		const visitor = await visitorOf(context, resolved, request.headers);
		return visitor ? flow(context, resolved, request, visitor) : signInFirst(context, resolved);
	};
