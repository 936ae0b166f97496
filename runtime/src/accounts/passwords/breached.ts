import type { LoggerInstance } from '@auth/core/types';
import { asError, warn } from '../../core/log.js';

const url = 'https://api.pwnedpasswords.com/range/';
/** Milliseconds. Somebody waits for it. */
const longest = 2000;

/**
 * Whether a password is in the list of haveibeenpwned.com. Five digits of its SHA-1 leave the server, and the answer is padded, so
 * that its length tells nothing. False when there is no answer: nobody is kept out because another service is down.
 *
 * @param password as `readPassword` gives it
 */
export async function isBreached(password: string, logger: LoggerInstance): Promise<boolean> {
	const bytes = new TextEncoder().encode(password);
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
	const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
		.join('')
		.toUpperCase();
	try {
		const signal = AbortSignal.timeout(longest);
		const answer = await fetch(url + digits.slice(0, 5), { headers: { 'add-padding': 'true' }, signal });
		if (!answer.ok) throw new Error(`status ${answer.status}`);
		// What pads has a count of 0.
		return new RegExp(`^${digits.slice(5)}:0*[1-9]`, 'm').test(await answer.text());
	} catch (error) {
		warn(
			logger,
			`Passwords({ breached }): the list of stolen passwords did not answer, so one was not looked up (${asError(error).message})`,
		);
		return false;
	}
}
