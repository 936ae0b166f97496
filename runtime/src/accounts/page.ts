import type { Session } from '@auth/core/types';
import type { AccountPageData, AccountPages, AccountRequest } from '../core/accounts.js';
import { locationFor, safeTarget, withQuery } from '../core/http/redirects.js';
import type { Resolved } from '../core/types.js';
import { overview } from './account/index.js';
import { lengths, passwordsOf } from './account/own-password.js';
import { basicData, pathOf } from './answers.js';
import { openedLink } from './flows/link.js';
import type { AccountsContext, SetPasswordPageData, SignUpPageData } from './types.js';

/** What a page shows. See `AccountsPlug.page`. */
export async function pageData(
	context: AccountsContext,
	resolved: Resolved,
	name: keyof AccountPages,
	request: AccountRequest,
	session: Session | null,
): Promise<AccountPageData | { leave: string }> {
	const basic = await basicData(resolved, name, request);
	const { origin, base, signInPage } = resolved;
	if (name === 'signUp') {
		const { signUp = true } = context.options;
		const target = safeTarget(request.query.get('redirectTo'), origin, base || '/');
		const page: SignUpPageData = {
			...basic,
			open: signUp !== false,
			redirectTo: locationFor(target, resolved).location,
		};
		return page;
	}
	if (name === 'setPassword') {
		const link = await openedLink(context, resolved, request.headers);
		const purpose = link && (link.purpose === 'signup' ? 'sign-up' : 'reset');
		const page: SetPasswordPageData = {
			...basic,
			...lengths(passwordsOf(resolved)),
			purpose,
			email: link?.email ?? '',
		};
		return page;
	}
	if (name === 'forgotPassword') return basic;
	const data = await overview(context, resolved, request, session);
	if (data.user) return { ...basic, ...data };
	return { leave: withQuery(signInPage, { redirectTo: pathOf(context, resolved, 'account') }) };
}
