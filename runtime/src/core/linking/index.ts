import type { AuthConfig } from '@auth/core';
import type { Adapter, AdapterUser } from '@auth/core/adapters';
import { AccountNotLinked, AdapterError, AuthError, OAuthAccountNotLinked } from '@auth/core/errors';
import type { Account, User } from '@auth/core/types';
import { wrapError } from '../log.js';
import { isDevelopmentProvider } from '../providers/development.js';
import { providerOption } from '../providers/index.js';
import type { Resolved, ResolvedProvider } from '../types.js';
import { type Arrival, arrivalAdapter, passkeyAdapter } from './adapter.js';
import { claimedAddress, provenAddress } from './proof.js';
import { sessionValue, signedIn } from './session.js';

/** One run of the core. */
export interface Run {
	action: string;
	provider: ResolvedProvider | undefined;
	/** Of the request as the core gets to see it. */
	headers: Headers;
	/** Whether whoever is signed in has asked for the provider's account to be added. */
	linking?: boolean;
}

type SignIn = NonNullable<NonNullable<AuthConfig['callbacks']>['signIn']>;
/** What takes the place of the same options in one run. */
export type Guards = { adapter: Adapter; signIn?: SignIn; jwt?: NonNullable<AuthConfig['jwt']> };

/**
 * Guards for a run of the core in which somebody comes in. The core takes whoever is in this browser's session, over or
 * not, for the one who signs in, and every address for proven: see docs/linking.md.
 *
 * @param adapter of the configuration, or what stands for it in this run
 * @param signIn the application's callback
 * @returns what takes the place of the same options in this run
 */
export function guardRun(resolved: Resolved, adapter: Adapter, run: Run, signIn: SignIn | undefined): Guards {
	if (run.action === 'webauthn-options') return { adapter: passkeyAdapter(adapter) };
	if (run.action !== 'callback') return { adapter };
	const { strategy, jwt } = resolved;
	const arrival: Arrival = { keepsSession: run.linking === true, rows: new Map() };
	const old = strategy === 'database' ? sessionValue(resolved, run.headers) : '';
	const guarded = arrivalAdapter(resolved, adapter, run.provider, arrival, old);
	return {
		adapter: guarded,
		async signIn(params) {
			const answer = signIn ? await signIn(params) : true;
			if (!answer || typeof answer === 'string') return answer;
			try {
				await judge(resolved, guarded as Required<Adapter>, run, arrival, params);
			} catch (error) {
				// Anything else would be told to the person as "no permission".
				throw error instanceof AuthError ? error : wrapError(AdapterError, error);
			}
			return answer;
		},
		...(strategy === 'jwt' && {
			jwt: {
				...resolved.core.jwt,
				decode: async (params) => (arrival.keepsSession ? (jwt.decode?.(params) ?? null) : null),
			},
		}),
	};
}

/** @throws AuthError when this must not come to a sign-in */
async function judge(
	resolved: Resolved,
	adapter: Required<Adapter>,
	run: Run,
	arrival: Arrival,
	{ user, account, profile }: Parameters<SignIn>[0],
): Promise<void> {
	if (!account) return;
	const { type } = account;
	if (type === 'email') return claim(resolved, arrival.row);
	if (type === 'webauthn') return judgePasskey(resolved, run, arrival, user, account);
	if (type !== 'oauth' && type !== 'oidc') return;

	const { owner } = arrival;
	if (owner) {
		// The core never says so in the row, whatever the provider has verified.
		const same = claimedAddress(account, profile) === owner.email?.toLowerCase();
		if (same && owner.email && !owner.emailVerified) await markProven(adapter, owner);
		return;
	}
	arrival.proven = provenAddress(user, account, profile);
	const byAddress = run.provider && providerOption(run.provider, 'allowDangerousEmailAccountLinking');
	const row = !run.linking && byAddress && user.email ? await adapter.getUserByEmail(user.email) : null;
	if (!row) return;
	if (arrival.proven !== user.email?.toLowerCase()) {
		throw new OAuthAccountNotLinked(
			`"${account.provider}" does not say that it has verified the address (email_verified). ` +
				'Where it is known to have, return `emailVerified: new Date()` from its `profile`.',
		);
	}
	await claim(resolved, row);
	if (!row.emailVerified) await markProven(adapter, row);
}

const markProven = (adapter: Adapter, { id }: AdapterUser) =>
	adapter.updateUser?.({ id, emailVerified: new Date() });

/**
 * Somebody has proven that an address is theirs. Before that, anybody could have made an account with it, and would be in
 * there together with its owner: by a provider, a passkey, a password, or a session.
 */
async function claim(
	{ core, evictSquatter }: Resolved,
	row: (AdapterUser & { emailVerified: unknown }) | null | undefined,
): Promise<void> {
	if (!row || row.emailVerified) return;
	if (evictSquatter) return evictSquatter(row);
	const others = (core.providers as ResolvedProvider[]).some(
		(provider) => provider.type !== 'email' && !isDevelopmentProvider(provider),
	);
	if (!others) return;
	throw new OAuthAccountNotLinked(
		'The address of this account was never proven, so that somebody else may get into it, too. ' +
			'To let its owner in, remove all other ways into it in `evictSquatter(user)`.',
	);
}

/** A passkey is added to the one for whom it was made, or signs in its owner, whoever else is in this browser. */
async function judgePasskey(
	resolved: Resolved,
	{ headers }: Run,
	arrival: Arrival,
	user: User,
	account: Account,
): Promise<void> {
	const registers = account.userId === undefined;
	const who = registers ? await signedIn(resolved, headers) : null;
	if (!who) return;
	if (user.id === undefined || String(user.id) !== who.userId)
		throw new AccountNotLinked('The passkey was made for somebody else than who is signed in now.');
	arrival.keepsSession = true;
}
