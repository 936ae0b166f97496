import type { AuthError } from '@auth/core/errors';
import type { Run } from '../linking/index.js';
import { providerId } from '../providers/index.js';
import { plainWords } from '../said.js';
import type { Resolved } from '../types.js';

/** Milliseconds that the core gives people to come back. */
const checkLife = 15 * 60 * 1000;

/** Where sign-ins began that end elsewhere, by the origin of AUTH_URL. */
const begunElsewhere = new Map<string, { from: string; at: number }>();

/**
 * Remembers that a sign-in begins at an address to which people will not come back: the provider sends them to AUTH_URL. By what
 * the browser says of the page, since a proxy may hand any name on.
 */
export function noteBeginning({ authOrigin, hostOrigin }: Resolved, { action, headers }: Run): void {
	const from = headers.get('origin');
	if (action !== 'signin' || authOrigin === null || from !== hostOrigin || from === authOrigin) return;
	const [visited, wanted] = [new URL(from), new URL(authOrigin)];
	// Cookies do not look at ports; those for https alone are kept by nobody who came by http.
	const isLost = visited.protocol === 'http:' && wanted.protocol === 'https:';
	if (visited.hostname === wanted.hostname && !isLost) return;
	begunElsewhere.set(authOrigin, { from, at: Date.now() });
}

/**
 * Completes an error of the core with what it knew and did not say.
 *
 * @param said with what the provider sent people back
 */
export function explain(error: Error, resolved: Resolved, { provider }: Run, said: object | undefined): void {
	const { type } = error as Partial<AuthError>;
	if (type === 'OAuthCallbackError') {
		error.message = plainWords(error.message);
		if (said) error.cause ??= { ...said, provider: provider && providerId(provider) };
	}
	if (type !== 'InvalidCheck') return;
	const reason = reasonOf(error.cause, resolved);
	// The link behind it leads to advice for other set-ups.
	if (reason) error.message = `${withoutLink(error.message)}: ${reason}`;
}

const withoutLink = (message: string): string => message.replace(/\. Read more at \S+$/, '');

function reasonOf(cause: unknown, { authOrigin }: Resolved): string {
	const message = withoutLink(cause instanceof Error ? cause.message : '');
	if (/decryption/.test(message))
		return 'its cookie was made with another AUTH_SECRET, by another server or application at this host or before the secret was changed';
	if (!message.endsWith('missing')) return message;
	const { from, at = 0 } = (authOrigin !== null && begunElsewhere.get(authOrigin)) || {};
	if (from && Date.now() - at < checkLife)
		return `its cookie did not come. People came to ${from}, and AUTH_URL is ${authOrigin}: cookies of the one do not come to the other. Redirect one to the other, or set AUTH_URL to where people are`;
	const elsewhere =
		authOrigin === null ? '' : `, or it began at another address than AUTH_URL (${authOrigin})`;
	return `its cookie did not come. The sign-in may have taken more than 15 minutes or have ended in another tab, the browser may keep no cookies${elsewhere}`;
}
