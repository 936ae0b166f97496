import type { LoggerInstance } from '@auth/core/types';
import type { PasswordsOptions } from '../types.js';
import { isBreached } from './breached.js';
import { isCommon } from './common/index.js';
import { isGuessable } from './guessable.js';
import { defaultMinLength, readPassword } from './text.js';

/** Why a password cannot be chosen. */
export type PasswordProblem =
	| 'PasswordMalformed'
	| 'PasswordTooShort'
	| 'PasswordTooLong'
	| 'PasswordCommon'
	| 'PasswordBreached';

/** What a new password is held against. */
export interface PasswordOwner {
	email: string;
	/** Of the application. */
	name: string;
	logger: LoggerInstance;
}

/**
 * Whether a password may be chosen. Length counts, and that nobody would try it first; not which characters there are.
 *
 * @param typed as it came
 * @returns null, or what is wrong with it
 */
export async function checkNewPassword(
	typed: string,
	{ minLength = defaultMinLength, breached = false }: PasswordsOptions,
	{ email, name, logger }: PasswordOwner,
): Promise<PasswordProblem | null> {
	const password = readPassword(typed);
	if (typeof password === 'string') return password;
	const { text, length } = password;
	if (length < minLength) return 'PasswordTooShort';
	const words = [email, email.split('@')[0] ?? '', name];
	if (isGuessable(text, minLength, words) || (await isCommon(text, length))) return 'PasswordCommon';
	return breached && (await isBreached(text, logger)) ? 'PasswordBreached' : null;
}
