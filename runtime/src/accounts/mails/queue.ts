import type { LoggerInstance } from '@auth/core/types';
import { asError } from '../../core/log.js';

/** A mailer that is down must not fill the memory, and a slow one must not be asked by a hundred at once. */
const [atOnce, mostWaiting] = [4, 100];

let running = 0;
const waiting: (() => Promise<void>)[] = [];

/**
 * Sends something soon: nobody waits for it, so that how long an answer takes tells nothing. What fails is logged.
 *
 * @returns false when too much waits already: then nothing is sent, which is logged
 */
export function sendSoon(send: () => unknown, logger: LoggerInstance): boolean {
	if (waiting.length >= mostWaiting) {
		logger.error(new Error(`${mostWaiting} mails are waiting to be sent. One more was not sent.`));
		return false;
	}
	waiting.push(async () => {
		try {
			await send();
		} catch (error) {
			logger.error(asError(error));
		}
	});
	// Behind the answer: what runs before the first `await` of a mailer would be part of it.
	setTimeout(next);
	return true;
}

async function next(): Promise<void> {
	if (running >= atOnce) return;
	const send = waiting.shift();
	if (!send) return;
	running++;
	await send();
	running--;
	await next();
}
