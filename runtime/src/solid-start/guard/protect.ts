import { type Allow, isAllowed } from '../../core/access/is-allowed.js';
import { isOwnPath, tellNamed } from '../../core/access/named-page.js';
import { isPattern } from '../../core/access/route-pattern.js';
import { localPath } from '../../core/http/redirects.js';
import { forbidden, noStore, serverError } from '../../core/http/responses.js';
import { isApi, wantsDocument } from '../../core/http/wants-document.js';
import { asError, createLogger } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import { bundler } from '../bundled-base.js';
import { isEndpoint, isServerFunction, signInLocation } from '../location.js';
import { configOf, type SolidMiddleware } from '../middleware.js';
import { resolvedOf, sessionOf } from '../request-state.js';
import type { SolidAuthInput, SolidEvent } from '../types.js';
import { keepPrivate } from './keep-private.js';
import { covers, type PathReadings, readPath } from './path-pattern.js';

/**
 * What {@link protect} leaves open, and to whom.
 *
 * Specification: section 4.1 (protecting routes, 2).
 */
export interface ProtectOptions {
	/** Paths that stay open, with what lies below them. `/` here is the home page alone. */
	except?: string | readonly string[];
	/**
	 * Paths of API routes, with what lies below them: whoever does not navigate gets 401 there, and is not sent to sign in.
	 * Middleware cannot see what a path is. Default: those with a segment `api`.
	 */
	endpoints?: string | readonly string[];
	/** Where to send people who are not signed in. Default: the config's sign-in page. It is never guarded itself. */
	signInPage?: string;
	/** Who may pass, besides being signed in: `hasRole('admin')`. Others get 403, and so does everybody when it throws. */
	allow?: Allow<SolidEvent>;
}

/**
 * Guards paths on the server: a second `onRequest` function behind {@link authMiddleware}.
 *
 * **This is an extra, not the guard.** Middleware runs for page loads and API routes. It does not see which page a server
 * function (`/_server`), a single-flight mutation or a navigation in the browser is about: anybody can call those, and
 * their data leaves the server past every path rule. Call `requireUser` inside **every** server function that needs a
 * person, and put `<Show>` round what the page shows.
 *
 * Paths are compared as the router does (whole segments, upper and lower case alike) and in every spelling that may
 * lead there; a path that cannot be decoded is closed. `/_server*`, the auth endpoints (not what else lies below their
 * path) and the sign-in and sign-out pages stay open.
 *
 * Specification: section 4.1 (protecting routes, 2).
 *
 * @param paths URLs without the application's base: `/dashboard`, `/users/[id]/edit`; `/` is everything
 * @param options what stays open, where to sign in, and who may pass besides being signed in
 * @returns a function that never throws and refuses when in doubt
 * @throws TypeError when no path is given, one is not a path, or `allow` is no function
 */
export function protect(paths: string | readonly string[], options: ProtectOptions = {}): SolidMiddleware {
	const patterns = [paths].flat();
	const open = [options.except ?? []].flat();
	if (patterns.length === 0) throw new TypeError('protect: no path is named.');
	const endpoints = options.endpoints === undefined ? undefined : [options.endpoints].flat();
	[...patterns, ...open, ...(endpoints ?? [])].forEach(assertPath);
	if (options.allow !== undefined && typeof options.allow !== 'function')
		throw new TypeError(`protect: allow has to be a function, like hasRole('admin').`);
	const rules = {
		guarded: patterns.map(splitPattern),
		open: open.map(splitPattern),
		endpoints: endpoints?.map(splitPattern),
	};

	return async (event) => {
		try {
			return await decide(event, configOf(event), rules, options);
		} catch (error) {
			createLogger({}).error(asError(error));
			return serverError();
		}
	};
}

interface Rules {
	guarded: string[][];
	open: string[][];
	/** Undefined: by their names. */
	endpoints: string[][] | undefined;
}

async function decide(
	event: SolidEvent,
	config: SolidAuthInput | undefined,
	rules: Rules,
	options: ProtectOptions,
): Promise<Response | undefined> {
	if (!config)
		throw new Error('protect() ran before authMiddleware(). Put authMiddleware(...) first in onRequest');
	const { pathname } = new URL(event.request.url);
	const resolved = await resolvedOf(event, config).catch((error: unknown) => {
		// The application's config function failed. Its open pages still work, guarded ones stay shut.
		createLogger({}).error(asError(error));
		return null;
	});
	if (!resolved) return mayBeGuarded(pathname, rules) ? serverError() : undefined;
	const { base } = resolved;
	const { pages = base, api = base } = bundler.base() ?? {};
	// The bundler says where those lie: below another base they are pages.
	if (isServerFunction(pathname, { base: pages })) return undefined;
	if (isEndpoint(event.request, pathname, resolved)) return undefined;
	const path = readPath(pathname, ...new Set([base, pages || base]));
	if (api !== base) path.whole.push(...readPath(pathname, api).readings);
	const guard = isGuarded(path, rules, resolved, options.signInPage);
	if (path.decodable && !guard) return undefined;

	keepPrivate(event, resolved);
	const session = await sessionOf(event, config);
	if (!session?.user) {
		const page = options.signInPage ?? resolved.signInPage;
		// Sent to sign in at the very page that the rule closes, people would go round in circles.
		return guard === 'named' && isOwnPath(page, pathname, resolved)
			? serverError()
			: refuse(event, resolved, path, rules, options.signInPage);
	}
	const passes = await isAllowed(session, event, options.allow, resolved.logger);
	return passes ? undefined : forbidden(event.request);
}

/**
 * In doubt a path is guarded: one reading that is guarded is enough, and all have to be open. `'named'` where the configuration
 * would open the page, and the rule calls it by its name.
 */
function isGuarded(
	{ readings, whole }: PathReadings,
	{ guarded, open }: Rules,
	resolved: Resolved,
	signInPage: string | undefined,
): boolean | 'named' {
	if (![...readings, ...whole].some((path) => guarded.some((pattern) => covers(pattern, path)))) return false;
	const opens = (path: string[]) =>
		open.some((pattern) => covers(pattern, path, { exact: pattern.length === 0 }));
	const isOwn = (pages: string[][]) =>
		readings.every((path) => pages.some((page) => covers(page, path, { exact: true })));
	if (readings.every(opens)) return false;
	const { core, base, origin } = resolved;
	const { signIn, signOut, error, verifyRequest } = core.pages ?? {};
	const paths = (...pages: (string | undefined)[]) => pages.flatMap((page) => ownPath(page, base, origin));
	const [theirs, configured] = [paths(signInPage), paths(signIn, signOut, error, verifyRequest)];
	if (!isOwn([...theirs, ...configured])) return true;
	// A page that the rule calls by its name is the rule's, whatever the configuration says of it.
	const named = guarded.filter(({ length }) => length > 0).map((pattern) => pattern.join('/'));
	if (isOwn([...theirs, ...configured.filter((page) => !named.includes(page.join('/')))])) return false;
	tellNamed(`/${readings[0]?.join('/')}`, resolved, guarded);
	return 'named';
}

/** Without a configuration the base is not known: whatever ends like a guarded path may be one. */
function mayBeGuarded(pathname: string, { guarded }: Rules): boolean {
	const { readings, decodable } = readPath(pathname, '');
	return !decodable || readings.some((path) => guarded.some((pattern) => mayContain(path, pattern)));
}

/** Whether a path, without some of its first segments, is covered. By index: a long path is not copied once a segment. */
const mayContain = (path: readonly string[], pattern: readonly string[]): boolean =>
	pattern.length === 0 || path.some((_, start) => covers(pattern, path, { start }));

/** The path of a page that nobody could reach if it were guarded. Elsewhere it is nothing that we could guard. */
function ownPath(page: string | undefined, base: string, origin: string): string[][] {
	const url = page ? new URL(page, origin) : null;
	return url?.origin === origin ? [readPath(url.pathname, base).readings[0] ?? []] : [];
}

/** Returned, never thrown: what a middleware throws becomes a 500, or a redirect without a target. */
function refuse(
	{ request }: SolidEvent,
	resolved: Resolved,
	{ decodable, readings, whole }: PathReadings,
	{ endpoints }: Rules,
	signInPage: string | undefined,
): Response {
	const isEndpoint = (path: string[]) =>
		endpoints ? endpoints.some((pattern) => covers(pattern, path)) : isApi(path);
	if (!wantsDocument(request, [...readings, ...whole].some(isEndpoint))) {
		return Response.json({ message: 'Unauthorized' }, { status: 401, headers: noStore });
	}
	const from = decodable ? localPath(new URL(request.url)) : null;
	const location = signInLocation(resolved, { from }, signInPage);
	return new Response(null, { status: 303, headers: { location, ...noStore } });
}

/** Rules that guard nothing are told when the application starts: nobody would notice later. */
function assertPath(pattern: unknown): void {
	if (!isPattern(pattern))
		throw new TypeError(`protect: "${pattern}" is not a path. Write it like /dashboard or /users/[id].`);
	if (/\/(\(|\[\[|\[\.\.\.)/.test(pattern))
		throw new TypeError(
			`protect: "${pattern}" names a file. Write the path as people see it, like /dashboard.`,
		);
}

function splitPattern(pattern: string): string[] {
	return readPath(pattern, '').readings.at(-1) ?? [];
}
