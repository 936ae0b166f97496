import type { LoggerInstance, Session } from '@auth/core/types';
import { asError } from '../log.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { UserSession } from '../types.js';

/**
 * Who may pass, besides being signed in. Only `true` is yes.
 *
 * @param session of somebody who is signed in, as the `session` callback made it
 * @param event the request's event, as the guard got it
 */
export type Allow<Event> = (session: UserSession, event: Event) => MaybePromise<boolean | null | undefined>;

/**
 * Asks a condition about somebody who is signed in. Without a condition everybody passes; one that throws lets nobody
 * pass, and stands in the log.
 */
export async function isAllowed<Event>(
	session: Session,
	event: Event,
	allow: Allow<Event> | undefined,
	logger: Pick<LoggerInstance, 'error'>,
): Promise<boolean> {
	if (allow === undefined) return true;
	try {
		// `session.user.roles.find(...)` gone wrong answers something truthy.
		return (await allow(session as UserSession, event)) === true;
	} catch (error) {
		logger.error(asError(error));
		return false;
	}
}
