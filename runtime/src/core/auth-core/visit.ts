import type { Adapter, AdapterAccount } from '@auth/core/adapters';
import { lastWay } from '../last-way.js';
import type { Guards, Run } from '../linking/index.js';
import { asError } from '../log.js';
import { providerId } from '../providers/index.js';
import type { Resolved } from '../types.js';
import type { Outcome } from './outcome.js';

/**
 * Where there are accounts: keeps, with each session that is made, when, by which browser and by which provider. People see it
 * on their account page, and whoever has just signed in need not prove again who they are. And tells of ways to sign in that were
 * added to a row that was there before.
 *
 * @param guards of this run
 * @param outcome gets the cookie of the way that somebody has taken
 * @returns the same, and what notes the visit round them
 */
export function noteVisits(resolved: Resolved, run: Run, guards: Guards, outcome: Outcome): Guards {
	const { accounts, logger } = resolved;
	const { provider, headers, action } = run;
	if (!accounts || action !== 'callback' || !provider) return guards;
	const adapter = guards.adapter as Required<Adapter>;
	let idToken: string | undefined;
	let isNew = false;
	/** Whoever comes in is in: what is missing is a line on a page, or a mail. */
	async function note(run: () => Promise<void> | undefined): Promise<void> {
		try {
			await run();
		} catch (error) {
			logger.error(asError(error));
		}
	}
	return {
		...guards,
		...(guards.signIn && {
			signIn(params) {
				// It says a good deal about people: kept where it is needed to sign out at the provider.
				idToken = resolved.signOut ? params.account?.id_token : undefined;
				return guards.signIn?.(params) ?? true;
			},
		}),
		adapter: {
			...adapter,
			async createSession(session) {
				const made = await adapter.createSession(session);
				const { sessionToken, userId } = session;
				const visit = { headers, userId: String(userId), sessionToken, provider: providerId(provider) };
				await note(() => accounts.signedIn(resolved, { ...visit, idToken }));
				outcome.cookies = [...(outcome.cookies ?? []), lastWay(resolved, visit.provider)];
				return made;
			},
			createUser(user) {
				isNew = true;
				return adapter.createUser(user);
			},
			async linkAccount(account) {
				const made = (await adapter.linkAccount(account)) as AdapterAccount | undefined;
				if (!isNew)
					await note(() => accounts.wayAdded(resolved, { headers, userId: String(account.userId) }));
				return made;
			},
		},
	};
}
