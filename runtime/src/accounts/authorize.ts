import type { AdapterUser } from '@auth/core/adapters';
import type { AccountFailure, AccountRequest } from '../core/accounts.js';
import { asError } from '../core/log.js';
import type { Resolved } from '../core/types.js';
import { accountAddress } from './address.js';
import { failed } from './answers.js';
import { type Attempt, attempt, type Keys } from './limits/index.js';
import { isKnownBrowser } from './limits/known.js';
import type { Limited } from './limits/table.js';
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './passwords/index.js';
import { Busy, inTurn } from './passwords/queue.js';
import { readPassword } from './passwords/text.js';
import type { AccountsContext, PasswordsOptions } from './types.js';

/** Seconds. */
const busyFor = 2;

/**
 * Checks what somebody typed to sign in. Whoever it is, and whether there is such a person: one hash is computed, after the limits
 * have let it pass.
 *
 * @param passwords options of the provider
 * @param request with the fields `email` and `password`
 * @returns the row, null when address and password do not belong together, or why nothing was checked
 * @throws what the database throws: that is never a wrong password
 */
export async function authorize(
	context: AccountsContext,
	passwords: PasswordsOptions,
	resolved: Resolved,
	{ headers, fields }: AccountRequest,
): Promise<AdapterUser | AccountFailure | null> {
	const address = accountAddress(fields.email);
	if (address === null) return failed(400, 'EmailSignInError', { field: 'email' });
	const typed = fields.password ?? '';
	// Nobody can have chosen it, so nothing is computed.
	if (typed === '' || typeof readPassword(typed) === 'string')
		return failed(400, 'CredentialsSignin', { field: 'password', email: address });

	const user = await context.adapter.getUserByEmail(address);
	const known = user !== null && (await isKnownBrowser(resolved, headers, user.id));
	const [what, keys]: [Limited, Keys] = known
		? ['sign-in-known', { browser: user.id }]
		: ['sign-in', { email: address }];
	const isRight = async () => {
		// As many questions for somebody who is not there.
		if (!user) await context.adapter.getUserByEmail(address);
		return isTheirs(context, passwords, resolved, user, typed);
	};
	const answer = await guarded(context, resolved, what, keys, isRight);
	if (typeof answer === 'object') return { ...answer, email: address };
	return answer ? user : null;
}

/**
 * Whether whoever is signed in knows the password, before something is changed that others could misuse.
 *
 * @returns false when it is wrong or there is none, or why nothing was checked
 * @throws what the database throws
 */
export async function knowsPassword(
	context: AccountsContext,
	passwords: PasswordsOptions,
	resolved: Resolved,
	user: AdapterUser,
	typed: string | undefined,
): Promise<boolean | AccountFailure> {
	if (!typed || typeof readPassword(typed) === 'string') return false;
	return guarded(context, resolved, 'confirm', { user: user.id }, () =>
		isTheirs(context, passwords, resolved, user, typed),
	);
}

/**
 * Hashes a password that was found to be good, to be stored.
 *
 * @returns the hash, or why it could not be made just now
 */
export async function newHash(passwords: PasswordsOptions, typed: string): Promise<string | AccountFailure> {
	const password = readPassword(typed);
	if (typeof password === 'string') return failed(400, password, { field: 'password' });
	try {
		return await hashPassword(passwords, password.text);
	} catch (error) {
		if (error instanceof Busy) return failed(503, 'Busy', { retryAfter: busyFor });
		throw error;
	}
}

/** Counts a try, and takes it back where it was right or nothing was tried. */
async function guarded(
	context: AccountsContext,
	resolved: Resolved,
	what: Limited,
	keys: Keys,
	isRight: () => Promise<boolean>,
): Promise<boolean | AccountFailure> {
	const tried = await attempt(context, resolved, what, keys);
	if ('retryAfter' in tried) return failed(429, 'TooManyTries', tried);
	return settled(tried, isRight);
}

async function settled(tried: Attempt, isRight: () => Promise<boolean>): Promise<boolean | AccountFailure> {
	try {
		const answer = await isRight();
		if (answer) await tried.right();
		return answer;
	} catch (error) {
		await tried.undone();
		if (error instanceof Busy) return failed(503, 'Busy', { retryAfter: busyFor });
		throw error;
	}
}

async function isTheirs(
	context: AccountsContext,
	passwords: PasswordsOptions,
	resolved: Resolved,
	user: AdapterUser | null,
	typed: string,
): Promise<boolean> {
	const password = readPassword(typed);
	if (typeof password === 'string') return false;
	const stored = user && (await context.store.password(user.id));
	const old = user && !stored ? await passwords.legacy?.find(user) : null;
	if (user && typeof old === 'string' && old !== '')
		return isTheirOld(context, passwords, resolved, user, { typed, text: password.text, old });

	const verdict = await verifyPassword(passwords, password.text, stored ? stored.hash : null);
	if (verdict === 'unreadable')
		resolved.logger.error(
			new Error(
				`The stored password of user ${user?.id} cannot be read: it is no hash of scrypt or, from Node 24.7 on, argon2id, and Passwords({ hash }) cannot read it. A new password helps.`,
			),
		);
	if (verdict !== 'right') return false;
	if (user && stored && needsRehash(passwords, stored.hash))
		await later(resolved, async () => {
			const hash = await hashPassword(passwords, password.text);
			await context.store.replaceHash(user.id, stored.hash, hash);
		});
	return true;
}

/** A password of the application's earlier days: from now on it is kept here. */
async function isTheirOld(
	{ store }: AccountsContext,
	passwords: PasswordsOptions,
	resolved: Resolved,
	user: AdapterUser,
	{ typed, text, old }: { typed: string; text: string; old: string },
): Promise<boolean> {
	const { legacy } = passwords;
	const right = await inTurn(async () => {
		// A quick hash of earlier days must not tell who has one.
		const [answer] = await Promise.all([legacy?.verify(typed, old), verifyNothing(passwords, text)]);
		return answer === true;
	});
	if (!right) return false;
	await later(resolved, async () => {
		const hash = await hashPassword(passwords, text);
		// Somebody may have set a new one meanwhile.
		if ((await store.password(user.id)) === null) await store.setPassword(user.id, hash);
		await legacy?.forget?.(user);
	});
	return true;
}

/** Whoever gave the right password is in, whatever becomes of its new hash. */
async function later({ logger }: Resolved, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (!(error instanceof Busy)) logger.error(asError(error));
	}
}
