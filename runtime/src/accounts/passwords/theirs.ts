import type { AdapterUser } from '@auth/core/adapters';
import type { AccountFailure } from '../../core/accounts.js';
import { asError } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import { failed } from '../answers.js';
import type { AccountsContext, PasswordsOptions } from '../types.js';
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './index.js';
import { Busy, inTurn } from './queue.js';
import { readPassword } from './text.js';

/** Seconds. */
const busyFor = 2;

/** Runs what hashes. When too many are being hashed, people come back in a moment. */
export async function orBusy<T>(hash: () => Promise<T>): Promise<T | AccountFailure> {
	try {
		return await hash();
	} catch (error) {
		if (error instanceof Busy) return failed(503, 'Busy', { retryAfter: busyFor });
		throw error;
	}
}

/**
 * Whether a password is that of a person. One hash is computed, also for nobody. A hash of weaker parameters, or of the
 * application's earlier days, is made anew once the password was right.
 *
 * @param typed as it came
 * @throws Busy when too many are being hashed, and what the database throws
 */
export async function isTheirs(
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
