import type { Session } from '@auth/core/types';
import { ask } from './post.js';

/**
 * The server could not be asked for the session, or refused. Not the same as nobody being signed in: a page that
 * treated it so would send people to the sign-in page because their train went through a tunnel.
 *
 * Specification: sections 4.2 (client-side methods) and 7.
 */
export class SessionRequestError extends Error {
	override readonly name = 'SessionRequestError';
	/** `NetworkError`, `MissingCSRF` or `Configuration`, for `signInErrorMessage`. */
	readonly error: string;
	/** HTTP status, or 0 when no server answered. */
	readonly status: number;

	constructor(error: string, status: number) {
		super(`The session could not be asked for: ${error}${status ? `, status ${status}` : ''}`);
		this.error = error;
		this.status = status;
	}
}

/**
 * Asks for the session, or for a change of it.
 *
 * Specification: sections 2.1 and 4.2 (`Promise<Session | null>`).
 *
 * @param url the session endpoint
 * @param change what to send. JSON, which another site's page cannot send unasked; the endpoint checks the origin, too
 * @throws SessionRequestError unless the answer is a session or null
 */
export async function requestSession(url: string, change?: { data?: unknown }): Promise<Session | null> {
	const headers = { 'Content-Type': 'application/json' };
	const response = await ask(
		url,
		change ? { method: 'POST', headers, body: JSON.stringify(change) } : { cache: 'no-store' },
	);
	if (!response) throw new SessionRequestError('NetworkError', 0);
	const { ok, status } = response;
	// The core says 400 to a change that does not come from a page of this site, a host's own check says 403.
	const refused = change && (status === 400 || status === 403);
	if (!ok) throw new SessionRequestError(refused ? 'MissingCSRF' : 'Configuration', status);
	const session = await parseSession(response);
	if (session === undefined) throw new SessionRequestError('Configuration', status);
	return session;
}

/** Undefined when the answer is no session: a proxy's page, or an application's own one for unknown paths. */
async function parseSession(response: Response): Promise<Session | null | undefined> {
	try {
		const data: unknown = await response.json();
		return typeof data === 'object' && !Array.isArray(data) ? (data as Session | null) : undefined;
	} catch {
		return undefined;
	}
}
