import type { AdapterUser } from '@auth/core/adapters';
import type { AccountFailure } from '../../core/accounts.js';
import type { Resolved } from '../../core/types.js';
import { failed } from '../answers.js';
import { guess } from '../guess.js';
import { applicationName } from '../mails/index.js';
import { checkNewPassword } from '../passwords/check.js';
import { hashPassword } from '../passwords/index.js';
import { passwordsOptions } from '../passwords/provider.js';
import { defaultMinLength, maxLength, readPassword } from '../passwords/text.js';
import { isTheirs, orBusy } from '../passwords/theirs.js';
import type { AccountsContext, PasswordsOptions } from '../types.js';
import type { Visitor } from './visitor.js';

/** The options of `Passwords`, where it is configured. */
export function passwordsOf({ providers }: Pick<Resolved, 'providers'>): PasswordsOptions | undefined {
	for (const provider of providers) {
		const options = passwordsOptions(provider);
		if (options) return options;
	}
	return undefined;
}

/** How long a new password may be, in code points. */
export const lengths = (
	settings: PasswordsOptions | undefined,
): { minLength: number; maxLength: number } => ({
	minLength: settings?.minLength ?? defaultMinLength,
	maxLength,
});

/** Whether somebody can prove who they are by a password. */
export async function hasPassword(
	{ store }: AccountsContext,
	resolved: Resolved,
	{ user, userId }: Pick<Visitor, 'user' | 'userId'>,
): Promise<boolean> {
	const settings = passwordsOf(resolved);
	if (!settings) return false;
	return (await store.password(userId)) !== null || Boolean(await settings.legacy?.find(user));
}

/**
 * Whether what somebody typed is their own password. Wrong ones are counted: whoever sits at an open browser may guess.
 *
 * @param field in which it was typed
 * @returns why it does not count, or null
 */
export async function checkOwnPassword(
	context: AccountsContext,
	resolved: Resolved,
	visitor: Visitor,
	typed: string,
	field: 'password' | 'current',
): Promise<AccountFailure | null> {
	const wrong = failed(400, 'CredentialsSignin', { field });
	const settings = passwordsOf(resolved);
	const read = readPassword(typed);
	if (!settings || typeof read === 'string') return wrong;
	const right = await guess(context, resolved, 'confirm', { user: visitor.userId }, () =>
		isTheirs(context, settings, resolved, visitor.user, typed),
	);
	if (typeof right === 'object') return { ...right, field };
	return right ? null : wrong;
}

/** The hash of a password that somebody chooses, or why it cannot be chosen. */
export async function newHash(
	context: AccountsContext,
	resolved: Resolved,
	settings: PasswordsOptions,
	{ email }: Pick<AdapterUser, 'email'>,
	typed: string,
): Promise<string | AccountFailure> {
	const name = applicationName(context, resolved);
	const owner = { email, name, logger: resolved.logger };
	const problem = await checkNewPassword(typed, settings, owner);
	const read = readPassword(typed);
	if (problem || typeof read === 'string')
		return failed(400, problem ?? 'PasswordMalformed', { field: 'password' });
	return orBusy(() => hashPassword(settings, read.text));
}

/** The hash of a password that nobody knows. */
export const newUnknownHash = (settings: PasswordsOptions): Promise<string | AccountFailure> =>
	orBusy(() => hashPassword(settings, `${crypto.randomUUID()}${crypto.randomUUID()}`));
