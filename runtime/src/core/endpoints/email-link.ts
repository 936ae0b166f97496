import type { Adapter } from '@auth/core/adapters';
import { sha256 } from '../digest.js';
import { escapeHtml, smallPage } from '../http/small-page.js';
import type { Resolved } from '../types.js';

/**
 * The page behind the link of a sign-in e-mail. Mail scanners open every link, and one GET used to use it up: the
 * person came to "this link is no longer valid". Here only the person's click does; it posts to this same URL.
 *
 * @param query the link's: `email`, `token` and `callbackUrl`
 */
export function confirmPage(resolved: Resolved, query: URLSearchParams): Response {
	const email = query.get('email');
	const text = email ? `Continue as <strong>${escapeHtml(email)}</strong>?` : 'Continue?';
	return smallPage(resolved, { title: 'Sign in', text, button: 'Sign in' });
}

/**
 * The adapter, for a link that was sent before a secret was put in front of the others: the core keeps a hash of token
 * and all secrets, and finds none after the rotation.
 *
 * @param token as it stands in the link
 * @returns undefined when there is nothing to do
 */
export function acceptOlderLinks({ core, jwt }: Resolved, token: string | null): Adapter | undefined {
	const { adapter } = core;
	const find = adapter?.useVerificationToken?.bind(adapter);
	if (!adapter || !find || token === null || jwt.secret.length < 2) return undefined;
	return {
		...adapter,
		async useVerificationToken(link) {
			let found = await find(link);
			for (let older = 1; !found && older < jwt.secret.length; older++) {
				found = await find({ ...link, token: await sha256(`${token}${jwt.secret.slice(older)}`) });
			}
			return found;
		},
	};
}
