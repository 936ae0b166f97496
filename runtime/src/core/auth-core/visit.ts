import type { Adapter } from '@auth/core/adapters';
import type { Guards, Run } from '../linking/index.js';
import { asError } from '../log.js';
import { providerId } from '../providers/index.js';
import type { Resolved } from '../types.js';

/**
 * Where there are accounts: keeps, with each session that is made, when, by which browser and by which provider. People see it
 * on their account page, and whoever has just signed in need not prove again who they are.
 *
 * @param guards of this run
 * @returns the same, and what notes the visit round them
 */
export function noteVisits(resolved: Resolved, run: Run, guards: Guards): Guards {
	const { accounts, logger } = resolved;
	const { provider, headers, action } = run;
	if (!accounts || action !== 'callback' || !provider) return guards;
	const adapter = guards.adapter as Required<Adapter>;
	let idToken: string | undefined;
	return {
		...guards,
		...(guards.signIn && {
			signIn(params) {
				idToken = params.account?.id_token;
				return guards.signIn?.(params) ?? true;
			},
		}),
		adapter: {
			...adapter,
			async createSession(session) {
				const made = await adapter.createSession(session);
				const { sessionToken, userId } = session;
				try {
					const visit = { headers, userId: String(userId), sessionToken, provider: providerId(provider) };
					await accounts.signedIn(resolved, { ...visit, idToken });
				} catch (error) {
					// Whoever comes in is in: what is missing is a line on a page.
					logger.error(asError(error));
				}
				return made;
			},
		},
	};
}
