import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { withQuery } from '../../core/http/redirects.js';
import { canLink } from '../../core/linking/intent.js';
import { unfinished } from '../../core/providers/check.js';
import { findProvider, providerId } from '../../core/providers/index.js';
import { signIn } from '../../core/sign-in/index.js';
import type { Resolved, ResolvedProvider } from '../../core/types.js';
import { done, failed, pathOf } from '../answers.js';
import type { StoredAccount, Way } from '../store.js';
import type { AccountsContext } from '../types.js';
import { accountHandle, findByHandle, passkeyHandle, shownAccounts } from './handles.js';
import type { Visitor } from './visitor.js';

/** Providers whose account somebody could add. */
export function linkableProviders(
	{ providers }: Pick<Resolved, 'providers'>,
	accounts: readonly StoredAccount[],
): ResolvedProvider[] {
	const linked = new Set(accounts.map(({ provider }) => provider));
	return providers.filter(
		(provider) => canLink(provider) && !unfinished(provider) && !linked.has(providerId(provider)),
	);
}

/** Begins to add an account of a provider: whoever comes back from there in this session, and by this, gets it added. */
export async function link(
	context: AccountsContext,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
): Promise<AccountAnswer> {
	const provider = findProvider(resolved.providers, fields.providerId);
	if (!provider || !canLink(provider)) return failed(404, 'UnknownItem');
	// None of the form's fields goes to the provider.
	return signIn(resolved, {
		request: { headers },
		providerId: providerId(provider),
		redirectTo: withQuery(pathOf(context, resolved, 'account'), { done: 'linked' }),
		fields: {},
		link: true,
	});
}

/** Removes an account of a provider. */
export async function unlink(
	context: AccountsContext,
	resolved: Resolved,
	{ fields }: AccountRequest,
	visitor: Visitor,
): Promise<AccountAnswer> {
	const accounts = shownAccounts(await context.store.accounts(visitor.userId));
	const account = await findByHandle(accounts, accountHandle, fields.handle);
	if (!account) return failed(404, 'UnknownItem');
	const { provider, providerAccountId } = account;
	return remove(context, resolved, visitor, { kind: 'account', provider, providerAccountId }, 'unlinked');
}

/** Removes a passkey. */
export async function removePasskey(
	context: AccountsContext,
	resolved: Resolved,
	{ fields }: AccountRequest,
	visitor: Visitor,
): Promise<AccountAnswer> {
	const passkeys = await context.store.passkeys(visitor.userId);
	const passkey = await findByHandle(passkeys, passkeyHandle, fields.handle);
	if (!passkey) return failed(404, 'UnknownItem');
	const { credentialID } = passkey;
	return remove(context, resolved, visitor, { kind: 'passkey', credentialID }, 'passkey-removed');
}

/** Two at once are counted one after the other, by the store. */
async function remove(
	context: AccountsContext,
	resolved: Resolved,
	{ user, userId }: Visitor,
	way: Way,
	name: string,
): Promise<AccountAnswer> {
	// A link to an address that nobody has proven does not let its owner in where there are other ways.
	const byLink = user.emailVerified && resolved.providers.some(({ type }) => type === 'email');
	const result = await context.store.removeWay(userId, way, byLink ? 1 : 0);
	if (result === 'unknown') return failed(404, 'UnknownItem');
	if (result === 'last') return failed(409, 'LastWay');
	return done(context, resolved, 'account', name);
}
