import { carryOutAccounts } from '../add-accounts/carry-out.ts';
import type { AddAccountPageOptions } from './options.ts';

/**
 * `authgraft add-account-page`: the page for one's own account, where people sign in without passwords.
 * @returns the exit code.
 * @throws AuthgraftError as `add-accounts`.
 */
export const run = (options: AddAccountPageOptions): Promise<number> =>
	carryOutAccounts('add-account-page', options, { passwords: false, accountPage: true });
