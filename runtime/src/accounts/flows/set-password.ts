import type { AdapterUser } from '@auth/core/adapters';
import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import { withQuery } from '../../core/http/redirects.js';
import { asError } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import { newHash, passwordsOf } from '../account/own-password.js';
import { failed } from '../answers.js';
import { allow, clearSignIn } from '../limits/index.js';
import { tell } from '../mails/index.js';
import { openTokens } from '../tokens.js';
import type { AccountsContext } from '../types.js';
import { dropLink, type Link, openedLink } from './link.js';
import { signInAs } from './sign-in-as.js';

/** Somebody who has opened a link of ours chooses a password. */
export async function setPassword(
	context: AccountsContext,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
): Promise<AccountAnswer> {
	const wait = await allow(context, resolved, 'token', {});
	if (wait) return failed(429, 'TooManyTries', { retryAfter: wait.retryAfter });
	const link = await openedLink(context, resolved, headers);
	if (!link) return failed(400, 'LinkInvalid', { cookies: dropLink(resolved) });
	const settings = passwordsOf(resolved);
	if (!settings) return failed(500, 'Configuration');
	const hash = await newHash(context, resolved, settings, link, fields.password ?? '');
	if (typeof hash !== 'string') return hash;
	return link.purpose === 'signup'
		? finishSignUp(context, resolved, headers, link, hash)
		: finishReset(context, resolved, headers, link, hash);
}

async function finishSignUp(
	context: AccountsContext,
	resolved: Resolved,
	headers: Headers,
	link: Link,
	hash: string,
): Promise<AccountAnswer> {
	const { adapter, store } = context;
	const { email, identifier, payload } = link;
	// Taken first: of two forms at once one makes the account.
	if (!(await store.takeToken(identifier, link.hash)))
		return failed(400, 'LinkInvalid', { cookies: dropLink(resolved) });
	let user: AdapterUser;
	try {
		const known = await adapter.getUserByEmail(email);
		user = known
			? await takeOver(context, known, hash)
			: await create(context, resolved, email, payload.name, hash);
	} catch (error) {
		// Nobody has to ask for another mail because the database was down for a moment.
		await store
			.putToken(identifier, link.hash, link.expires)
			.catch((problem) => resolved.logger.error(asError(problem)));
		throw error;
	}
	const result = await signInAs(resolved, headers, user, payload.redirectTo);
	if (!result.ok) return failed(result.status, result.error, { cookies: dropLink(resolved) });
	return { ok: true, redirect: result.redirect, cookies: [...result.cookies, ...dropLink(resolved)] };
}

/** The row and its password: without the second one, the first would be an account that nobody can sign in to. */
async function create(
	{ adapter, store }: AccountsContext,
	{ core }: Resolved,
	email: string,
	name: string | undefined,
	hash: string,
): Promise<AdapterUser> {
	const given = {
		email,
		name: name ?? null,
		image: null,
		emailVerified: new Date(),
		id: crypto.randomUUID(),
	};
	// What the adapter answers may lack the id that the table has made.
	const made = await adapter.createUser(given);
	const user = made?.id === undefined ? ((await adapter.getUserByEmail(email)) as AdapterUser) : made;
	await store.setPassword(String(user.id), hash);
	await core.events?.createUser?.({ user });
	return user;
}

/** Somebody has made the account in another way since the mail was sent: whoever has the mail owns the address. */
async function takeOver({ store }: AccountsContext, user: AdapterUser, hash: string): Promise<AdapterUser> {
	const userId = String(user.id);
	const drop = openTokens({ id: userId, email: user.email });
	if (!user.emailVerified) await store.purge(userId, drop);
	await store.changePassword({ userId, hash, verifies: true, drop });
	return user;
}

async function finishReset(
	context: AccountsContext,
	resolved: Resolved,
	headers: Headers,
	{ user, identifier, hash: token }: Link,
	hash: string,
): Promise<AccountAnswer> {
	const { store } = context;
	if (!user) return failed(400, 'LinkInvalid', { cookies: dropLink(resolved) });
	const userId = String(user.id);
	const drop = openTokens({ id: userId, email: user.email });
	// The address was never proven before: whoever else has a way into the account has none any more.
	if (!user.emailVerified)
		await store.purge(
			userId,
			drop.filter((one) => one !== identifier),
		);
	const changed = await store.changePassword({
		...{ userId, hash, verifies: true, drop },
		token: { identifier, hash: token },
	});
	if (!changed) return failed(400, 'LinkInvalid', { cookies: dropLink(resolved) });
	await clearSignIn(context, resolved, user.email);
	tell(context, resolved, headers, { kind: 'changed', to: user.email, name: user.name ?? undefined });
	const redirect = withQuery(resolved.signInPage, { done: 'password-set' });
	return { ok: true, redirect, cookies: dropLink(resolved) };
}
