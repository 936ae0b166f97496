import { sha256 } from '../../core/digest.js';
import type { StoredAccount, StoredPasskey, StoredSession } from '../store.js';

/**
 * What stands for something of a person in a form: nobody signs in with it, and it means nothing to anybody else, since it is
 * looked for among the person's own rows alone.
 */
const handle = async (...parts: string[]): Promise<string> =>
	(await sha256(JSON.stringify(parts))).slice(0, 32);

export const accountHandle = ({ provider, providerAccountId }: StoredAccount): Promise<string> =>
	handle('account', provider, providerAccountId);

export const passkeyHandle = ({ credentialID }: StoredPasskey): Promise<string> =>
	handle('passkey', credentialID);

export const sessionHandle = ({ sessionToken }: Pick<StoredSession, 'sessionToken'>): Promise<string> =>
	handle('session', sessionToken);

/** The row that a handle stands for. */
export async function findByHandle<T>(
	rows: readonly T[],
	handleOf: (row: T) => Promise<string>,
	wanted: string | undefined,
): Promise<T | undefined> {
	if (!wanted) return undefined;
	for (const row of rows) if ((await handleOf(row)) === wanted) return row;
	return undefined;
}

/** Accounts of providers as people see them: the core keeps a passkey as an account, too. */
export const shownAccounts = (accounts: readonly StoredAccount[]): StoredAccount[] =>
	accounts.filter(({ type }) => type !== 'webauthn');
