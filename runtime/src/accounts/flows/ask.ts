import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { safeTarget } from '../../core/http/redirects.js';
import type { Resolved } from '../../core/types.js';
import { accountAddress, personName } from '../address.js';
import { done, failed } from '../answers.js';
import { isSentAgain } from '../limits/again.js';
import { allow } from '../limits/index.js';
import { canTell, shownLink, tell } from '../mails/index.js';
import { type Purpose, passwordLink } from '../mails/password-link.js';
import type { AccountsContext, MailKind } from '../types.js';

/** Characters. Where somebody wanted to go stands in the link. */
const longestTarget = 500;

/**
 * Somebody wants an account. What is answered is the same whether there is one for the address or not: a mail tells who reads
 * it. There, a password is chosen; until then there is no account, so that nobody can sit in one that is not theirs.
 */
export async function signUp(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
): Promise<AccountAnswer> {
	const { fields } = request;
	const email = accountAddress(fields.email);
	if (!email) return failed(400, 'EmailInvalid', { field: 'email', email: fields.email?.slice(0, 200) });
	const name = personName(fields.name);
	if (name === undefined) return failed(400, 'NameInvalid', { field: 'name', email });
	if (!(await isOpen(context, email))) return failed(403, 'SignUpClosed', { email });
	if (!canTell(context, resolved)) return failed(500, 'Configuration', { email });
	const target = safeTarget(fields.redirectTo, resolved.origin, '');
	const redirectTo = target.startsWith('/') && target.length <= longestTarget ? target : '';
	const user = await context.adapter.getUserByEmail(email);
	const payload = { ...(name && { name }), ...(redirectTo && { redirectTo }) };
	const link = user
		? await mailLink(context, resolved, request, {
				...{ form: 'sign-up', purpose: 'reset' },
				kind: 'existing',
				email,
				who: String(user.id),
			})
		: await mailLink(context, resolved, request, {
				...{ form: 'sign-up', purpose: 'signup' },
				kind: 'sign-up',
				email,
				who: email,
				payload,
			});
	return done(context, resolved, 'signUp', 'sent', { email, link });
}

/** Somebody has lost a password, or never had one. The answer is the same whether there is an account or not. */
export async function forgotPassword(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
): Promise<AccountAnswer> {
	const { fields } = request;
	const email = accountAddress(fields.email);
	if (!email) return failed(400, 'EmailInvalid', { field: 'email', email: fields.email?.slice(0, 200) });
	if (!canTell(context, resolved)) return failed(500, 'Configuration', { email });
	const user = await context.adapter.getUserByEmail(email);
	const link = await mailLink(context, resolved, request, {
		...{ form: 'forgot-password', purpose: 'reset', kind: 'reset', email },
		who: user ? String(user.id) : null,
	});
	return done(context, resolved, 'forgotPassword', 'sent', { email, link });
}

export async function isOpen(
	{ options: { signUp = true } }: AccountsContext,
	email: string,
): Promise<boolean> {
	return typeof signUp === 'function' ? (await signUp(email)) === true : signUp;
}

interface Wanted {
	/** Where it was asked for. */
	form: string;
	purpose: Purpose;
	kind: MailKind;
	email: string;
	/** Whose token it is; null where there is nobody: then one is made all the same, which takes as long, and nothing is sent. */
	who: string | null;
	payload?: Readonly<Record<string, string>>;
}

/** @returns the link, where there is no mailer and somebody develops */
async function mailLink(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
	{ form, purpose, kind, email, who, payload }: Wanted,
): Promise<string | undefined> {
	// The answer stays the same: it must not tell for whom there was a mail before.
	if (await isSentAgain(context, resolved, request.headers, { form, email })) return undefined;
	if (await allow(context, resolved, 'mail', { email })) return undefined;
	const link = await passwordLink(context, resolved, purpose, who ?? 'nobody', payload);
	if (who === null) return undefined;
	tell(context, resolved, request.headers, { kind, to: email, link, name: payload?.name });
	return shownLink(context, resolved, link);
}
