import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { noStore } from '../../core/http/responses.js';
import type { Resolved } from '../../core/types.js';
import { failed } from '../answers.js';
import { allow } from '../limits/index.js';
import type { AccountsContext } from '../types.js';
import { shownAccounts } from './handles.js';
import type { Visitor } from './visitor.js';

/** What is kept about a person, as a file. Nothing that signs anybody in: what goes into it is named here. */
export async function download(
	context: AccountsContext,
	resolved: Resolved,
	_request: AccountRequest,
	{ user, userId, token }: Visitor,
): Promise<AccountAnswer> {
	const { options, store } = context;
	const tooMany = await allow(context, resolved, 'export', { user: userId });
	if (tooMany) return failed(429, 'TooManyTries', tooMany);
	const [password, accounts, passkeys, sessions] = await Promise.all([
		store.password(userId),
		store.accounts(userId),
		store.passkeys(userId),
		store.sessions(userId),
	]);
	const more = await options.export?.(user);
	const data = {
		user: {
			...{ id: userId, name: user.name ?? null, email: user.email, image: user.image ?? null },
			emailVerified: iso(user.emailVerified),
		},
		password: password && { changedAt: iso(password.changedAt) },
		accounts: shownAccounts(accounts).map(({ provider, providerAccountId }) => ({
			...{ provider, id: providerAccountId },
		})),
		passkeys: passkeys.map(({ credentialDeviceType }) => ({ type: credentialDeviceType })),
		sessions: sessions.map(({ sessionToken, expires, details }) => ({
			browser: details?.label ?? null,
			provider: details?.provider ?? null,
			signedInAt: iso(details?.createdAt),
			expires: iso(expires),
			current: sessionToken === token,
		})),
		...(more !== undefined && { application: more }),
	};
	const response = new Response(`${JSON.stringify(data, null, 2)}\n`, {
		headers: {
			...noStore,
			'content-type': 'application/json',
			'content-disposition': 'attachment; filename="account.json"',
			'x-content-type-options': 'nosniff',
		},
	});
	return { ok: true, response };
}

/** Adapters hand out dates, and some of them text or numbers. */
const iso = (date: unknown): string | null =>
	date === null || date === undefined ? null : new Date(date as Date).toISOString();
