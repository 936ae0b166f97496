import { decode, encode } from '@auth/core/jwt';
import type { AccountAnswer, AccountFailure, AccountRequest } from '../../core/accounts.js';
import { parseCookies } from '../../core/http/cookies.js';
import type { Resolved, SetCookie } from '../../core/types.js';
import { done, failed } from '../answers.js';
import type { AccountsContext } from '../types.js';
import { checkOwnPassword, hasPassword } from './own-password.js';
import { type Flow, signedInOnly, signInFirst, type Visitor, type VisitorFlow } from './visitor.js';

/** Seconds that people need not prove again who they are. */
const maxAge = 10 * 60;

/** With the prefix no neighbouring subdomain can plant one. */
const cookieName = ({ secure }: Resolved) => `${secure ? '__Host-' : ''}authgraft.confirmed`;

/** "Confirm it is you": the password, for the changes of the next minutes. */
export async function confirm(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
	visitor: Visitor,
): Promise<AccountAnswer> {
	// Whoever has none proves it by signing in again, which makes the session a new one.
	if (!(await hasPassword(context, resolved, visitor))) return signInFirst(context, resolved);
	const typed = request.fields.password;
	if (!typed) return failed(400, 'ConfirmNeeded', { field: 'password' });
	const wrong = await checkOwnPassword(context, resolved, visitor, typed, 'password');
	if (wrong) return wrong;
	return done(context, resolved, 'account', 'confirmed', {
		cookies: [await confirmedCookie(resolved, visitor)],
	});
}

/**
 * Asks for a proof of who it is, beyond the session, which may be that of an open browser: a sign-in or a confirmation of the last
 * minutes, or the password in the form itself.
 *
 * @param field in which the form sends the password. What was typed there counts, even where no proof is needed any more
 * @returns what is missing, or null
 */
async function proveAgain(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
	visitor: Visitor,
	field: 'password' | 'current',
): Promise<AccountFailure | null> {
	const typed = request.fields[field];
	if (typed && (await hasPassword(context, resolved, visitor)))
		return checkOwnPassword(context, resolved, visitor, typed, field);
	return (await isFresh(context, resolved, request.headers, visitor))
		? null
		: failed(403, 'ConfirmNeeded', { field });
}

/** Lets nobody do something but somebody who has just proven to be the one. */
export const proven =
	(flow: VisitorFlow, field: 'password' | 'current' = 'password'): VisitorFlow =>
	async (context, resolved, request, visitor) =>
		(await proveAgain(context, resolved, request, visitor, field)) ??
		flow(context, resolved, request, visitor);

/** The same for what somebody sends who is to be signed in first. */
export const provenOnly = (flow: VisitorFlow): Flow => signedInOnly(proven(flow));

/** Whether the person has just signed in, or confirmed that it is them. */
export async function isFresh(
	{ store }: AccountsContext,
	resolved: Resolved,
	headers: Headers,
	{ token, userId, session }: Visitor,
): Promise<boolean> {
	const details = await store.sessionDetails(token);
	// A date to come is that of a clock that was wrong.
	const age = details ? Math.abs(Date.now() - new Date(details.createdAt).getTime()) : Number.NaN;
	if (age < maxAge * 1000) return true;
	const name = cookieName(resolved);
	const sealed = parseCookies(headers.get('cookie'), name).get(name);
	if (!sealed) return false;
	const secret = resolved.core.secret as string[];
	const said = await decode({ token: sealed, secret, salt: name }).catch(() => null);
	return said?.userId === userId && said.session === session;
}

/** Says that somebody has proven who they are: in this session alone. */
export async function confirmedCookie(
	resolved: Resolved,
	{ userId, session }: Pick<Visitor, 'userId' | 'session'>,
): Promise<SetCookie> {
	const { core, secure } = resolved;
	const name = cookieName(resolved);
	const secret = core.secret as string[];
	const value = await encode({ token: { userId, session }, secret, salt: name, maxAge });
	return { name, value, options: { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge } };
}
