import type { RequestEvent } from '@sveltejs/kit';
import { type Allow, isAllowed } from '../../core/access/is-allowed.js';
import { isOwnPath, tellNamed } from '../../core/access/named-page.js';
import { coversRoute, isPattern, opensRoute, routeSegments } from '../../core/access/route-pattern.js';
import { serverError } from '../../core/http/responses.js';
import { isApi } from '../../core/http/wants-document.js';
import { asError, createLogger } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import { answerPage } from '../handle.js';
import { isOwnPage } from '../own-route.js';
import { type RequestState, sessionOf, stateOf } from '../request-state.js';
import { resolveSafely } from '../safe-resolve.js';
import type { AuthHandle } from '../types.js';
import { forbid, refuse } from './refuse.js';

/**
 * What {@link protect} leaves open, and to whom.
 *
 * Specification: section 4.2 (path-level protection).
 */
export interface ProtectOptions {
	/** Routes that stay open, with what lies below them. `/` here is the home page alone. */
	except?: string | readonly string[];
	/**
	 * Routes that are `+server` files, with what lies below them: whoever does not navigate gets 401 there, and is not sent
	 * to sign in. A hook cannot see what a route is. Default: those with a segment `api`.
	 */
	endpoints?: string | readonly string[];
	/** Where to send people who are not signed in. Default: the config's sign-in page. It is never guarded itself. */
	signInPage?: string;
	/** Who may pass, besides being signed in: `hasRole('admin')`. Others get 403, and so does everybody when it throws. */
	allow?: Allow<RequestEvent>;
	/**
	 * `'deny'` refuses every remote function call of strangers, and of those whom `allow` does not let pass, whatever
	 * page it says it comes from: `except` does not open them.
	 */
	remoteFunctions?: 'deny';
}

/**
 * Guards routes: a hook to put behind the auth hook, `sequence(handle, protect('/dashboard'))`.
 *
 * It decides by `event.route.id`, which the router chose, never by the URL: `/%64ashboard` and rerouted paths
 * reach the same route. Pages, their data, form actions and endpoints are covered. **Not covered**, because no hook
 * can: prerendered pages, static files, and pages without server data on client-side navigation. **Remote functions
 * cannot be guarded by path**: the caller chooses the route with the `x-sveltekit-pathname` header, so call
 * {@link requireUser} as the first statement of each, or set `remoteFunctions: 'deny'`.
 *
 * Everything but a few pages: `protect('/', { except: ['/', '/about'] })`. The sign-in and sign-out pages are never
 * guarded. A URL without a route stays a 404, which tells nobody what exists; SvelteKit runs the load of the root layout
 * for it, as it does for the sign-in page, so keep secrets out of `src/routes/+layout.server.ts`.
 *
 * Specification: section 4.2 (path-level protection).
 *
 * @param paths routes as in `src/routes`: `/dashboard`, `/blog/[slug]`, `/(app)`; `/` is everything, `[]` nothing, for
 *   `remoteFunctions` alone
 * @param options what stays open, where to sign in, and who may pass besides being signed in
 * @returns a hook that never throws and refuses when in doubt
 * @throws TypeError when no route is named, one is none, or an option is unknown
 */
export function protect(paths: string | readonly string[], options: ProtectOptions = {}): AuthHandle {
	const patterns = [paths].flat();
	const open = [options.except ?? []].flat();
	assertRules(patterns, [open, options.endpoints ?? []].flat(), options);

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

/** Rules that guard nothing are told when the application starts: nobody would notice later. */
function assertRules(
	patterns: readonly unknown[],
	open: readonly unknown[],
	{ allow, remoteFunctions }: ProtectOptions,
): void {
	for (const pattern of [...patterns, ...open]) {
		if (!isPattern(pattern))
			throw new TypeError(
				`protect: "${pattern}" is not a route. Write it as the folders are called, like /blog/[slug].`,
			);
	}
	if (remoteFunctions !== undefined && remoteFunctions !== 'deny')
		throw new TypeError(`protect: remoteFunctions can be 'deny' and nothing else.`);
	if (allow !== undefined && typeof allow !== 'function')
		throw new TypeError(`protect: allow has to be a function, like hasRole('admin').`);
	if (patterns.length === 0 && !remoteFunctions) throw new TypeError('protect: no route is named.');
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
	const { resolved } = state;
	const isDenied = options.remoteFunctions === 'deny' && isRemote(event);
	const guard = isDenied || isGuarded(event, resolved, patterns, open, options.signInPage);
	if (!guard) return null;
	if (!resolved) return serverError();

	state.guarded = true;
	const session = await sessionOf(event, state);
	const signInPage = options.signInPage ?? resolved.signInPage;
	if (!session?.user)
		return (
			answerPage(event, resolved, state) ??
			// Sent to sign in at the very page that the rule closes, people would go round in circles.
			(guard === 'named' && isOwnPath(signInPage, event.url.pathname, resolved)
				? serverError()
				: refuse(event, signInPage, isEndpoint(event, options)))
		);
	return (await isAllowed(session, event, options.allow, resolved.logger)) ? null : forbid(event);
}

/** `'named'` where the configuration would open the page, and the rule calls it by its name. */
function isGuarded(
	event: RequestEvent,
	resolved: Resolved | null,
	patterns: readonly string[],
	open: readonly string[],
	signInPage: string | undefined,
): boolean | 'named' {
	// No route: there is nothing to protect but the 404.
	if (event.route.id === null) return false;
	const route = { id: event.route.id, params: event.params };
	if (!patterns.some((pattern) => coversRoute(pattern, route))) return false;
	if (open.some((opening) => opensRoute(opening, route.id))) return false;
	if (!resolved) return true;
	const isOwn = (named?: readonly string[]) =>
		isOwnPage(route.id, event.url.pathname, resolved, signInPage, named);
	if (!isOwn()) return true;
	if (isOwn(patterns)) return false;
	tellNamed(event.url.pathname, resolved, patterns);
	return 'named';
}

/** By the name of the route: what its parameters hold, a caller decides. */
function isEndpoint({ route: { id } }: RequestEvent, { endpoints }: ProtectOptions): boolean {
	if (id === null) return false;
	if (endpoints === undefined) return isApi(routeSegments(id));
	return [endpoints].flat().some((pattern) => pattern === '/' || opensRoute(pattern, id));
}

/** Also the form of a remote function that a page posts without JavaScript, where `isRemoteRequest` is false. */
function isRemote(event: RequestEvent): boolean {
	return event.isRemoteRequest || event.url.searchParams.has('/remote');
}
