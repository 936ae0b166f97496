import { endpointUrl } from '../auth-core/request.js';
import { safeTarget } from '../http/redirects.js';
import { providerId } from '../providers/index.js';
import type { Resolved, ResolvedProvider } from '../types.js';

/** An endpoint with the provider that its path names. */
export interface Call {
	action: string;
	provider: ResolvedProvider | undefined;
}

/** What the core does for an endpoint. Credentials sign in at their callback, so that a client need not know the type. */
export const coreAction = ({ action, provider }: Call): string =>
	provider?.type === 'credentials' && action === 'signin' ? 'callback' : action;

/** The core's URL for an endpoint. */
export function coreUrl(resolved: Resolved, call: Call): URL {
	const { provider } = call;
	return endpointUrl(resolved, coreAction(call), provider && providerId(provider));
}

/** Puts where the person wants to go into a URL for the core, which answers 500 to what is no URL. */
export function setWanted({ origin, base }: Resolved, url: URL, query: URLSearchParams): void {
	const wanted = query.get('callbackUrl') ?? query.get('redirectTo');
	if (wanted) url.searchParams.set('callbackUrl', safeTarget(wanted, origin, base || '/'));
}

/** Whether this is the link of a sign-in e-mail, which people confirm. */
export function isEmailLink(
	{ confirmEmailLinks }: Resolved,
	{ action, provider }: Call,
	query: URLSearchParams,
): boolean {
	return confirmEmailLinks && action === 'callback' && provider?.type === 'email' && query.has('token');
}
