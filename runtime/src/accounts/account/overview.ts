import type { Session } from '@auth/core/types';
import type { AccountPageData, AccountRequest } from '../../core/accounts.js';
import { findProvider, providerName } from '../../core/providers/index.js';
import { lifeOfRow } from '../../core/session/life.js';
import { signInOptions } from '../../core/sign-in/options.js';
import type { Resolved } from '../../core/types.js';
import type { StoredSession } from '../store.js';
import type { AccountOverview, AccountSession, AccountsContext } from '../types.js';
import { isFresh } from './confirm.js';
import { accountHandle, passkeyHandle, sessionHandle, shownAccounts } from './handles.js';
import { lengths, passwordsOf } from './own-password.js';
import { visitorOf } from './visitor.js';
import { linkableProviders } from './ways.js';

/** Those that are shown. There may be thousands, of a program that signs in each time; all of them can be ended. */
const mostSessions = 100;

/**
 * What the account page shows besides what every page gets: plain data, without a token or a hash in it.
 *
 * @param session as the application sees it: null when nobody is signed in
 */
export async function overview(
	context: AccountsContext,
	resolved: Resolved,
	{ headers }: AccountRequest,
	session: Session | null,
): Promise<Omit<AccountOverview, keyof AccountPageData>> {
	const passwords = passwordsOf(resolved);
	const newPasskey = resolved.providers.some(({ type }) => type === 'webauthn');
	const always = { passwords: passwords !== undefined, newPasskey, ...lengths(passwords) };
	const visitor = session && (await visitorOf(context, resolved, headers));
	if (!visitor) {
		const none = { accounts: [], linkable: [], passkeys: [], sessions: [] };
		return { ...always, ...none, user: null, fresh: false, password: null };
	}
	const { user, userId, token } = visitor;
	const { store } = context;
	const [fresh, password, allAccounts, passkeys, sessions] = await Promise.all([
		isFresh(context, resolved, headers, visitor),
		store.password(userId),
		store.accounts(userId),
		store.passkeys(userId),
		store.sessions(userId),
	]);
	const accounts = shownAccounts(allAccounts);
	const { name = null, email, image = null, emailVerified } = user;
	return {
		...always,
		user: { name, email, image, verified: Boolean(emailVerified) },
		fresh,
		password: password && { changedAt: new Date(password.changedAt).toISOString() },
		accounts: await Promise.all(
			accounts.map(async (account) => ({
				handle: await accountHandle(account),
				provider: account.provider,
				name: nameOf(resolved, account.provider),
			})),
		),
		linkable: signInOptions(linkableProviders(resolved, accounts)),
		passkeys: await Promise.all(
			passkeys.map(async (passkey) => ({
				handle: await passkeyHandle(passkey),
				name: passkey.credentialDeviceType === 'singleDevice' ? 'Passkey of one device' : 'Synced passkey',
			})),
		),
		sessions: await shownSessions(resolved, sessions, token),
	};
}

/** Of one that is no longer configured, its id. */
function nameOf({ providers }: Resolved, id: string): string {
	const provider = findProvider(providers, id);
	return provider ? providerName(provider) : id;
}

/** Those that are not over: this one first, then those that were used last. */
async function shownSessions(
	resolved: Resolved,
	sessions: readonly StoredSession[],
	token: string,
): Promise<AccountSession[]> {
	const ends = ({ expires }: StoredSession) => new Date(expires).getTime();
	/** No row keeps it: a session is moved on when it is used, to a whole life from then. */
	const used = (session: StoredSession) => ends(session) - lifeOfRow(resolved, session.sessionToken) * 1000;
	const isThis = ({ sessionToken }: StoredSession) => sessionToken === token;
	const shown = sessions
		.filter((session) => ends(session) > Date.now())
		.sort((a, b) => Number(isThis(b)) - Number(isThis(a)) || used(b) - used(a))
		.slice(0, mostSessions);
	return Promise.all(
		shown.map(async (session) => ({
			handle: await sessionHandle(session),
			label: session.details?.label || null,
			signedInAt: session.details ? new Date(session.details.createdAt).toISOString() : null,
			lastSeen: new Date(Math.min(used(session), Date.now())).toISOString().slice(0, 10),
			current: isThis(session),
		})),
	);
}
