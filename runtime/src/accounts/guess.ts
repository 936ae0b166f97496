import type { AccountFailure } from '../core/accounts.js';
import type { Resolved } from '../core/types.js';
import { failed } from './answers.js';
import { attempt, type Keys } from './limits/index.js';
import type { Limited } from './limits/table.js';
import { orBusy } from './passwords/theirs.js';
import type { AccountsContext } from './types.js';

/**
 * Lets somebody try a password: counted before, and taken back where it was right, or where nothing could be tried.
 *
 * @param isRight computes one hash
 * @returns whether it was right, or why it was not tried
 * @throws what the database throws
 */
export async function guess(
	context: AccountsContext,
	resolved: Resolved,
	what: Limited,
	keys: Keys,
	isRight: () => Promise<boolean>,
): Promise<boolean | AccountFailure> {
	const tried = await attempt(context, resolved, what, keys);
	if ('retryAfter' in tried) return failed(429, 'TooManyTries', tried);
	let answer: boolean | AccountFailure | undefined;
	try {
		answer = await orBusy(isRight);
	} finally {
		if (typeof answer !== 'boolean') await tried.undone();
	}
	if (answer === true) await tried.right();
	return answer;
}
