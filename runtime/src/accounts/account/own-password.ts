import type { AdapterUser } from '@auth/core/adapters';
import type { AccountFailure } from '../../core/accounts.js';
import type { Resolved } from '../../core/types.js';
import { failed } from '../answers.js';
import { attempt } from '../limits/index.js';
import { applicationName } from '../mails/index.js';
import { checkNewPassword } from '../passwords/check.js';
import { hashPassword, verifyPassword } from '../passwords/index.js';
import { passwordsOptions } from '../passwords/provider.js';
import { Busy, inTurn } from '../passwords/queue.js';
import { defaultMinLength, maxLength, readPassword } from '../passwords/text.js';
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
	const tried = await attempt(context, resolved, 'confirm', { user: visitor.userId });
	if ('retryAfter' in tried) return failed(429, 'TooManyTries', { field, retryAfter: tried.retryAfter });
	let right: boolean | AccountFailure | undefined;
	try {
		right = await orBusy(() => isOwn(context, resolved, settings, visitor, typed, read.text));
	} finally {
		// Nobody guessed anything where it could not be looked up.
		if (typeof right !== 'boolean') await tried.undone();
	}
	if (right === true) await tried.right();
	return right === true ? null : right === false ? wrong : right;
}

async function isOwn(
	{ store }: AccountsContext,
	{ logger }: Resolved,
	settings: PasswordsOptions,
	{ user, userId }: Visitor,
	typed: string,
	text: string,
): Promise<boolean> {
	const stored = await store.password(userId);
	const { legacy } = settings;
	const older = stored === null && (await legacy?.find(user));
	if (legacy && older) return inTurn(async () => (await legacy.verify(typed, older)) === true);
	const verdict = await verifyPassword(settings, text, stored?.hash ?? null);
	if (verdict === 'unreadable')
		logger.error(new Error('The hash of a password in the database cannot be read.'));
	return verdict === 'right';
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

/** Too many passwords are being hashed: people come back in a moment. */
async function orBusy<T>(hash: () => Promise<T>): Promise<T | AccountFailure> {
	try {
		return await hash();
	} catch (error) {
		if (error instanceof Busy) return failed(503, 'Busy', { retryAfter: 2 });
		throw error;
	}
}
