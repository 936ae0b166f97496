import type { AccountAnswer, AccountRequest } from '../../../core/accounts.js';
import { escapeHtml, type SmallPage, smallPage } from '../../../core/http/small-page.js';
import type { Resolved } from '../../../core/types.js';
import { done, pathOf } from '../../answers.js';
import { canTell, shownLink } from '../../mails/index.js';
import { accountMessage } from '../../messages.js';
import { identifierOf, openTokens, readToken, type TokenPurpose } from '../../tokens.js';
import type { AccountsContext } from '../../types.js';
import { hasPassword, newUnknownHash, passwordsOf } from '../own-password.js';
import { visitorOf } from '../visitor.js';
import { noticeTokens } from './notice.js';
import { mailReset } from './reset.js';

/** What the link of a mail about a change of address is about. */
interface AddressLink {
	userId: string;
	from: string;
	to: string;
	identifier: string;
	hash: string;
	expires: Date;
}

const purposes = { 'confirm-email': 'email', 'not-me': 'notme' } satisfies Record<string, TokenPurpose>;
type LinkName = keyof typeof purposes;
const isLink = (action: string): action is LinkName => Object.hasOwn(purposes, action);

/** Looks a link up: nothing is used up by it. */
async function readLink(
	{ store }: AccountsContext,
	action: LinkName,
	{ query }: AccountRequest,
): Promise<AddressLink | null> {
	const read = await readToken(purposes[action], query.get('token'));
	const found = read && (await store.findToken(read.hash));
	if (!read || !found || new Date(found.expires).getTime() <= Date.now()) return null;
	const { from, to } = read.payload;
	const start = identifierOf(purposes[action], '');
	if (!from || !to || !found.identifier.startsWith(start)) return null;
	const userId = found.identifier.slice(start.length);
	const { identifier, expires } = found;
	return { userId, from, to, identifier, hash: read.hash, expires: new Date(expires) };
}

const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`;

/**
 * Answers the GET of a link: a page with a button, since scanners open every link of a mail.
 *
 * @returns null where there is no such link
 */
export async function openAddressLink(
	context: AccountsContext,
	resolved: Resolved,
	action: string,
	request: AccountRequest,
): Promise<Response | null> {
	if (!isLink(action)) return null;
	const link = await readLink(context, action, request);
	if (!link) return invalid(context, resolved);
	const [from, to] = [strong(link.from), strong(link.to)];
	// Whose account it is stands there: somebody may have asked for it under an address that is not theirs.
	return action === 'confirm-email'
		? smallPage(resolved, {
				title: 'Confirm your new address',
				text: `The account of ${from} is to get the address ${to}. Go on only if you asked for it.`,
				button: 'Confirm',
			})
		: smallPage(resolved, {
				title: 'Was this not you?',
				text: `Somebody asked to change the address of the account of ${from} to ${to}. If it was not you: every browser is signed out, the address stays what it was, and you choose a new password.`,
				button: 'This was not me',
			});
}

/** The button of the page behind the link to the new address. It may be pressed in another browser than the one that asked. */
export async function confirmEmail(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
): Promise<AccountAnswer> {
	const { store } = context;
	const link = await readLink(context, 'confirm-email', request);
	const visitor = link && (await visitorOf(context, resolved, request.headers));
	if (!link || !(await store.takeToken(link.identifier, link.hash)))
		return answer(invalid(context, resolved));
	const { userId, from, to, identifier, hash, expires } = link;
	let changed: boolean;
	try {
		changed = await store.changeEmail(userId, from, to);
	} catch (error) {
		// It was not used for anything.
		await store.putToken(identifier, hash, expires).catch(() => {});
		throw error;
	}
	if (!changed) return answer(invalid(context, resolved));
	// Links that went to the old address, and may lie there.
	await store.dropTokens(openTokens({ id: userId, email: from }));
	if (visitor?.userId === userId) return done(context, resolved, 'account', 'email-changed');
	const text = `The address of the account is now ${strong(to)}.`;
	return answer(page(context, resolved, { title: 'Your e-mail address is changed', text }));
}

/**
 * The button of the page behind the link to the old address: whoever changes it has the account, and its owner gets it back. The
 * password of whoever that is signs in no more, all sessions are over, and the address is what it was.
 */
export async function notMe(
	context: AccountsContext,
	resolved: Resolved,
	request: AccountRequest,
): Promise<AccountAnswer> {
	const { adapter, store } = context;
	const link = await readLink(context, 'not-me', request);
	const user = link && (await adapter.getUser(link.userId));
	if (!link || !user) return answer(invalid(context, resolved));
	const { userId, from, identifier, hash } = link;
	const settings = passwordsOf(resolved);
	const drop = [...openTokens({ id: userId, email: user.email }), ...(await noticeTokens(context, userId))];
	const known = settings && (await hasPassword(context, resolved, { user, userId }));
	const unknown = known ? await newUnknownHash(settings) : null;
	if (typeof unknown === 'object' && unknown) return unknown;
	// First, since it can be done once more: a link that was used cannot.
	const back = user.email === from || (await store.changeEmail(userId, user.email, from));
	if (unknown !== null) {
		const change = { userId, hash: unknown, verifies: false, token: { identifier, hash }, drop };
		if (!(await store.changePassword(change))) return answer(invalid(context, resolved));
	} else {
		if (!(await store.takeToken(identifier, hash))) return answer(invalid(context, resolved));
		await store.endSessions(userId);
		await store.dropTokens(drop);
	}
	if (!back)
		resolved.logger.error(new Error('An address could not be given back: somebody else has it by now.'));
	return answer(await startAgain(context, resolved, request, { userId, from }, settings !== undefined));
}

/** Lets the owner choose another password, or sign in again where there are none. */
async function startAgain(
	context: AccountsContext,
	resolved: Resolved,
	{ headers }: AccountRequest,
	{ userId, from }: { userId: string; from: string },
	passwords: boolean,
): Promise<Response> {
	const title = 'Every browser is signed out';
	if (!passwords || !canTell(context, resolved))
		return page(context, resolved, { title, text: 'Sign in again, and look at your ways to sign in.' });
	const link = await mailReset(context, resolved, headers, 'reset', { userId, to: from });
	const shown = link && shownLink(context, resolved, link);
	const text = `A link to choose a new password is on its way to ${strong(from)}. Look at your ways to sign in then.`;
	return page(context, resolved, {
		...{ title, text },
		...(shown && { link: { href: shown, label: 'Choose a new password' } }),
	});
}

const answer = (response: Response): AccountAnswer => ({ ok: true, response });

function page(context: AccountsContext, resolved: Resolved, said: SmallPage): Response {
	const href = pathOf(context, resolved, 'account');
	return smallPage(resolved, { link: { href, label: 'Go to your account' }, ...said });
}

const invalid = (context: AccountsContext, resolved: Resolved): Response =>
	page(context, resolved, {
		title: 'This link is no longer valid',
		text: escapeHtml(accountMessage('LinkInvalid')),
		status: 400,
	});
