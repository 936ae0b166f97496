import type { RequestEvent } from '@sveltejs/kit';
import { serverError } from '../core/answers.js';
import { asError, createLogger } from '../core/log.js';
import { coversRoute, opensRoute } from '../core/route-pattern.js';
import type { MaybePromise, Resolved, UserSession } from '../core/types.js';
import { forbid, refuse } from './refuse.js';
import { type RequestState, sessionOf, stateOf } from './request-state.js';
import { resolveSafely } from './safe-resolve.js';
import type { AuthHandle } from './types.js';

export interface ProtectOptions {
	/** Routes that stay open, with what lies below them. `/` here is the home page alone. */
	except?: string | readonly string[];
	/** Where to send people who are not signed in. Default: the config's sign-in page. */
	signInPage?: string;
	/** Who may pass, besides being signed in. Others get 403, and so does everybody when it throws. */
	allow?: (session: UserSession, event: RequestEvent) => MaybePromise<boolean>;
	/** Refuse every remote function call without a session, whatever page it says it comes from. */
	remote?: boolean;
}

/**
 * Guards routes: a hook to put behind the auth hook, `sequence(handle, protect('/dashboard'))`.
 *
 * It decides by `event.route.id`, which the router chose, never by the URL: `/%64ashboard` and rerouted paths
 * reach the same route. Pages, their data, form actions and endpoints are covered. **Not covered**, because no hook
 * can: prerendered pages, static files, and pages without server data on client-side navigation. **Remote functions
 * cannot be guarded by path**: the caller chooses the route with the `x-sveltekit-pathname` header, so check
 * `await getRequestEvent().locals.auth()` inside each, or set `remote: true`.
 *
 * The sign-in and sign-out pages are never guarded.
 *
 * Specification: section 4.2 (path-level protection).
 *
 * @param paths routes as in `src/routes`: `/dashboard`, `/blog/[slug]`, `/(app)`; `/` is everything
 * @returns a hook that never throws and refuses when in doubt
 * @throws TypeError when no path is given, or one does not begin with a slash
 */
export function protect(paths: string | readonly string[], options: ProtectOptions = {}): AuthHandle {
	const patterns = [paths].flat();
	const open = [options.except ?? []].flat();
	if (patterns.length === 0 && !options.remote) throw new TypeError('protect: no route is named.');
	for (const pattern of [...patterns, ...open]) {
		if (typeof pattern !== 'string' || !pattern.startsWith('/'))
			throw new TypeError(`protect: "${pattern}" is not a route. Write it like /dashboard.`);
	}

	return async ({ event, resolve }) => {
		let refusal: Response | null;
		try {
			refusal = await decide(event, stateOf(event), patterns, open, options);
		} catch (error) {
			createLogger({}).error(asError(error));
			refusal = serverError();
		}
		return refusal ?? resolveSafely(event, resolve);
	};
}

async function decide(
	event: RequestEvent,
	state: RequestState | undefined,
	patterns: readonly string[],
	open: readonly string[],
	options: ProtectOptions,
): Promise<Response | null> {
	if (!state) throw new Error('protect() ran before the auth hook. Use sequence(handle, protect(...)).');
	// Prerendering forbids the query, and a redirect would fail the build.
	if (state.building) return null;
	if (!isGuarded(event, state.resolved, patterns, open) && !(options.remote && isRemote(event))) return null;
	if (!state.resolved) return serverError();

	const session = await sessionOf(event, state);
	if (!session?.user) return refuse(event, options.signInPage ?? state.resolved.signInPage);
	// `allow: (session) => session.user.roles.includes(...)` gone wrong answers something truthy.
	if (options.allow && (await options.allow(session as UserSession, event)) !== true) return forbid(event);
	return null;
}

function isGuarded(
	event: RequestEvent,
	resolved: Resolved | null,
	patterns: readonly string[],
	open: readonly string[],
): boolean {
	// No route: there is nothing to protect but the 404.
	if (event.route.id === null) return false;
	const route = { id: event.route.id, params: event.params };
	if (!patterns.some((pattern) => coversRoute(pattern, route))) return false;
	if (open.some((opening) => opensRoute(opening, route.id))) return false;
	return !resolved || !ownPages(resolved).some((page) => coversRoute(page, route, true));
}

/** Pages that nobody could reach if they were guarded, as routes. */
function ownPages({ core, base, basePath, origin }: Resolved): string[] {
	const { signIn, signOut, error, verifyRequest } = core.pages ?? {};
	const endpoints = ['signin', 'signout', 'error', 'verify-request'].map((action) => `${basePath}/${action}`);
	return [...endpoints, signIn, signOut, error, verifyRequest].flatMap((page) => {
		if (!page) return [];
		const { pathname } = new URL(page, origin);
		return [pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname];
	});
}

/** Also the form of a remote function that a page posts without JavaScript, where `isRemoteRequest` is false. */
function isRemote(event: RequestEvent): boolean {
	return event.isRemoteRequest || event.url.searchParams.has('/remote');
}
