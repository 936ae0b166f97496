import type { Framework, Host } from '../host/host.ts';
import type { Route } from '../host/routes/route.ts';
import type { AuthSettings } from './auth-module/settings.ts';
import { isNamedExactly, opening } from './coverage.ts';
import type { EntryKind } from './entry.ts';
import type { PathRule } from './path-rules.ts';

/** What the runtime leaves open of a route whatever the rules say, since nobody could sign in otherwise. */
export type OwnAnswer =
	/** All of it: a page to sign in on, or the route of the endpoints. */
	| { kind: 'own' }
	/** Only where it lies at one of these addresses, as a route with parameters may. */
	| { kind: 'at'; addresses: string[] }
	| { kind: 'none' };

export type OwnPages = (route: Route, entry?: { kind: EntryKind; name?: string }) => OwnAnswer;

const actions = ['signin', 'signout', 'error', 'verify-request'];
const more = ['session', 'csrf', 'providers', 'callback', 'webauthn-options'];
const withProvider = ['signin', 'callback', 'webauthn-options'];
/** Any one segment: the id of a provider. */
const any = '*';

/** What opens pages besides the configuration. */
export interface OpenedBy {
	/** Of rules, each of which opens its own and no other one's. */
	signInPages: readonly string[];
	/** Whether SvelteKit may lead an address to a route of another name. */
	reroute: boolean;
}

/**
 * As the runtime decides, which the command line may not import (its `sveltekit/own-route` and `solid-start/guard/protect`).
 */
export function ownPages(
	host: Host,
	settings: AuthSettings,
	routes: readonly Route[],
	{ signInPages, reroute }: OpenedBy,
): OwnPages {
	const [own, theirs] = [settings.pages, signInPages].map((pages) =>
		pages.map((page) => page.replace(/[?#].*$/s, '')),
	) as [string[], string[]];
	if (host.framework === 'solid-start') return solidAnswers(host, settings, routes, own, theirs);
	const led = reroute ? withoutRoute([...own, ...theirs], routes) : [];
	return (route) => kitAnswer(route, settings, { own, theirs, led });
}

/** The configuration names a page that a rule calls by its name: the rule holds. */
export interface NamedPage {
	page: string;
	rule: PathRule;
}

/** Without optional parameters, and groups. */
const nameOf = (path: string): string =>
	segmentsOf(path.replace(/[?#].*$/s, ''))
		.filter((segment) => !/^\[\[.*\]\]$/.test(segment))
		.join('/');

/** As the runtime decides (docs/decisions/0034). What a rule opens itself, or may open, it does not close. */
export function namedPages(
	pages: readonly string[],
	rules: readonly PathRule[],
	{ framework }: Host,
): NamedPage[] {
	const plain = (path: string) => (framework === 'solid-start' ? nameOf(path).toLowerCase() : nameOf(path));
	return pages.flatMap((page) => {
		const rule = rules.find(
			(one) =>
				holds(one, page, framework) &&
				plain(page) !== '' &&
				one.patterns?.some((pattern) => plain(pattern) === plain(page)),
		);
		return rule ? [{ page, rule }] : [];
	});
}

/** Whether a rule of SvelteKit calls a route by its name: then it is no page of the configuration, at whatever address. */
export const isNamedByRule = ({ id }: Route, rules: readonly PathRule[]): boolean =>
	rules.some(
		(rule) =>
			holds(rule, id, 'sveltekit') &&
			rule.patterns?.some((pattern) => nameOf(pattern) !== '' && isNamedExactly(pattern, id)),
	);

const holds = ({ runs, except, signInPage }: PathRule, place: string, framework: Framework): boolean =>
	runs &&
	except?.every((path) => opening(path, place, framework) === 'none') === true &&
	(signInPage === undefined || nameOf(signInPage).toLowerCase() !== nameOf(place).toLowerCase());

/** The pages that no route is called like: only `reroute` may lead there. */
export const withoutRoute = (pages: readonly string[], routes: readonly Route[]): string[] =>
	pages.filter((page) => !routes.some(({ id }) => isNamedExactly(page, id)));

/** By the route's name; what is configured may also be one address of a route that ends like it. */
function kitAnswer(
	{ id }: Route,
	{ basePath }: AuthSettings,
	{ own, theirs, led }: Record<'own' | 'theirs' | 'led', readonly string[]>,
): OwnAnswer {
	const endpoints = actions.map((action) => `${basePath}/${action}`);
	if ([...own, ...endpoints].some((page) => isNamedExactly(page, id))) return { kind: 'own' };
	const [last] = segmentsOf(id).slice(-1);
	return at(
		[...own, ...theirs].filter(
			(page) =>
				!isNamedExactly(page, id) &&
				last !== undefined &&
				segmentsOf(page).at(-1) === last &&
				(led.includes(page) || mayBe(segmentsOf(id), segmentsOf(page))),
		),
	);
}

/** By the path. Which route answers there, SolidStart decides: API routes first, and the most literal one. */
function solidAnswers(
	host: Host,
	{ basePath }: AuthSettings,
	routes: readonly Route[],
	own: readonly string[],
	theirs: readonly string[],
): OwnPages {
	const fold = (path: string) => path.toLowerCase();
	const mounts = [
		basePath,
		...(host.generation.routesBelowBase && host.base ? [`${host.base}${basePath}`] : []),
	];
	const mount = mounts.at(-1) as string;
	const isEndpoints = ({ path, endpoint }: Pick<Route, 'path' | 'endpoint'>) =>
		endpoint !== undefined &&
		mounts.some(
			(one) => fold(path).startsWith(`${fold(one)}/[...`) && !path.slice(one.length + 1).includes('/'),
		);
	const answersThere = routes.some(
		(route) => isEndpoints(route) && fold(route.path).startsWith(`${fold(mount)}/`),
	);
	const endpoints = [
		...[...actions, ...more].map((action) => `${mount}/${action}`),
		...withProvider.map((action) => `${mount}/${action}/${any}`),
	];
	/** Pages, or API routes, without parameters. */
	const literal = (kind: 'page' | 'endpoint') =>
		new Set(
			routes
				.filter((route) => route[kind] !== undefined && !route.path.includes('['))
				.map(({ path }) => fold(path)),
		);
	const taken = { page: literal('page'), endpoint: literal('endpoint') };

	return (route, entry) => {
		if (isEndpoints(route) || own.some((page) => fold(page) === fold(route.path))) return { kind: 'own' };
		const kind = entry?.kind === 'endpoint' ? 'endpoint' : 'page';
		const isAt = (page: string) => mayBe(segmentsOf(fold(route.path)), segmentsOf(fold(page)));
		const pages = [...own, ...theirs].filter((page) => !taken[kind].has(fold(page)) && isAt(page));
		// With another method the runtime leaves nothing open, and our own route answers in front of any page.
		const canAnswer =
			kind === 'page'
				? !answersThere
				: ['GET', 'HEAD', 'POST', undefined].includes(entry?.name) &&
					(!answersThere || route.path.startsWith(`${mount}/`));
		const paths = canAnswer
			? endpoints.filter((path) => mayBe(segmentsOf(route.path), segmentsOf(path)))
			: [];
		return at([...pages, ...paths]);
	};
}

const at = (addresses: string[]): OwnAnswer =>
	addresses.length > 0 ? { kind: 'at', addresses } : { kind: 'none' };

const segmentsOf = (path: string): string[] =>
	path.split('/').filter((segment) => segment !== '' && !/^\([^)]+\)$/.test(segment));

/** Whether a route may lie at an address, with some values of its parameters. */
function mayBe([segment, ...rest]: readonly string[], address: readonly string[]): boolean {
	if (segment === undefined) return address.length === 0;
	const [first, ...others] = address;
	const isRest = /^\[{1,2}\.\.\./.test(segment);
	if ((isRest || /^\[\[.*\]\]$/.test(segment)) && mayBe(rest, address)) return true;
	if (first === undefined) return false;
	if (isRest) return mayBe([segment, ...rest], others);
	return (segment.includes('[') || first === any || segment === first) && mayBe(rest, others);
}
