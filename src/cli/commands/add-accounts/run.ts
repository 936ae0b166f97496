import { carryOutAccounts } from './carry-out.ts';
import type { AddAccountsOptions } from './options.ts';

/**
 * `authgraft add-accounts`: sign-up, passwords, and the page for one's own account.
 * @returns the exit code.
 * @throws AuthgraftError AG_ACCOUNTS_NEED_DATABASE_SESSIONS, AG_ACCOUNTS_UNSUPPORTED, AG_ADAPTER_UNSUPPORTED, AG_OTHER_AUTH,
 * AG_VALUE_INVALID (exit 2).
 */
export const run = (options: AddAccountsOptions): Promise<number> =>
	carryOutAccounts('add-accounts', options, { passwords: true, accountPage: options.accountPage });
