import type { AdapterUser } from '@auth/core/adapters';
import type { AccountFailure, AccountRequest } from '../core/accounts.js';
import type { Resolved } from '../core/types.js';
import { accountAddress } from './address.js';
import { failed } from './answers.js';
import { guess } from './guess.js';
import type { Keys } from './limits/index.js';
import { isKnownBrowser } from './limits/known.js';
import type { Limited } from './limits/table.js';
import { readPassword } from './passwords/text.js';
import { isTheirs } from './passwords/theirs.js';
import type { AccountsContext, PasswordsOptions } from './types.js';

/**
 * Checks what somebody typed to sign in. Whoever it is, and whether there is such a person: one hash is computed, after the limits
 * have let it pass.
 *
 * @param passwords options of the provider
 * @param request with the fields `email` and `password`
 * @returns the row, null when address and password do not belong together, or why nothing was checked
 * @throws what the database throws: that is never a wrong password
 */
export async function authorize(
	context: AccountsContext,
	passwords: PasswordsOptions,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
): Promise<AdapterUser | AccountFailure | null> {
	const address = accountAddress(fields.email);
	if (address === null) return failed(400, 'EmailSignInError', { field: 'email' });
	const typed = fields.password ?? '';
	// Nobody can have chosen it, so nothing is computed.
	if (typed === '' || typeof readPassword(typed) === 'string')
		return failed(400, 'CredentialsSignin', { field: 'password', email: address });

	const user = await context.adapter.getUserByEmail(address);
	const known = user !== null && (await isKnownBrowser(resolved, headers, user.id));
	const [what, keys]: [Limited, Keys] = known
		? ['sign-in-known', { browser: user.id }]
		: ['sign-in', { email: address }];
	const isRight = async () => {
		// As many questions for somebody who is not there.
		if (!user) await context.adapter.getUserByEmail(address);
		return isTheirs(context, passwords, resolved, user, typed);
	};
	const answer = await guess(context, resolved, what, keys, isRight);
	if (typeof answer === 'object') return { ...answer, email: address };
	return answer ? user : null;
}
